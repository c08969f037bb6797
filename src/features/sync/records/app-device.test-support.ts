// A device with the app's own database, synced through a storage in memory.
import { revisionKey } from '../../../core/document.ts';
import { fakeIndex } from '../../../storage/backup/backup.test-support.ts';
import { openDatabase, type Database } from '../../../storage/database.ts';
import { OriginalTable } from '../../../storage/originals.ts';
import type { Json } from '../../../base/json.ts';
import { valueOf } from '../engine/apply.ts';
import type { Incoming } from '../engine/ports.ts';
import { join } from '../engine/join.ts';
import { Replica, type SyncOptions, type SyncProblem } from '../engine/replica.ts';
import { sync } from '../engine/sync.ts';
import { syncFiles } from '../engine/sync-files.ts';
import { StateTable } from '../state-table.ts';
import { SecretTable } from '../../../storage/secrets.ts';
import { Vault } from '../../../storage/vault.ts';
import type { MemoryStore } from '../stores/memory-store.test-support.ts';
import { AppRecords, DEFAULT_GROUPS, kindsOf, type Group } from './app-records.ts';
import { SecretSeal } from '../secret-seal.ts';
import { keepOriginals } from './keep-originals.ts';
import { SecretRecords } from './secret-records.ts';
import { writeDocuments } from './write-documents.ts';

const ALL_GROUPS: readonly Group[] = [...DEFAULT_GROUPS, 'secrets', 'grants'];
let number = 0;
let time = Date.parse('2026-06-01');

export class AppDevice {
  busy: string | undefined;
  readonly #replica: Replica;

  private constructor(
    readonly db: Database,
    replica: Replica,
    readonly originals: OriginalTable,
    readonly vault: Vault,
    readonly seal: SecretSeal,
  ) {
    this.#replica = replica;
  }

  static async open(name: string, within: MemoryStore): Promise<AppDevice> {
    const db = await openDatabase({ name: `${name}-${++number}` });
    const { workspace, state } = await join(within, { passphrase: 'a long passphrase', name, work: 1 });
    const states = new StateTable(db);
    await states.save({ state });
    const originals = new OriginalTable(db);
    const vault = new Vault(db);
    const seal = new SecretSeal(vault);
    const opened: { device?: AppDevice } = {};
    const local = new AppRecords(db, {
      secrets: new SecretRecords(db, { vault, secrets: new SecretTable(vault), seal }),
      seal,
      keys: vault,
      isAnswered: async (id) => opened.device?.busy === id,
      removeServer: (id) => db.delete('mcp_servers', id),
      documents: {
        remove: async ([id]) => {
          for (const place of ['documents', 'bodies'] as const) await db.delete(place, id!);
          await db.delete('chunks', IDBKeyRange.bound([id!], [id!, []]));
        },
        write: (changes) => writeDocuments(db, changes, fakeIndex),
      },
      originals: {
        read: async (id) => {
          const meta = await db.get('documents', id);
          return meta && originals.find(revisionKey(meta));
        },
        keep: (files) => keepOriginals(db, originals, files),
      },
    });
    const now = (): number => (time += 1);
    opened.device = new AppDevice(
      db,
      await Replica.open({ store: within, local, files: local.files, states, workspace, now }),
      originals,
      vault,
      seal,
    );
    return opened.device;
  }

  /** As the app does: secrets only while their key is open. */
  async sync(options: SyncOptions = {}) {
    return sync(this.#replica, { kinds: kindsOf(ALL_GROUPS, await this.seal.state()), ...options });
  }

  /** Takes changes as they are. @returns how many documents there are then */
  async apply(changes: readonly Incoming[]): Promise<number> {
    await this.#replica.local.apply(changes);
    return this.db.count('documents');
  }

  /** What the storage and the keys of sync tell of a record. */
  async valuesOf(key: string): Promise<Json[]> {
    const heads = this.#replica.cells.get(key)?.heads ?? [];
    return (await Promise.all(heads.map((head) => valueOf(this.#replica, head)))).filter(
      (value) => value !== undefined,
    );
  }

  /** Keys of records that the storage reveals to a holder of the sync keys. */
  keys(start: string): string[] {
    return [...this.#replica.cells.keys()].filter((key) => key.startsWith(start));
  }

  async markOf(key: string): Promise<string | undefined> {
    for await (const record of this.#replica.local.scan([key.split('/')[0]!])) {
      if (record.key === key) return record.mark;
    }
    return undefined;
  }

  async syncFiles(): Promise<readonly SyncProblem[]> {
    await this.sync();
    await syncFiles(this.#replica);
    return this.#replica.problems;
  }
}
