// Documents, their passages (chunks), and search hits. Lua tools and the page API see the same field names.
import type { JsonObject } from '../base/json.ts';
import type { NotKept } from './original.ts';
import type { Within } from './collection.ts';

export const CONTENT_TYPES = {
  markdown: 'text/markdown',
  html: 'text/html',
  text: 'text/plain',
} as const;

/** Files attached to a chat. They belong to it, and other searches skip them unless they name this source. */
export const ATTACHED_SOURCE = 'attached';

/** A document to be added. Files become this after they are read. */
export interface DocumentInput {
  title?: string;
  body: string;
  /** The source it belongs to. Default `notes`, or `files` for a file. */
  source?: string;
  /** Its identity within the source. A second document with the same pair replaces the first. */
  source_id?: string;
  source_url?: string;
  author?: string;
  content_type?: string;
  /** ISO 8601, or any format that `Date` parses. */
  created_at?: string;
  updated_at?: string;
  metadata?: JsonObject;
}

/** Metadata of a stored document, without its text. */
export interface DocumentMeta {
  id: string;
  source: string;
  source_id: string;
  title: string;
  author?: string;
  source_url?: string;
  content_type: string;
  created_at: string;
  updated_at: string;
  added_at: string;
  metadata: JsonObject;
  /** Hex SHA-256 of the source and the original body. Detects duplicates. */
  hash: string;
  /** ISO 639-1: the language its text is analysed in. Absent while unknown. */
  language?: string;
  /** Ids of its collections. Absent: none. */
  collections?: string[];
  /** Values set by the person. They stay when the document is read again. */
  own?: { title?: string; tags?: string[] };
  /** Number of chunks. */
  chunks: number;
  /** Length of `body`, in characters. */
  size: number;
  /** Bytes of the file that it was read from. Absent: a text, one of many in a file, or added by an older version. */
  file_size?: number;
}

/** Returns the size that people know: that of the file, or of a text. */
export function sizeOf({ size, file_size }: Pick<DocumentMeta, 'size' | 'file_size'>): number {
  return file_size ?? size;
}

/**
 * Returns the key of one revision of a document, used in the index and for tombstones. A replaced document gets
 * another one.
 */
export function revisionKey({ id, added_at }: Pick<DocumentMeta, 'id' | 'added_at'>): string {
  return `${id}@${added_at}`;
}

/** Tells whether a document has this source, and the words in its title or path. */
export function isListed(
  { source, source_id, title }: DocumentMeta,
  wanted: { source?: string; query?: string },
): boolean {
  const words = wanted.query?.trim().toLowerCase() ?? '';
  return (
    (wanted.source === undefined || source === wanted.source) &&
    (words === '' || `${title}\n${source_id}`.toLowerCase().includes(words))
  );
}

/** Returns the tags from front matter or a connector, in lower case: `metadata.tags`, a list or comma-separated words. */
export function tagsOf({ metadata }: Pick<DocumentMeta, 'metadata'>): string[] {
  const { tags } = metadata;
  const listed = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [];
  return listed.flatMap((tag) =>
    typeof tag === 'string' && tag.trim() !== '' ? [tag.trim().toLowerCase()] : [],
  );
}

/** A passage: `text` is `body.slice(start, end)` of its document, so a citation can open and mark it. */
export interface Chunk {
  document: string;
  index: number;
  text: string;
  /** Titles of the enclosing sections, outermost first. */
  heading: string[];
  start: number;
  end: number;
  /** The page it begins on, from 1; absent for documents without pages. */
  page?: number;
  /** True when some of its text was recognised by OCR. */
  recognised?: true;
}

/** A document with its text (Markdown or plain) and passages. */
export interface StoredDocument extends DocumentMeta {
  body: string;
  passages: Chunk[];
}

/** Result of `context.get` and `knowledge.get`: a document as tools see it. */
export interface DocumentView {
  id: string;
  source: string;
  source_id: string;
  title?: string;
  author?: string;
  source_url?: string;
  content_type: string;
  body: string;
  created_at: string;
  updated_at: string;
  metadata: JsonObject;
  /** `start` and `end`: range in the body. */
  chunks: {
    index: number;
    text: string;
    heading?: string;
    page?: number;
    recognised?: true;
    start?: number;
    end?: number;
  }[];
}

export type SearchMode = 'keyword' | 'semantic' | 'hybrid';
export const SEARCH_MODES: readonly SearchMode[] = ['keyword', 'semantic', 'hybrid'];

export interface SearchOptions {
  mode?: SearchMode;
  /** Maximum number of results. Default 12. */
  limit?: number;
  source?: string;
  /** Only documents of these sources; with `source`, both must match. */
  sources?: readonly string[];
  /** Documents of `ATTACHED_SOURCE` to include. Others of that source are searched only when it is named. */
  attached?: readonly string[];
  /** Only documents in these collections: the limits of a chat, a profile or a tool. Remote engines are not asked. */
  within?: Within;
  /** Only files of this kind, as named by `kindOf`, such as `pdf`. Remote engines know no kinds: set `local` too. */
  kind?: string;
  /** Excludes documents of these sources, unless `source`, `sources` or the query names them. */
  without?: readonly string[];
  /** Only documents with all of these tags. */
  tags?: readonly string[];
  /** Only documents updated at or after this time (ISO 8601 or a date). */
  since?: string;
  explain?: boolean;
  /**
   * Milliseconds to wait while the best keyword hits without a vector are embedded and ranked again. Default 0: they
   * arrive through the search's `onUpdate`, and are ready for the next search.
   */
  patience?: number;
  /** Searches only the library on this device. Remote engines are not asked. */
  local?: boolean;
}

// A type, not an interface: tool results must be JSON, and an interface is not assignable to it.
/** Why a hit has its rank: rank and raw score in each leg that found it, and the weight of each leg. */
export type HitExplanation = {
  /** BM25F of its best passage, and the contribution of each matching term. Absent when no word matched. */
  keyword?: { rank: number; score: number; terms: Record<string, number> };
  /** Cosine, -1 to 1. Absent when the passage has no vector or the mode uses none. */
  semantic?: { rank: number; score: number };
  /** The share of each leg in the score; they add up to 1. */
  weights: { keyword: number; semantic: number };
};

/** Separates the headings in `SearchHit.heading`. */
export const HEADING_SEPARATOR = ' › ';

/** A document found by a search, with its best passage. */
export interface SearchHit {
  id: string;
  /** 0 to 1, best first; relative to the best hit of this query. */
  score: number;
  /**
   * Probability that the hit is about the question, 0 to 1. Unlike `score` it is absolute and compares across
   * questions. Lists should hide hits below `RELEVANCE_FLOOR` (core/answer.ts). Absent if unknown.
   */
  relevance?: number;
  source: string;
  source_id: string;
  updated_at: string;
  title?: string;
  source_url?: string;
  /** The best excerpt of the passage, as plain text. */
  snippet: string;
  /** `[start, end)` pairs of the snippet that match the query. */
  marks: [number, number][];
  /**
   * `[start, end)` pairs of the snippet: the one or two best sentences. Absent when neither they nor the heading
   * contain a word of the query.
   */
  sentences?: [number, number][];
  heading?: string;
  /** Index of the passage in its document. */
  chunk: number;
  /** The page on which the passage begins, from 1. */
  page?: number;
  /** Recognised by OCR, so some letters may be wrong. */
  recognised?: true;
  /** The remote collection it comes from; absent for the local library. */
  remote?: string;
  /** With `explain`: why it has its rank. */
  explain?: HitExplanation;
}

export interface SourceInfo {
  name: string;
  configured: boolean;
  healthy: boolean;
  documents: number;
  chunks: number;
  notes?: string;
}

export interface AddReport {
  documents: number;
  chunks: number;
  /** Items that were not added, with the reason. In files with many documents, unchanged ones are only counted. */
  skipped: { name: string; reason: string; unchanged?: true }[];
  /** Number of documents that were already in the library, unchanged. */
  unchanged: number;
  /** Ids of the added or replaced documents, in order. */
  ids: string[];
  /** Files that were added without keeping their original. Absent: none. */
  withoutOriginal?: NotKept[];
}

export interface AddProgress {
  /** Number of finished items, and the total. */
  done: number;
  total: number;
  /** The current item. */
  name: string;
  /** Number of leading items that are saved for good and need not be added again after a failure. */
  saved?: number;
  /** The picture or scanned page being recognised, and their number. */
  page?: { number: number; of: number };
  /** Paused on request; everything read so far is saved. */
  held?: boolean;
}
