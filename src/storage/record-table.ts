// A store of records with an `id`, read as a whole and changed one at a time. Every tab is notified of a change.
import type { IDBPDatabase } from 'idb';
import type { Database, Schema } from './database.ts';
import { TabChanges } from './tab-changes.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

export type RecordStore = 'links' | 'feeds' | 'remotes' | 'profiles' | 'mcp_servers' | 'collections';
type RecordOf<Store extends RecordStore> = Schema[Store]['value'];

export class RecordTable<Store extends RecordStore> {
  /** Without the names of stores, which TypeScript can't follow through a type parameter. */
  readonly #db: IDBPDatabase;
  readonly #store: Store;
  readonly #what: string;
  readonly #changes: TabChanges;

  /** @param what the name of a record in error messages, such as "the feed" */
  constructor(db: Database, store: Store, what: string) {
    this.#db = db as unknown as IDBPDatabase;
    this.#store = store;
    this.#what = what;
    this.#changes = new TabChanges(db, store);
  }

  /** Returns records by id: oldest first where ids are UUIDs of version 7. @throws Failure `unavailable` */
  all(): Promise<RecordOf<Store>[]> {
    return inSentences('read', this.#what, () => this.#db.getAll(this.#store));
  }

  get(id: string): Promise<RecordOf<Store> | undefined> {
    return inSentences('read', this.#what, () => this.#db.get(this.#store, id));
  }

  /** @throws Failure `unavailable`, also when one with that id exists */
  async add(record: RecordOf<Store>): Promise<void> {
    await this.#write('save', (records) => records.add(record));
    this.#changes.tell();
  }

  /** @throws Failure `unavailable` */
  async put(record: RecordOf<Store>): Promise<void> {
    await this.#write('save', (records) => records.put(record));
    this.#changes.tell();
  }

  /**
   * Applies `change` to the present record, whichever tab wrote it last.
   * @returns the stored record after that; undefined when it is gone
   */
  async change(
    id: string,
    change: (record: RecordOf<Store>) => RecordOf<Store>,
  ): Promise<RecordOf<Store> | undefined> {
    const changed = await this.#write('save', async (records) => {
      const record = (await records.get(id)) as RecordOf<Store> | undefined;
      const next = record && change(record);
      if (next) await records.put(next);
      return next;
    });
    if (changed) this.#changes.tell();
    return changed;
  }

  async remove(id: string): Promise<void> {
    await this.#write('remove', (records) => records.delete(id));
    this.#changes.tell();
  }

  /** Notifies of every change, here and in other tabs. */
  onChange(listener: () => void): () => void {
    return this.#changes.onChange(listener);
  }

  /** Closes the channel to other tabs. */
  close(): void {
    this.#changes.close();
  }

  #write<Result>(verb: 'save' | 'remove', work: (records: Records) => Promise<Result>): Promise<Result> {
    return inSentences(verb, this.#what, () => {
      const tx = this.#db.transaction(this.#store, 'readwrite', STRICT);
      return inTransaction(tx, () => work(tx.store));
    });
  }
}

interface Records {
  get(id: string): Promise<unknown>;
  add(record: unknown): Promise<unknown>;
  put(record: unknown): Promise<unknown>;
  delete(id: string): Promise<void>;
}
