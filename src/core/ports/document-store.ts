// Storage interface of the library. `storage/documents.ts` implements it, and the worker's entry passes it in.
import type { Chunk, DocumentMeta, StoredDocument } from '../document.ts';

/** A stored segment of the keyword index. `bytes` comes from `encodeSegment`. */
export interface StoredSegment {
  id: string;
  bytes: ArrayBuffer;
  /** ISO 8601. */
  createdAt: string;
}

/** A snapshot of the stored index. */
export interface StoredIndex {
  /** Ids of all segments, in order of creation. */
  ids: string[];
  /** Revision keys of deleted texts that a segment may still contain. */
  tombstones: string[];
}

/** Revision keys that a write deletes, and those it restores. */
export interface TombstoneChange {
  dead?: readonly string[];
  risen?: readonly string[];
}

export const LIST_ORDERS = ['added', 'title', 'kind', 'source', 'passages', 'size', 'updated'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export interface ListOptions {
  source?: string;
  limit?: number;
  offset?: number;
  /** Part of a title or of a path. */
  query?: string;
  /** Id of a collection; '' for documents in none. */
  collection?: string;
  /** Kind as named by `kindOf`: `pdf`, `markdown`. */
  kind?: string;
  tag?: string;
  /** Default `added`, newest first. Texts sort from A to Z, numbers and times in descending order. */
  order?: ListOrder;
  /** Reverses the order. */
  reversed?: boolean;
}

/** A range of a list, and the length of the whole. */
export interface Listed {
  documents: DocumentMeta[];
  total: number;
}

/**
 * - Each write is one transaction: after a crash, all or none of it is there.
 * - A resolved write is saved; a rejected one changed nothing.
 * - Full or lost storage rejects with Failure `unavailable` and a sentence for people.
 */
export interface DocumentStore {
  /** Returns the ids of all documents. */
  ids(): Promise<string[]>;
  count(): Promise<number>;
  /** Returns those of `ids` that exist, in no particular order. */
  metasOf(ids: string[]): Promise<DocumentMeta[]>;
  /** Lists documents, newest first, by source and by part of a title or path. */
  list(options: {
    source?: string;
    query?: string;
    offset: number;
    limit: number;
    /** Total without a query, if known. */
    total?: number;
  }): Promise<Listed>;
  /** Visits every document, a few hundred at a time, in no particular order. */
  eachMeta(visit: (metas: readonly DocumentMeta[]) => void): Promise<void>;
  /** Returns the ids of the documents in a collection. */
  membersOf(collection: string): Promise<string[]>;
  /** Returns the number of documents in each collection. */
  countByCollection(): Promise<Record<string, number>>;
  /** Applies `change` to the stored metadata of these documents. @returns how many exist */
  changeMetas(ids: readonly string[], change: (meta: DocumentMeta) => DocumentMeta): Promise<number>;
  findByIdentity(source: string, sourceId: string): Promise<DocumentMeta | undefined>;
  findByHash(hash: string): Promise<DocumentMeta | undefined>;
  /** Writes documents with bodies, passages and their index segment. A document with a known id is replaced. */
  commit(
    documents: StoredDocument[],
    segment: StoredSegment | undefined,
    tombstones?: TombstoneChange,
  ): Promise<void>;
  open(id: string): Promise<StoredDocument | undefined>;
  /** Returns the passages at `[document, index]`, in the order requested; undefined for missing ones. */
  passages(keys: [string, number][]): Promise<(Chunk | undefined)[]>;
  /** Returns the same with their documents, from one snapshot. */
  places(keys: [string, number][]): Promise<({ meta: DocumentMeta; passage: Chunk } | undefined)[]>;
  /** Returns the removed documents in full, so that a removal can be undone. Leaves their tombstones. */
  remove(ids: string[]): Promise<StoredDocument[]>;
  /**
   * @param known ids of segments that need not be read
   * @param take receives the others in order, each while the next ones are read; must not throw
   */
  index(known: ReadonlySet<string>, take: (segment: StoredSegment) => void): Promise<StoredIndex>;
  segmentIds(): Promise<string[]>;
  /** Removes segment files that a crash left behind. Nobody may be writing one meanwhile. */
  sweep(): Promise<void>;
  /**
   * Replaces several segments with one. Returns false, without a change, if one of them is already gone.
   * @param needless tombstones to delete as well, provided that every segment is in `known`
   */
  replaceSegments(
    old: string[],
    merged: StoredSegment | undefined,
    needless?: { tombstones: readonly string[]; known: ReadonlySet<string> },
  ): Promise<boolean>;
}
