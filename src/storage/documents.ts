// Documents in IndexedDB: metadata, bodies, passages and index segments, each change in one transaction.
//
// - Saved means `tx.done`; a transaction that fails part way leaves nothing behind.
// - Strict durability throughout: for batches it costs nothing measurable (1.8 s compared to 1.7 s for 10k records).
import type { IDBPObjectStore, IDBPTransaction, StoreNames } from 'idb';
import { type Chunk, type DocumentMeta, revisionKey, type StoredDocument } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { Database, Schema, SegmentRecord } from './database.ts';
import { countMembers, eachStretch, type ListIndex, matching, newest } from './list-documents.ts';
import { SegmentFiles } from './segment-files.ts';
import type { DocumentStore, StoredSegment } from '../core/ports/document-store.ts';

type Store = StoreNames<Schema>;
type Writing<Stores extends Store[]> = IDBPTransaction<Schema, Stores, 'readwrite'>;

/** A transaction over these and possibly other stores. */
interface Reading {
  objectStore(name: 'documents'): Pick<Table<'documents'>, 'get'>;
  objectStore(name: 'bodies'): Pick<Table<'bodies'>, 'get'>;
  objectStore(name: 'chunks'): Pick<Table<'chunks'>, 'getAll'>;
}
type Table<Name extends Store> = IDBPObjectStore<Schema, ArrayLike<Store>, Name, 'readonly'>;

const DOCUMENT_STORES: ['documents', 'bodies', 'chunks'] = ['documents', 'bodies', 'chunks'];

export class DocumentTable implements DocumentStore {
  readonly #db: Database;
  readonly #segments: SegmentFiles;

  constructor(db: Database, segments = new SegmentFiles()) {
    this.#db = db;
    this.#segments = segments;
  }

  async ids(): Promise<string[]> {
    return guarded(() => this.#db.getAllKeys('documents'));
  }

  async count(): Promise<number> {
    return guarded(() => this.#db.count('documents'));
  }

  async metasOf(ids: string[]): Promise<DocumentMeta[]> {
    return guarded(async () => {
      const { store } = this.#db.transaction('documents');
      return present(await Promise.all(ids.map((id) => store.get(id))));
    });
  }

  /**
   * Lists newest first, by source, or by part of a title or path. Searching for a part reads every document of the
   * source.
   */
  async list(options: {
    source?: string;
    query?: string;
    offset: number;
    limit: number;
    /** The number of documents without a search word, if known: counting 100,000 takes storage half a second. */
    total?: number;
  }): Promise<{ documents: DocumentMeta[]; total: number }> {
    const { source, query = '', offset, limit } = options;
    return guarded(async () => {
      const { store } = this.#db.transaction('documents');
      const range = source === undefined ? undefined : IDBKeyRange.bound([source], [source, []]);
      const name = source === undefined ? 'added' : 'source_added';
      const index = store.index(name) as ListIndex;
      if (query.trim() !== '') return matching(index, range, options);
      const [total, documents] = await Promise.all([
        options.total ?? index.count(range),
        newest(index, range, offset, limit),
      ]);
      return { documents, total };
    });
  }

  async findByIdentity(source: string, sourceId: string): Promise<DocumentMeta | undefined> {
    return guarded(() => this.#db.getFromIndex('documents', 'identity', [source, sourceId]));
  }

  async findByHash(hash: string): Promise<DocumentMeta | undefined> {
    return guarded(() => this.#db.getFromIndex('documents', 'hash', hash));
  }

  /**
   * Writes a batch with its index segment. A document with a known id replaces the older one.
   * @param tombstones revision keys to add for replaced texts, and to remove for restored ones
   * @throws Failure `unavailable` when the storage is full; then nothing of the batch is kept
   */
  async commit(
    documents: StoredDocument[],
    segment: StoredSegment | undefined,
    tombstones: { dead?: readonly string[]; risen?: readonly string[] } = {},
  ): Promise<void> {
    await this.#withSegment(segment, (record) =>
      this.#write([...DOCUMENT_STORES, 'segments', 'tombstones'], async (tx, write) => {
        if (record) write(tx.objectStore('segments').put(record));
        for (const key of tombstones.dead ?? []) write(tx.objectStore('tombstones').put({ key }));
        for (const key of tombstones.risen ?? []) write(tx.objectStore('tombstones').delete(key));
        for (const { body, passages, ...meta } of documents) {
          write(tx.objectStore('chunks').delete(passagesOf(meta.id)));
          write(tx.objectStore('documents').put(meta));
          write(tx.objectStore('bodies').put({ id: meta.id, body }));
          for (const passage of passages) write(tx.objectStore('chunks').put(passage));
        }
      }),
    );
  }

  async eachMeta(visit: (metas: readonly DocumentMeta[]) => void): Promise<void> {
    return guarded(() => eachStretch(this.#db, visit));
  }

  async membersOf(collection: string): Promise<string[]> {
    return guarded(() => this.#db.getAllKeysFromIndex('documents', 'collections', collection));
  }

  async countByCollection(): Promise<Record<string, number>> {
    return guarded(() => countMembers(this.#db.transaction('documents').store.index('collections')));
  }

  async changeMetas(ids: readonly string[], change: (meta: DocumentMeta) => DocumentMeta): Promise<number> {
    return this.#write(['documents'], async (tx, write) => {
      const { store } = tx;
      const metas = present(await Promise.all(ids.map((id) => store.get(id))));
      for (const meta of metas) write(store.put(change(meta)));
      return metas.length;
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

  /**
   * Returns the passages at `[document, index]` with their documents, from the same moment; undefined where there is
   * none.
   */
  async places(keys: [string, number][]): Promise<({ meta: DocumentMeta; passage: Chunk } | undefined)[]> {
    return guarded(() => {
      const tx = this.#db.transaction(['documents', 'chunks']);
      return Promise.all(
        keys.map(async (key) => {
          const [meta, passage] = await Promise.all([
            tx.objectStore('documents').get(key[0]),
            tx.objectStore('chunks').get(key),
          ]);
          return meta && passage && { meta, passage };
        }),
      );
    });
  }

  /** Removes documents and leaves tombstones of their texts. Returns the complete removed documents. */
  async remove(ids: string[]): Promise<StoredDocument[]> {
    return this.#write([...DOCUMENT_STORES, 'tombstones'], async (tx, write) => {
      const removed = present(await Promise.all(ids.map((id) => readDocument(tx, id))));
      for (const document of removed) {
        write(tx.objectStore('documents').delete(document.id));
        write(tx.objectStore('bodies').delete(document.id));
        write(tx.objectStore('chunks').delete(passagesOf(document.id)));
        write(tx.objectStore('tombstones').put({ key: revisionKey(document) }));
      }
      return removed;
    });
  }

  async segmentIds(): Promise<string[]> {
    return guarded(() => this.#db.getAllKeys('segments'));
  }

  /**
   * Reads the stored index, as of one moment.
   * @param known ids of segments that need not be read
   * @param take gets the others in order, while the next ones are read; must not throw. A segment whose file is gone
   *   is empty.
   */
  async index(
    known: ReadonlySet<string>,
    take: (segment: StoredSegment) => void,
  ): Promise<{ ids: string[]; tombstones: string[] }> {
    const taken = new Set(known);
    return guarded(async () => {
      for (;;) {
        const { records, ...index } = await this.#indexNow(taken);
        const reading = records.map((record) => this.#segments.bytesOf(record));
        let isOutdated = false;
        for (const [i, { id, createdAt }] of records.entries()) {
          const bytes = await reading[i];
          // If another tab has merged it meanwhile, the index is outdated.
          isOutdated ||= bytes === undefined && (await this.#db.count('segments', id)) === 0;
          if (isOutdated) break;
          taken.add(id);
          take({ id, bytes: bytes ?? new ArrayBuffer(0), createdAt });
        }
        if (isOutdated) continue;
        this.#segments.forgetAhead();
        return index;
      }
    });
  }

  async #indexNow(
    known: ReadonlySet<string>,
  ): Promise<{ ids: string[]; tombstones: string[]; records: SegmentRecord[] }> {
    const tx = this.#db.transaction(['segments', 'tombstones']);
    const [ids, tombstones] = await Promise.all([
      tx.objectStore('segments').getAllKeys(),
      tx.objectStore('tombstones').getAllKeys(),
    ]);
    const fresh = ids.filter((id) => !known.has(id));
    const records = await Promise.all(fresh.map((id) => tx.objectStore('segments').get(id)));
    return { ids, tombstones, records: present(records) };
  }

  /** Removes segment files left without a record by a crash. No tab may be writing one meanwhile. */
  async sweep(): Promise<void> {
    await this.#segments.sweep(await this.segmentIds());
  }

  /**
   * @param needless tombstones to remove too, provided that `known` includes every stored segment
   * @returns false, with nothing changed, when one of the old segments is already gone (another tab merged it)
   */
  async replaceSegments(
    old: string[],
    merged: StoredSegment | undefined,
    needless?: { tombstones: readonly string[]; known: ReadonlySet<string> },
  ): Promise<boolean> {
    const replaced = await this.#withSegment(merged, (record) =>
      this.#write(['segments', 'tombstones'], async (tx, write) => {
        const store = tx.objectStore('segments');
        const there = await store.getAllKeys();
        if (!old.every((id) => there.includes(id))) return false;
        for (const id of old) write(store.delete(id));
        if (record) write(store.put(record));
        if (needless && there.every((id) => needless.known.has(id)))
          for (const key of needless.tombstones) write(tx.objectStore('tombstones').delete(key));
        return true;
      }),
    );
    await this.#segments.remove(replaced ? old : merged ? [merged.id] : []);
    return replaced;
  }

  /** Writes a segment's bytes before `commit` writes its record, and deletes them when that fails. */
  async #withSegment<Result>(
    segment: StoredSegment | undefined,
    commit: (record: SegmentRecord | undefined) => Promise<Result>,
  ): Promise<Result> {
    const record = segment && (await guarded(() => this.#segments.put(segment)));
    try {
      return await commit(record);
    } catch (error) {
      if (record?.file) await this.#segments.remove([record.id]);
      throw error;
    }
  }

  /** Runs `work` in one transaction. Any failure in it, or of a write it returns, undoes the whole. */
  async #write<Stores extends Store[], Result>(
    stores: [...Stores],
    work: (tx: Writing<[...Stores]>, write: (written: Promise<unknown>) => void) => Promise<Result>,
  ): Promise<Result> {
    return guarded(async () => {
      const tx = this.#db.transaction(stores, 'readwrite', { durability: 'strict' });
      tx.done.catch(() => {}); // Awaited below if the work itself succeeded.
      try {
        const writes: Promise<unknown>[] = [];
        const result = await work(tx, (written) => {
          written.catch(() => {}); // Reported below, unless a later put throws at once: then that is the error.
          writes.push(written);
        });
        await Promise.all(writes);
        await tx.done;
        return result;
      } catch (error) {
        const cause = tx.error ?? error;
        try {
          tx.abort();
        } catch {
          // It has already ended.
        }
        throw cause;
      }
    });
  }
}

function passagesOf(document: string): IDBKeyRange {
  return IDBKeyRange.bound([document], [document, []]);
}

async function readDocument(tx: Reading, id: string): Promise<StoredDocument | undefined> {
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

/** Translates a storage error for people. Other errors pass unchanged. */
function storageFailure(error: unknown): unknown {
  switch (error instanceof Error ? error.name : '') {
    case 'QuotaExceededError':
      return new Failure(
        'unavailable',
        'The browser has no storage left for the library. Remove documents you no longer need or free disk space, then try again.',
      );
    case 'InvalidStateError':
      return new Failure('unavailable', 'The browser closed the library’s storage. Reload the page.');
    case 'UnknownError':
      return new Failure(
        'unavailable',
        'The browser could not read or write its storage. Reload the page; if that does not help, check the free disk space.',
      );
    default:
      return error;
  }
}
