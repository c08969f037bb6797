// A device with the app's own database, synced through a storage in memory.
import { revisionKey } from '../../../core/document.ts';
import { fakeIndex } from '../../../storage/backup/backup.test-support.ts';
import { openDatabase, type Database } from '../../../storage/database.ts';
import { OriginalTable } from '../../../storage/originals.ts';
import type { Incoming } from '../engine/ports.ts';
import { join } from '../engine/join.ts';
import { Replica, type SyncOptions, type SyncProblem } from '../engine/replica.ts';
import { sync } from '../engine/sync.ts';
import { syncFiles } from '../engine/sync-files.ts';
import { StateTable } from '../state-table.ts';
import type { MemoryStore } from '../stores/memory-store.test-support.ts';
import { AppRecords } from './app-records.ts';
import { keepOriginals } from './keep-originals.ts';
import { writeDocuments } from './write-documents.ts';

let number = 0;
let time = Date.parse('2026-06-01');

export class AppDevice {
  busy: string | undefined;
  readonly #replica: Replica;

  private constructor(
    readonly db: Database,
    replica: Replica,
    readonly originals: OriginalTable,
  ) {
    this.#replica = replica;
  }

  static async open(name: string, within: MemoryStore): Promise<AppDevice> {
    const db = await openDatabase({ name: `${name}-${++number}` });
    const { workspace, state } = await join(within, { passphrase: 'a long passphrase', name, work: 1 });
    const states = new StateTable(db);
    await states.save({ state });
    const originals = new OriginalTable(db);
    const opened: { device?: AppDevice } = {};
    const local = new AppRecords(db, {
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
    );
    return opened.device;
  }

  sync(options: SyncOptions = {}) {
    return sync(this.#replica, options);
  }

  /** Takes changes as they are. @returns how many documents there are then */
  async apply(changes: readonly Incoming[]): Promise<number> {
    await this.#replica.local.apply(changes);
    return this.db.count('documents');
  }

  async syncFiles(): Promise<readonly SyncProblem[]> {
    await this.sync();
    await syncFiles(this.#replica);
    return this.#replica.problems;
  }
}
