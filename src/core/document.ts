// Documents, their passages (chunks), and what a search answers. Field names are those that Lua tools and the page API see.
import type { JsonObject } from '../base/json.ts';
import type { NotKept } from './original.ts';
import type { Within } from './collection.ts';

export const CONTENT_TYPES = {
  markdown: 'text/markdown',
  html: 'text/html',
  text: 'text/plain',
} as const;

/** Files that were attached to a chat: they belong to it, and are not searched elsewhere unless this source is named. */
export const ATTACHED_SOURCE = 'attached';

/** A document on its way in. Files become this once they are read. */
export interface DocumentInput {
  title?: string;
  body: string;
  /** The collection it belongs to. Default `notes`, or `files` for a file. */
  source?: string;
  /** Its identity inside the source: a second one with the same pair replaces the first. */
  source_id?: string;
  source_url?: string;
  author?: string;
  content_type?: string;
  /** ISO 8601, or anything `Date` reads. */
  created_at?: string;
  updated_at?: string;
  metadata?: JsonObject;
}

/** What is known of a stored document without its text. */
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
  /** SHA-256 of the source and the body as it came in, hex. Recognises duplicates. */
  hash: string;
  /** ISO 639-1: the language that its words are read in. Absent: not known yet. */
  language?: string;
  /** Ids of the collections that it is in. Absent: none. */
  collections?: string[];
  /** What the person said of it: this stays when the document is read again. */
  own?: { title?: string; tags?: string[] };
  /** Number of chunks. */
  chunks: number;
  /** Characters of `body`. */
  size: number;
}

/** The name of one text of a document, in the index and on its tombstone: a document that is replaced gets another. */
export function revisionKey({ id, added_at }: Pick<DocumentMeta, 'id' | 'added_at'>): string {
  return `${id}@${added_at}`;
}

/** True when a document is of the source, and has the words in its title or path. */
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

/** Its tags, as its front matter or a connector gave them: `metadata.tags`, a list or words between commas. In lower case. */
export function tagsOf({ metadata }: Pick<DocumentMeta, 'metadata'>): string[] {
  const { tags } = metadata;
  const listed = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [];
  return listed.flatMap((tag) =>
    typeof tag === 'string' && tag.trim() !== '' ? [tag.trim().toLowerCase()] : [],
  );
}

/** A passage: `text` is `body.slice(start, end)` of its document, so that a citation can open it marked. */
export interface Chunk {
  document: string;
  index: number;
  text: string;
  /** Titles of the sections it stands in, outermost first. */
  heading: string[];
  start: number;
  end: number;
  /** The page of the file it begins on, from 1; absent where a document has no pages. */
  page?: number;
  /** Its text, or a part of it, was recognised from a picture. */
  recognised?: true;
}

/** A document with its text (Markdown or plain) and passages. */
export interface StoredDocument extends DocumentMeta {
  body: string;
  passages: Chunk[];
}

/** `context.get` and `knowledge.get`: a document as tools see it. */
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
  /** `start` and `end`: the place in the body. */
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
  /** Results at most. Default 12. */
  limit?: number;
  source?: string;
  /** Only documents of any of these sources; with `source` of it as well. */
  sources?: readonly string[];
  /** Documents of `ATTACHED_SOURCE` that take part: the others of it do so only where that source is named. */
  attached?: readonly string[];
  /** Only documents of these collections: the limits of a chat, a profile or a tool. Engines elsewhere are not asked. */
  within?: Within;
  /** Only files of this kind, as `kindOf` names it: `pdf`. Engines elsewhere know no kinds: ask with `local`. */
  kind?: string;
  /** Documents of these sources are left out, unless `source`, `sources` or the query itself names them. */
  without?: readonly string[];
  /** Only documents with all of these tags. */
  tags?: readonly string[];
  /** Only documents updated at or after this moment (ISO 8601 or a date). */
  since?: string;
  explain?: boolean;
  /**
   * Milliseconds that the caller is ready to wait for best keyword hits that have no vector yet to be embedded and
   * ranked anew. Default 0: they come with `onUpdate` of the search, and are there for the next one.
   */
  patience?: number;
  /** Only the library on this device is searched: no engine elsewhere hears of it. */
  local?: boolean;
}

// A type, not an interface: what a tool is answered must be JSON, which an interface is never known to be.
/** How a hit came to its place: rank and raw score in each leg that found it, and what each leg counts. */
export type HitExplanation = {
  /** BM25F of its best passage, and what each matching term adds to it. Absent when no word matched. */
  keyword?: { rank: number; score: number; terms: Record<string, number> };
  /** Cosine, -1 to 1. Absent when the passage has no vector or the mode asks for none. */
  semantic?: { rank: number; score: number };
  /** The share of each leg in the score, together 1. */
  weights: { keyword: number; semantic: number };
};

/** One document that a search found, by its best passage. */
/** Between the headings above a passage, in `SearchHit.heading`. */
export const HEADING_SEPARATOR = ' › ';

export interface SearchHit {
  id: string;
  /** 0 to 1, best first; relative to the best hit of this query. */
  score: number;
  /**
   * How likely it is about what was asked, 0 to 1. Absolute: it compares across questions, where `score` does not. Below
   * `RELEVANCE_FLOOR` (core/answer.ts) a list had better not be shown. Absent where it is not known.
   */
  relevance?: number;
  source: string;
  source_id: string;
  updated_at: string;
  title?: string;
  source_url?: string;
  /** The best stretch of the passage, as plain text. */
  snippet: string;
  /** `[start, end)` pairs of the snippet that match the query. */
  marks: [number, number][];
  /**
   * `[start, end)` pairs of the snippet: the one or two sentences that answer best. Absent when neither they nor the
   * heading have a word of the query.
   */
  sentences?: [number, number][];
  heading?: string;
  /** Index of the passage in its document. */
  chunk: number;
  /** The page of the file that the passage begins on, from 1. */
  page?: number;
  /** Its text was recognised from a picture, so it may have wrong letters. */
  recognised?: true;
  /** The remote knowledge it comes from; absent for the library's own. */
  remote?: string;
  /** With `explain`: how it came to its place. */
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
  /** What was not added, and why. Of files with many documents those that are there already are only counted. */
  skipped: { name: string; reason: string; unchanged?: true }[];
  /** Documents that were in the library already, just so. */
  unchanged: number;
  /** Ids of the documents that were added or replaced, in order. */
  ids: string[];
  /** Files that were read and are in the library without their original. Absent: none. */
  withoutOriginal?: NotKept[];
}

export interface AddProgress {
  /** Items finished, of how many. */
  done: number;
  total: number;
  /** The item in hand. */
  name: string;
  /** So many of the first items need not be given again, whatever happens now. */
  saved?: number;
  /** The picture or scanned page of the item that is being recognised, and how many there are. */
  page?: { number: number; of: number };
  /** It was told to wait, and does; all that was read is saved. */
  held?: boolean;
}
