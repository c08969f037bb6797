// Feeds: connectors that are scanned again and again, each with its settings and how its last scan went.
import type { Feed } from '../core/feed.ts';
import type { Database } from './database.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

const THE_FEED = 'the feed';

export class FeedTable {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
    this.#channel = new BroadcastChannel(`${db.name}-feeds`);
    this.#channel.addEventListener('message', () => this.#tell());
  }

  /** Oldest first. @throws Failure `unavailable` */
  all(): Promise<Feed[]> {
    return inSentences('read', THE_FEED, () => this.#db.getAll('feeds'));
  }

  get(id: string): Promise<Feed | undefined> {
    return inSentences('read', THE_FEED, () => this.#db.get('feeds', id));
  }

  /** @throws Failure `unavailable` */
  async add(feed: Feed): Promise<void> {
    await inSentences('save', THE_FEED, () => {
      const tx = this.#db.transaction('feeds', 'readwrite', STRICT);
      return inTransaction(tx, () => tx.store.add(feed));
    });
    this.#changed();
  }

  /**
   * Writes what `change` makes of the feed as it is now, whichever tab wrote it last.
   * @returns what is stored after that; undefined when it is gone.
   */
  async change(id: string, change: (feed: Feed) => Feed): Promise<Feed | undefined> {
    const changed = await inSentences('save', THE_FEED, () => {
      const tx = this.#db.transaction('feeds', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const feed = await tx.store.get(id);
        const next = feed && change(feed);
        if (next) await tx.store.put(next);
        return next;
      });
    });
    if (changed) this.#changed();
    return changed;
  }

  async remove(id: string): Promise<void> {
    await inSentences('remove', THE_FEED, () => {
      const tx = this.#db.transaction('feeds', 'readwrite', STRICT);
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
