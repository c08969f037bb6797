// What the library needs of storage, as types: `storage/documents.ts` has this shape, and the worker program passes it in.
import type { Chunk, DocumentMeta, StoredDocument } from '../document.ts';

/** A segment of the keyword index as it is kept: `bytes` is what `encodeSegment` made. */
export interface StoredSegment {
  id: string;
  bytes: ArrayBuffer;
  /** ISO 8601. */
  createdAt: string;
}

/** What is stored of the index, as of one moment. */
export interface StoredIndex {
  /** Ids of all segments, in the order in which they were made. */
  ids: string[];
  /** Revision keys of texts that are dead while a segment may still hold them. */
  tombstones: string[];
}

/** Revision keys that a write makes dead, and such that it brings back. */
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
  /** The id of a collection; '' for documents in none. */
  collection?: string;
  /** What `kindOf` says of it: `pdf`, `markdown`. */
  kind?: string;
  tag?: string;
  /** Default `added`, the newest first; texts go from A to Z, numbers and moments from the largest. */
  order?: ListOrder;
  /** The other way round. */
  reversed?: boolean;
}

/** A stretch of a list, and how long the whole is. */
export interface Listed {
  documents: DocumentMeta[];
  total: number;
}

/**
 * - Each write is one transaction: after a crash all of it is there, or none.
 * - A write that resolved is saved; one that rejected changed nothing.
 * - Full or lost storage rejects with Failure `unavailable` and a sentence for people.
 */
export interface DocumentStore {
  /** Ids of all documents. */
  ids(): Promise<string[]>;
  count(): Promise<number>;
  /** Those of `ids` that exist, in no promised order. */
  metasOf(ids: string[]): Promise<DocumentMeta[]>;
  /** Newest first, by source, by part of a title or path. */
  list(options: {
    source?: string;
    query?: string;
    offset: number;
    limit: number;
    /** How many there are when no word is asked for, if it is known. */
    total?: number;
  }): Promise<Listed>;
  /** Every document, a few hundred at a time, in no promised order. */
  eachMeta(visit: (metas: readonly DocumentMeta[]) => void): Promise<void>;
  /** Ids of the documents in a collection. */
  membersOf(collection: string): Promise<string[]>;
  /** How many documents each collection has. */
  countByCollection(): Promise<Record<string, number>>;
  /** Writes what `change` makes of what is stored of these documents, without their texts. @returns how many there were */
  changeMetas(ids: readonly string[], change: (meta: DocumentMeta) => DocumentMeta): Promise<number>;
  findByIdentity(source: string, sourceId: string): Promise<DocumentMeta | undefined>;
  findByHash(hash: string): Promise<DocumentMeta | undefined>;
  /** Writes documents with bodies, passages and their index segment. A document with a known id takes its place. */
  commit(
    documents: StoredDocument[],
    segment: StoredSegment | undefined,
    tombstones?: TombstoneChange,
  ): Promise<void>;
  open(id: string): Promise<StoredDocument | undefined>;
  /** The passages at `[document, index]`, in the order asked; undefined where there is none. */
  passages(keys: [string, number][]): Promise<(Chunk | undefined)[]>;
  /** The same with their documents, as of one moment. */
  places(keys: [string, number][]): Promise<({ meta: DocumentMeta; passage: Chunk } | undefined)[]>;
  /** Answers the documents that were there, whole, so that a removal can be undone. Leaves their tombstones. */
  remove(ids: string[]): Promise<StoredDocument[]>;
  /**
   * @param known ids of segments that need not be read
   * @param take gets the others in order, each while the next ones are read; must not throw
   */
  index(known: ReadonlySet<string>, take: (segment: StoredSegment) => void): Promise<StoredIndex>;
  segmentIds(): Promise<string[]>;
  /** Removes what a crash left of segments. Nobody may be writing one meanwhile. */
  sweep(): Promise<void>;
  /**
   * Puts one segment in the place of several. False, and nothing changed, when one of them is gone already.
   * @param needless tombstones that go along, provided that no segment is there that is not in `known`
   */
  replaceSegments(
    old: string[],
    merged: StoredSegment | undefined,
    needless?: { tombstones: readonly string[]; known: ReadonlySet<string> },
  ): Promise<boolean>;
}
