// From a question to hits, and from the library to its lists: filters, order, and the shapes that tools and the page see.
import {
  type Chunk,
  type DocumentMeta,
  type DocumentView,
  SEARCH_MODES,
  type SearchHit,
  type SearchOptions,
  type SourceInfo,
  type StoredDocument,
  tagsOf,
} from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { Asked } from '../search/asked.ts';
import type { KeywordHit } from '../search/keyword-index.ts';
import { matchesIn } from '../search/matches.ts';
import { termsOfPhrase } from '../search/phrase.ts';
import { firstSentence, markedSentences } from '../search/sentences.ts';
import { snippetOf } from '../search/snippet.ts';
import { toIso } from './incoming.ts';
import { compare, type LiveIndex, revisionKey } from './live-index.ts';

const LIMIT = { default: 12, most: 100 };
/** Passages whose text a search for a phrase looks at: beyond these its words are too common to wait for. */
const MOST_COMPARED = 2000;
/** Characters of a snippet: the first result can be read as the answer, the others are looked through. */
const SNIPPET = { first: 420, other: 240 };
/** Between the titles of nested sections. */
const HEADING_SEPARATOR = ' › ';

export interface ListOptions {
  source?: string;
  limit?: number;
  offset?: number;
  /** Part of a title or of a path. */
  query?: string;
}

/** A document that matches, with the place of its best passage. */
export interface Found {
  meta: DocumentMeta;
  hit: KeywordHit;
  rank: number;
}

/**
 * The documents that answer a query, best first; ties by newer, then by id. One that only filters lists what passes them,
 * newest first; a blank one finds nothing. Until there are embeddings, `hybrid` answers like `keyword`.
 * @throws Failure `bad_request` for an unknown mode or date, `unavailable` for `semantic`.
 */
export function findDocuments(live: LiveIndex, asked: Asked, options: SearchOptions = {}): Found[] {
  const accept = filterOf(live, asked, options);
  const limit = limitOf(options);
  if (asked.text.trim() === '') return isFiltered(asked) ? newest(live, accept, limit) : [];
  return ranked(live, live.index.search(asked.text, { limit, accept, tie: newerFirst(live) }));
}

/**
 * Passages that may say the phrases of a query, best first; their text has yet to be looked at.
 * @throws as `findDocuments`
 */
export function findPassages(live: LiveIndex, asked: Asked, options: SearchOptions = {}): Found[] {
  const hits = live.index.search(asked.text, {
    limit: MOST_COMPARED,
    accept: filterOf(live, asked, options),
    tie: newerFirst(live),
    required: asked.phrases.flatMap((phrase) => termsOfPhrase(phrase)),
    passages: true,
    explain: options.explain ?? false,
  });
  return ranked(live, hits);
}

/** Documents at most that a search with these options answers. */
export function limitOf(options: SearchOptions): number {
  return clamp(options.limit, LIMIT.default, LIMIT.most);
}

function filterOf(live: LiveIndex, asked: Asked, options: SearchOptions): (key: string) => boolean {
  const { mode = 'hybrid', source, tags = [] } = options;
  if (!SEARCH_MODES.includes(mode)) {
    throw new Failure(
      'bad_request',
      `Unknown search mode: ${String(mode)}. Use keyword, semantic, or hybrid.`,
    );
  }
  const since = [options.since, asked.since].flatMap((date) => (date === undefined ? [] : [momentOf(date)]));
  if (mode === 'semantic') {
    throw new Failure(
      'unavailable',
      'Semantic search needs embeddings, which this version does not make yet. Use keyword.',
    );
  }
  const wanted = [...tags, ...asked.tags].map((tag) => tag.toLowerCase());
  const sources = asked.sources.map((name) => name.toLowerCase());
  return (key) => {
    const meta = live.byKey(key);
    if (!meta || (source !== undefined && meta.source !== source)) return false;
    if (since.some((from) => meta.updated_at < from)) return false;
    if (sources.length > 0 && !sources.includes(meta.source.toLowerCase())) return false;
    if (wanted.length === 0) return true;
    const its = tagsOf(meta);
    return wanted.every((tag) => its.includes(tag));
  };
}

function momentOf(date: string): string {
  const moment = toIso(date);
  if (moment !== undefined) return moment;
  throw new Failure(
    'bad_request',
    `Not a date: ${String(date)}. Write since as YYYY-MM-DD or as an ISO 8601 time.`,
  );
}

function isFiltered({ sources, tags, since }: Asked): boolean {
  return sources.length > 0 || tags.length > 0 || since !== undefined;
}

function newest(live: LiveIndex, accept: (key: string) => boolean, limit: number): Found[] {
  return [...live.documents.values()]
    .filter((meta) => meta.chunks > 0 && accept(revisionKey(meta)))
    .sort((a, b) => compare(b.updated_at, a.updated_at) || compare(a.id, b.id))
    .slice(0, limit)
    .map((meta, i) => {
      const hit = { document: revisionKey(meta), chunk: 0, score: 1, raw: 0, terms: {} };
      return { meta, hit, rank: i + 1 };
    });
}

function newerFirst(live: LiveIndex): (a: string, b: string) => number {
  return (a, b) => {
    const [one, other] = [live.byKey(a), live.byKey(b)];
    return compare(other?.updated_at ?? '', one?.updated_at ?? '') || compare(one?.id ?? a, other?.id ?? b);
  };
}

function ranked(live: LiveIndex, hits: readonly KeywordHit[]): Found[] {
  return hits.flatMap((hit, i) => {
    const meta = live.byKey(hit.document);
    return meta ? [{ meta, hit, rank: i + 1 }] : [];
  });
}

export function toSearchHit(
  { meta, hit, rank }: Found,
  passage: Chunk,
  query: string,
  explain: boolean | undefined,
): SearchHit {
  const snippet = snippetOf(passage.text, query, rank === 1 ? SNIPPET.first : SNIPPET.other);
  const found: SearchHit = {
    id: meta.id,
    score: hit.score,
    source: meta.source,
    source_id: meta.source_id,
    updated_at: meta.updated_at,
    title: meta.title,
    ...snippet,
    chunk: passage.index,
  };
  const sentences = answeringSentences(snippet.snippet, passage.heading, query);
  if (sentences.length > 0) found.sentences = sentences;
  if (meta.source_url !== undefined) found.source_url = meta.source_url;
  if (passage.heading.length > 0) found.heading = passage.heading.join(HEADING_SEPARATOR);
  if (explain) {
    found.explain = {
      keyword: { rank, score: hit.raw, terms: hit.terms },
      weights: { keyword: 1, semantic: 0 },
    };
  }
  return found;
}

/** When only the heading has the question's words, what is said first under it answers. */
function answeringSentences(snippet: string, heading: readonly string[], query: string): [number, number][] {
  const marked = markedSentences(snippet, query);
  if (marked.length > 0 || matchesIn(heading.join(HEADING_SEPARATOR), query).length === 0) return marked;
  const first = firstSentence(snippet);
  return first ? [first] : [];
}

/** A document as tools see it. */
export function toView({ passages, body, ...meta }: StoredDocument): DocumentView {
  const view: DocumentView = {
    id: meta.id,
    source: meta.source,
    source_id: meta.source_id,
    title: meta.title,
    content_type: meta.content_type,
    body,
    created_at: meta.created_at,
    updated_at: meta.updated_at,
    metadata: meta.metadata,
    chunks: passages.map(({ index, text, heading }) =>
      heading.length > 0 ? { index, text, heading: heading.join(HEADING_SEPARATOR) } : { index, text },
    ),
  };
  if (meta.author !== undefined) view.author = meta.author;
  if (meta.source_url !== undefined) view.source_url = meta.source_url;
  return view;
}

/** A stretch of the library, newest first. */
export function listDocuments(
  live: LiveIndex,
  { source, query, limit, offset }: ListOptions = {},
): { documents: DocumentMeta[]; total: number } {
  const words = query?.trim().toLowerCase() ?? '';
  const all = live.newestFirst.filter(
    (meta) =>
      (source === undefined || meta.source === source) &&
      (words === '' || `${meta.title}\n${meta.source_id}`.toLowerCase().includes(words)),
  );
  const start = Math.max(0, Math.floor(offset ?? 0));
  return { documents: all.slice(start, start + clamp(limit, 50, 1000)), total: all.length };
}

/** Every source with what is in it, by name. */
export function listSources(live: LiveIndex): SourceInfo[] {
  const sources = new Map<string, SourceInfo>();
  for (const { source, chunks } of live.documents.values()) {
    const info = sources.get(source) ?? {
      name: source,
      configured: true,
      healthy: true,
      documents: 0,
      chunks: 0,
    };
    info.documents++;
    info.chunks += chunks;
    sources.set(source, info);
  }
  return [...sources.values()].sort((a, b) => compare(a.name, b.name));
}

function clamp(value: number | undefined, fallback: number, most: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(1, Math.floor(value)))
    : fallback;
}
