// Links of tools to files and folders on this device. The browser keeps the handles; permission is asked for anew by it.
import type { LocalLink } from '../core/local-link.ts';
import type { Database } from './database.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

const THE_LINK = 'the link to the file';

export class LinkTable {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
    this.#channel = new BroadcastChannel(`${db.name}-links`);
    this.#channel.addEventListener('message', () => this.#tell());
  }

  /** Oldest first. @throws Failure `unavailable` */
  all(): Promise<LocalLink[]> {
    return inSentences('read', THE_LINK, () => this.#db.getAll('links'));
  }

  get(id: string): Promise<LocalLink | undefined> {
    return inSentences('read', THE_LINK, () => this.#db.get('links', id));
  }

  /** @throws Failure `unavailable` */
  async put(link: LocalLink): Promise<void> {
    await inSentences('save', THE_LINK, () => {
      const tx = this.#db.transaction('links', 'readwrite', STRICT);
      return inTransaction(tx, () => tx.store.put(link));
    });
    this.#changed();
  }

  async remove(id: string): Promise<void> {
    await inSentences('remove', THE_LINK, () => {
      const tx = this.#db.transaction('links', 'readwrite', STRICT);
      return inTransaction(tx, () => tx.store.delete(id));
    });
    this.#changed();
  }

  /** Tells of every change, here and in other tabs. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the talk with other tabs. */
  close(): void {
    this.#channel.close();
  }

  #changed(): void {
    this.#channel.postMessage('changed');
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
