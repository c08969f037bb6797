// Keeps the state of sync in the app's database, so that it goes wherever the data goes: deleted together, evicted
// together. Cells are written as a journal, which opening it shortens.
import type { Database } from '../../storage/database.ts';
import { Failure } from '../../core/errors.ts';
import { SYNC_CONFIG, syncKeys } from '../../storage/sync-state.ts';
import { inSentences, inTransaction, STRICT } from '../../storage/transactions.ts';
import type { Cell } from './log/cells.ts';
import type { DeviceState, Pending, StateChange, StateStore } from './engine/ports.ts';

const STATE = 'sync.state';
const JOURNAL = 'sync.journal.';
const PENDING = 'sync.pending.';
const PIECE = 'sync.piece.';
/** Journal records beyond which it is written again. */
const LONG = 100;
/** Cells of a record that is written again. */
const CELLS = 2000;

export class StateTable implements StateStore {
  readonly #db: Database;
  /** Number of the next journal record. */
  #next = 0;
  /** Counts saves, so that a tab sees that another one has saved since. */
  #saves = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async load(): Promise<
    { state: DeviceState; cells: readonly Cell[]; pending: readonly Pending[] } | undefined
  > {
    const entry = await this.#entry();
    if (!entry) return undefined;
    this.#saves = entry.saves;
    const journal = await this.#all(JOURNAL);
    const cells = new Map<string, Cell>();
    for (const { value } of journal) for (const cell of value as Cell[]) cells.set(cell.key, cell);
    const last = journal.at(-1)?.key;
    this.#next = last === undefined ? 0 : Number(last.slice(JOURNAL.length)) + 1;
    if (journal.length > LONG)
      await this.#shorten(
        [...cells.values()],
        journal.map(({ key }) => key),
      );
    const pending = (await this.#all(PENDING)).map(({ value }) => value as Pending);
    return { state: entry.state, cells: [...cells.values()], pending };
  }

  async save({ state, cells = [], add = [], drop = [] }: StateChange): Promise<void> {
    await inSentences('save', 'the state of sync', () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        // Without this, a sync in progress would bring back what was forgotten.
        if (this.#saves > 0 && (await tx.store.getKey(STATE)) === undefined) throw stopped();
        await tx.store.put({ key: STATE, value: { state, saves: this.#saves + 1 } });
        if (cells.length > 0) {
          await tx.store.put({ key: numbered(JOURNAL, this.#next), value: cells });
          this.#next += 1;
        }
        for (const seq of drop) await tx.store.delete(numbered(PENDING, seq));
        for (const pending of add)
          await tx.store.put({ key: numbered(PENDING, pending.seq), value: pending });
      });
    });
    this.#saves += 1;
  }

  /** False when another tab has saved since this one loaded. */
  async isCurrent(): Promise<boolean> {
    return (await this.#entry())?.saves === this.#saves;
  }

  async piece(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.#db.get('settings', PIECE + name))?.value as Uint8Array<ArrayBuffer> | undefined;
  }

  async keepPiece(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await inSentences('save', 'a part of a file', () =>
      this.#db.put('settings', { key: PIECE + name, value: bytes }),
    );
  }

  async dropPieces(): Promise<void> {
    await this.#db.delete('settings', IDBKeyRange.bound(PIECE, `${PIECE}\uffff`));
  }

  async config<T>(): Promise<T | undefined> {
    return (await this.#db.get('settings', SYNC_CONFIG))?.value as T | undefined;
  }

  async saveConfig(value: unknown): Promise<void> {
    await inSentences('save', 'the settings of sync', () =>
      this.#db.put('settings', { key: SYNC_CONFIG, value }),
    );
  }

  /** Forgets everything about sync. The data stays. */
  async forget(): Promise<void> {
    await inSentences('remove', 'the state of sync', () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      return inTransaction(tx, () => tx.store.delete(syncKeys()));
    });
    this.#saves = this.#next = 0;
  }

  async #entry(): Promise<{ state: DeviceState; saves: number } | undefined> {
    const entry = await this.#db.get('settings', STATE);
    return entry?.value as { state: DeviceState; saves: number } | undefined;
  }

  #all(prefix: string) {
    return this.#db.getAll('settings', IDBKeyRange.bound(prefix, `${prefix}\uffff`));
  }

  async #shorten(cells: readonly Cell[], keys: readonly string[]): Promise<void> {
    const tx = this.#db.transaction('settings', 'readwrite', STRICT);
    await inTransaction(tx, async () => {
      for (const key of keys) await tx.store.delete(key);
      for (let at = 0; at < cells.length; at += CELLS) {
        await tx.store.put({ key: numbered(JOURNAL, this.#next), value: cells.slice(at, at + CELLS) });
        this.#next += 1;
      }
    });
  }
}

/** Why there is no state although sync is set up. */
export function stopped(): Failure {
  return new Failure(
    'conflict',
    'Sync has stopped because a backup replaced the data of this device. Disconnect, then join again: your other devices lose nothing.',
  );
}

function numbered(prefix: string, number: number): string {
  return prefix + String(number).padStart(12, '0');
}
