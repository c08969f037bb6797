// A list in one record of the settings, for a few small items. Every change is one transaction, and all tabs get
// notified.
import type { Database } from './database.ts';
import { TabChanges } from './tab-changes.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

interface ListOptions<Item> {
  /** Key of the record, and name of its field. */
  key: string;
  /** The name of the items in error messages, such as "the prompts". */
  what: string;
  /** Reads a stored record, which may be damaged or missing. */
  read(value: unknown): Item[];
}

export class SettingsList<Item> {
  readonly #db: Database;
  readonly #options: ListOptions<Item>;
  readonly #changes: TabChanges;

  constructor(db: Database, options: ListOptions<Item>) {
    this.#db = db;
    this.#options = options;
    this.#changes = new TabChanges(db, options.key);
  }

  /** @throws Failure `unavailable` */
  async list(): Promise<Item[]> {
    const { key, what, read } = this.#options;
    const entry = await inSentences('read', what, () => this.#db.get('settings', key));
    return read(entry?.value);
  }

  /** @param change its error is thrown, and nothing is stored. @throws Failure `unavailable` */
  async change(change: (items: Item[]) => Item[]): Promise<void> {
    const { key, what, read } = this.#options;
    await inSentences('save', what, () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const items = change(read((await tx.store.get(key))?.value));
        await tx.store.put({ key, value: { [key]: items } });
      });
    });
    this.#changes.tell();
  }

  /** Calls back after a change in any tab. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#changes.onChange(listener);
  }
}
