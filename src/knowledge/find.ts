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
} from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { KeywordHit } from '../search/keyword-index.ts';
import { matchesIn } from '../search/matches.ts';
import { firstSentence, markedSentences } from '../search/sentences.ts';
import { snippetOf } from '../search/snippet.ts';
import { toIso } from './incoming.ts';
import { compare, type LiveIndex } from './live-index.ts';

const LIMIT = { default: 12, most: 100 };
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
 * The documents that answer a query, best first; ties by newer, then by id. A blank query finds nothing.
 * Until there are embeddings, `hybrid` answers like `keyword`.
 * @throws Failure `bad_request` for an unknown mode or date, `unavailable` for `semantic`.
 */
export function findDocuments(live: LiveIndex, query: string, options: SearchOptions = {}): Found[] {
  const { mode = 'hybrid', source, since } = options;
  if (!SEARCH_MODES.includes(mode)) {
    throw new Failure(
      'bad_request',
      `Unknown search mode: ${String(mode)}. Use keyword, semantic, or hybrid.`,
    );
  }
  const from = since === undefined ? undefined : toIso(since);
  if (since !== undefined && from === undefined) {
    throw new Failure(
      'bad_request',
      `Not a date: ${String(since)}. Write since as YYYY-MM-DD or as an ISO 8601 time.`,
    );
  }
  if (query.trim() === '') return [];
  if (mode === 'semantic') {
    throw new Failure(
      'unavailable',
      'Semantic search needs embeddings, which this version does not make yet. Use keyword.',
    );
  }
  const hits = live.index.search(query, {
    limit: clamp(options.limit, LIMIT.default, LIMIT.most),
    accept: (key) => {
      const meta = live.byKey(key);
      return !!meta && (source === undefined || meta.source === source) && (!from || meta.updated_at >= from);
    },
    tie: (a, b) => {
      const [one, other] = [live.byKey(a), live.byKey(b)];
      return compare(other?.updated_at ?? '', one?.updated_at ?? '') || compare(one?.id ?? a, other?.id ?? b);
    },
  });
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
  if (explain) found.explain = { keyword: { rank, score: hit.raw, terms: hit.terms } };
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
