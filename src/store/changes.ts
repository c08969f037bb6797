// What was done to tools and bundles, for reading. It is written with the tools themselves, in one transaction (see tools.ts).
import type { ChangeRecord } from '../core/run-record.ts';
import type { Database } from './database.ts';
import { inSentences } from './transactions.ts';

const THE_CHANGES = 'the changes';

export class ChangeTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Of one tool (`<bundle id>/<slug>`) or bundle (its id), newest first. */
  async of(id: string): Promise<ChangeRecord[]> {
    // Every `[id, change]`: an array sorts after any text.
    const range = IDBKeyRange.bound([id], [id, []]);
    const changes = await inSentences('read', THE_CHANGES, () =>
      this.#db.getAllFromIndex('changes', 'of', range),
    );
    return changes.reverse();
  }

  /** Newest first. @param before the id of a change: only those that came earlier */
  async list(limit: number, before?: string): Promise<ChangeRecord[]> {
    return inSentences('read', THE_CHANGES, async () => {
      const range = before === undefined ? null : IDBKeyRange.upperBound(before, true);
      const { store } = this.#db.transaction('changes');
      const changes: ChangeRecord[] = [];
      let cursor = await store.openCursor(range, 'prev');
      while (cursor && changes.length < limit) {
        changes.push(cursor.value);
        cursor = await cursor.continue();
      }
      return changes;
    });
  }
}
