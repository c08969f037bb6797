// The types of an index segment, and of the documents that it is built from.
import type { Names } from './names.ts';
import type { Postings } from './postings.ts';

/** A passage to be indexed. */
export interface IndexedChunk {
  document: string;
  /** Index of the passage in its document. */
  index: number;
  text: string;
  heading: string[];
  title: string;
  /** The title without the name of its site; absent: all of it. */
  ownTitle?: string;
}

/** The document metadata for filters, order and counts, so that nothing else must be in memory. */
export interface IndexedDocument {
  document: string;
  source: string;
  /** Milliseconds since 1970. */
  updated: number;
  /** In lower case, without duplicates. */
  tags: readonly string[];
  /** Code of the language that analysed its terms; absent: English. */
  language?: string;
}

/** Chunks have ordinals, `0` to `lengths.length - 1`; terms are in UTF-16 order. */
export interface Segment {
  /** Unique ids, including documents without a passage. */
  readonly documents: Names;
  /** Per document: `hashOfName` of its id. */
  readonly documentHashes: Uint32Array<ArrayBuffer>;
  /** Unique names. */
  readonly sources: readonly string[];
  /** Per document: index of its source in `sources`. */
  readonly sourceOf: Uint32Array<ArrayBuffer>;
  /** Per document: when it was updated, in milliseconds since 1970. */
  readonly updated: Float64Array<ArrayBuffer>;
  /** Unique names. */
  readonly tags: readonly string[];
  /** The tags of document `d` are `tagged` (indexes into `tags`) from `tagOffsets[d]` to `tagOffsets[d + 1]`. */
  readonly tagOffsets: Uint32Array<ArrayBuffer>;
  readonly tagged: Uint32Array<ArrayBuffer>;
  /** Unique codes of the languages that analysed the terms. */
  readonly languages: readonly string[];
  /** Per document: index of its language in `languages`. */
  readonly languageOf: Uint32Array<ArrayBuffer>;
  /** Per chunk: index of its document in `documents`. */
  readonly documentOf: Uint32Array<ArrayBuffer>;
  /** Per chunk: its index in its document. */
  readonly chunkIndex: Uint32Array<ArrayBuffer>;
  /** Per chunk: number of terms of its text, without headings and title. */
  readonly lengths: Uint32Array<ArrayBuffer>;
  /** Per chunk: number of terms of its document's title. */
  readonly titleLengths: Uint32Array<ArrayBuffer>;
  readonly hashes: Uint32Array<ArrayBuffer>;
  readonly terms: Names;
  /** Per term: the chunks that have it. */
  readonly postings: Postings;
}
