// Stores whose records are synced whole: collections, profiles and remote collections.
import { freeName } from '../../../base/free-name.ts';
import type { StoreNames } from 'idb';
import type { Database, Schema } from '../../../storage/database.ts';
import { inSentences, inTransaction, STRICT } from '../../../storage/transactions.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import { announce, idIn, localRecord, markOf, withTexts, type RecordKind } from './record-kind.ts';

type Store = 'collections' | 'profiles' | 'remotes';

interface TableOptions {
  kind: string;
  store: Store;
  /** Text fields that a record must have. */
  texts: readonly string[];
}

export const COLLECTIONS: TableOptions = {
  kind: 'collection',
  store: 'collections',
  texts: ['id', 'name', 'colour', 'instructions', 'createdAt', 'modifiedAt'],
};
export const PROFILES: TableOptions = {
  kind: 'profile',
  store: 'profiles',
  texts: ['id', 'name', 'description', 'kind', 'text', 'createdAt', 'modifiedAt'],
};
export const REMOTES: TableOptions = {
  kind: 'remote',
  store: 'remotes',
  texts: ['id', 'name', 'engine', 'url', 'use', 'createdAt'],
};

export class TableRecords implements RecordKind {
  readonly kinds: readonly string[];
  readonly #db: Database;
  readonly #options: TableOptions;

  constructor(db: Database, options: TableOptions) {
    this.#db = db;
    this.#options = options;
    this.kinds = [options.kind];
  }

  async *scan(): AsyncIterable<LocalRecord> {
    const { kind, store } = this.#options;
    for (const record of await this.#db.getAll(store)) {
      const at = 'modifiedAt' in record ? record.modifiedAt : record.createdAt;
      yield localRecord(`${kind}/${record.id}`, record, at);
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const { store, texts } = this.#options;
    const outcomes = new Map<string, Outcome>();
    await inSentences('save', 'what another device sent', () => {
      const tx = this.#db.transaction(store as StoreNames<Schema>, 'readwrite', STRICT);
      const records = tx.objectStore(store);
      return inTransaction(tx, async () => {
        const all = new Map(
          (await records.getAll()).map((record) => [(record as Named).id, record as Named]),
        );
        for (const { key, value, mark } of changes) {
          const id = idIn(key);
          const here = all.get(id);
          if ((here && markOf(here)) !== mark) {
            outcomes.set(key, 'later');
            continue;
          }
          const fine = withTexts(value, ...texts);
          if (value === undefined) {
            await records.delete(id);
            all.delete(id);
          } else if (fine?.['id'] === id) {
            const next = { ...fine, name: uniqueName(fine['name'] as string, id, all) } as unknown as Named;
            await records.put(next as never);
            all.set(id, next);
          }
          const now = all.get(id);
          outcomes.set(key, { mark: now && markOf(now) });
        }
      });
    });
    announce(`${this.#db.name}-${store}`, 'changed');
    return outcomes;
  }
}

interface Named {
  id: string;
  name: string;
}

/** Names are unique on a device. */
function uniqueName(name: string, id: string, all: ReadonlyMap<string, Named>): string {
  return freeName(name, (free) =>
    [...all.values()].some((one) => one.id !== id && one.name.toLowerCase() === free.toLowerCase()),
  );
}
