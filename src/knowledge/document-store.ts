// What the library needs of storage, as types: `store/documents.ts` has this shape, and the worker program passes it in.
import type { Chunk, DocumentMeta, StoredDocument } from '../core/document.ts';

/** A segment of the keyword index as it is kept: `bytes` is what `encodeSegment` made. */
export interface StoredSegment {
  id: string;
  bytes: ArrayBuffer;
  /** ISO 8601. */
  createdAt: string;
}

/**
 * - Each write is one transaction: after a crash all of it is there, or none.
 * - A write that resolved is saved; one that rejected changed nothing.
 * - Full or lost storage rejects with Failure `unavailable` and a sentence for people.
 */
export interface DocumentStore {
  /** Everything known of every document, without texts. */
  metas(): Promise<DocumentMeta[]>;
  /** Those of `ids` that exist, in no promised order. */
  metasOf(ids: string[]): Promise<DocumentMeta[]>;
  findByIdentity(source: string, sourceId: string): Promise<DocumentMeta | undefined>;
  findByHash(hash: string): Promise<DocumentMeta | undefined>;
  /** Writes documents with bodies, passages and their index segment. A document with a known id takes its place. */
  commit(documents: StoredDocument[], segment: StoredSegment): Promise<void>;
  open(id: string): Promise<StoredDocument | undefined>;
  /** The passages at `[document, index]`, in the order asked; undefined where there is none. */
  passages(keys: [string, number][]): Promise<(Chunk | undefined)[]>;
  /** Answers the documents that were there, whole, so that a removal can be undone. */
  remove(ids: string[]): Promise<StoredDocument[]>;
  segmentIds(): Promise<string[]>;
  segments(ids: string[]): Promise<StoredSegment[]>;
  /** Puts one segment in the place of several. False, and nothing changed, when one of them is gone already. */
  replaceSegments(old: string[], merged: StoredSegment | undefined): Promise<boolean>;
}
