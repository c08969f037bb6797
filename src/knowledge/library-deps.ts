// The library's dependencies, supplied by the worker program it runs in.
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { OriginalStore } from '../core/ports/original-store.ts';
import type { ReadPacked } from './extract/extract.ts';
import type { Meaning } from './meaning.ts';

/**
 * A message from one tab to the others: ids of documents that were written or removed. Segments are compared by their
 * ids.
 */
export interface LibraryChange {
  documents: string[];
}

export interface LibraryDeps {
  store: DocumentStore;
  /** Runs `work` while no other tab runs any; Web Locks in the browser. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Notifies the other tabs: a `BroadcastChannel`. */
  announce(change: LibraryChange): void;
  newId(): string;
  /** ISO 8601. */
  now(): string;
  /** Reads PDF, Office and other packed files. Absent: they are rejected. */
  readPacked?: ReadPacked;
  /** Absent: no original file is kept. */
  originals?: OriginalStore<Blob>;
  /** Embeddings, once they are connected. Absent: keyword search only. */
  meaning?(): Meaning | undefined;
}
