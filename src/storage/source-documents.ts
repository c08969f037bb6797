// The documents of one source, read without the library, for a scan to compare with.
import type { DocumentMeta } from '../core/document.ts';
import type { Database } from './database.ts';
import { inSentences } from './transactions.ts';

const THE_LIBRARY = 'the library';

export class SourceDocuments {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the metadata of these documents of a source, in the order asked; undefined where there is none. */
  known(source: string, ids: readonly string[]): Promise<(DocumentMeta | undefined)[]> {
    return inSentences('read', THE_LIBRARY, () => {
      const identity = this.#db.transaction('documents').store.index('identity');
      return Promise.all(ids.map((id) => identity.get([source, id])));
    });
  }

  /** Returns every document of a source, without reading any. */
  identities(source: string): Promise<{ id: string; source_id: string }[]> {
    return inSentences('read', THE_LIBRARY, async () => {
      const found: { id: string; source_id: string }[] = [];
      const identity = this.#db.transaction('documents').store.index('identity');
      const range = IDBKeyRange.bound([source], [source, []]);
      for (let cursor = await identity.openKeyCursor(range); cursor; cursor = await cursor.continue()) {
        found.push({ id: cursor.primaryKey, source_id: cursor.key[1] });
      }
      return found;
    });
  }
}
