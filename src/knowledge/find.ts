// From a question to hits, and from the library to its lists: filters, order, and the result shapes for tools and the
// page.
import {
  ATTACHED_SOURCE,
  type Chunk,
  type DocumentMeta,
  type DocumentView,
  HEADING_SEPARATOR,
  type HitExplanation,
  SEARCH_MODES,
  type SearchHit,
  type SearchOptions,
  type SourceInfo,
  type StoredDocument,
} from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { relevanceByMeaning, relevanceByWords } from '../search/answer/relevance.ts';
import type { WordCounts } from '../search/answer/terms.ts';
import type { ParsedQuery } from '../search/parsed-query.ts';
import type { DocumentFilter, KeywordHit } from '../search/keyword-index.ts';
import { ENGLISH, type Language } from '../search/language.ts';
import { matchesIn } from '../search/matches.ts';
import { termsOfPhrase } from '../search/phrase.ts';
import { firstSentence, markedSentences } from '../search/sentences.ts';
import { snippetOf } from '../search/snippet.ts';
import type { DocumentStore, Listed, ListOptions } from '../core/ports/document-store.ts';
import { toIso } from './incoming.ts';
import { compare, idOfKey, type LiveIndex } from './live-index.ts';
import type { Limited } from './members.ts';

const LIMIT = { default: 12, most: 100 };
/** Maximum passages whose text a phrase search reads: with more, its words are too common to wait for. */
const MOST_COMPARED = 2000;
/** Characters of a snippet: the first result may be read as the answer, the others are scanned. */
const SNIPPET = { first: 420, other: 240 };

/** A query, and the languages to read it in: those of the library. */
export interface Question extends ParsedQuery {
  languages: readonly Language[];
}

/** A passage that was found, and its vector similarity if it was compared. */
export interface Hit extends KeywordHit {
  explanation?: HitExplanation;
  /** Between its vector and the question's; absent when they were not compared. */
  cosine?: number | undefined;
}

/** A matching document, with its best passage. */
export interface Found {
  meta: DocumentMeta;
  hit: Hit;
  rank: number;
}

/**
 * Returns the documents that match a query, best first; ties by newer, then by id. A query of only filters lists
 * matching documents, newest first; a blank one finds nothing.
 * @throws Failure `bad_request` for an unknown mode or date
 */
export function findDocuments(live: LiveIndex, asked: Question, options: SearchOptions = {}): KeywordHit[] {
  const accept = filterOf(asked, options);
  const limit = limitOf(options);
  if (asked.text.trim() === '') return isFiltered(asked) ? live.index.newest(limit, accept) : [];
  return live.index.search(asked.text, { limit, accept, languages: asked.languages });
}

/**
 * Returns passages that may contain the phrases of a query, best first; their text is not checked yet.
 * @throws as `findDocuments`
 */
export function findPassages(live: LiveIndex, asked: Question, options: SearchOptions = {}): KeywordHit[] {
  return live.index.search(asked.text, {
    limit: MOST_COMPARED,
    accept: filterOf(asked, options),
    required: asked.phrases.flatMap((phrase) => termsOfPhrase(phrase, asked.languages)),
    languages: asked.languages,
    passages: true,
    explain: options.explain ?? false,
  });
}

/** Returns the maximum documents of a search with these options; no limit by default. */
export function limitOf(options: SearchOptions): number {
  if (typeof options.limit === 'number' && options.limit < 1) return 0;
  return clamp(options.limit, LIMIT.default, LIMIT.most);
}

/**
 * Returns a filter for documents.
 * @throws Failure `bad_request` for an unknown mode or date
 */
export function filterOf(asked: ParsedQuery, options: SearchOptions & Limited): DocumentFilter {
  const { mode = 'hybrid', source, sources, tags = [] } = options;
  const without = [...(options.without ?? []), ATTACHED_SOURCE];
  const attached = new Set(options.attached);
  const members = membersIn(options);
  if (!SEARCH_MODES.includes(mode)) {
    throw new Failure(
      'bad_request',
      `Unknown search mode: ${String(mode)}. Use keyword, semantic, or hybrid.`,
    );
  }
  const since = [options.since, asked.since].flatMap((date) => (date === undefined ? [] : [momentOf(date)]));
  const wanted = [...tags, ...asked.tags].map((tag) => tag.toLowerCase());
  const named = asked.sources.map((name) => name.toLowerCase());
  return (segment) => {
    const { sourceOf, updated, tagOffsets, tagged } = segment;
    const fits = segment.sources.map(
      (name) =>
        (source === undefined || name === source) &&
        (sources === undefined || sources.includes(name)) &&
        (named.length === 0 || named.includes(name.toLowerCase())) &&
        (!without.includes(name) || name === source || (sources ?? named).includes(name)),
    );
    const attachedAt = attached.size === 0 ? -1 : segment.sources.indexOf(ATTACHED_SOURCE);
    const isAttached = (document: number): boolean =>
      sourceOf[document] === attachedAt && attached.has(idOfKey(segment.documents.at(document)!));
    const places = wanted.map((tag) => segment.tags.indexOf(tag));
    return (document) => {
      if (
        (!fits[sourceOf[document]!] && !isAttached(document)) ||
        since.some((from) => updated[document]! < from)
      )
        return false;
      if (members && !members.has(idOfKey(segment.documents.at(document)!)) && !isAttached(document))
        return false;
      if (places.length === 0) return true;
      const its = tagged.subarray(tagOffsets[document], tagOffsets[document + 1]);
      return places.every((tag) => tag >= 0 && its.includes(tag));
    };
  };
}

/** Limits that were not looked up match nothing. */
function membersIn({ within = [], kind, members }: Limited): ReadonlySet<string> | undefined {
  return members ?? (within.length > 0 || kind !== undefined ? new Set() : undefined);
}

/** Milliseconds since 1970. */
function momentOf(date: string): number {
  const moment = toIso(date);
  if (moment !== undefined) return Date.parse(moment);
  throw new Failure(
    'bad_request',
    `Not a date: ${String(date)}. Write since as YYYY-MM-DD or as an ISO 8601 time.`,
  );
}

function isFiltered({ sources, tags, since }: ParsedQuery): boolean {
  return sources.length > 0 || tags.length > 0 || since !== undefined;
}

export function toSearchHit(
  { meta, hit, rank }: Found,
  passage: Chunk,
  query: string,
  explain: boolean | undefined,
  language: Language = ENGLISH,
  counts?: WordCounts,
): SearchHit {
  const snippet = snippetOf(passage.text, query, rank === 1 ? SNIPPET.first : SNIPPET.other, language);
  const found: SearchHit = {
    id: meta.id,
    score: hit.score,
    ...(counts && { relevance: relevanceOfHit(meta, passage, hit.cosine, { query, language, counts }) }),
    source: meta.source,
    source_id: meta.source_id,
    updated_at: meta.updated_at,
    title: meta.title,
    ...snippet,
    chunk: passage.index,
  };
  const sentences = answeringSentences(snippet.snippet, passage.heading, query, language);
  if (sentences.length > 0) found.sentences = sentences;
  if (meta.source_url !== undefined) found.source_url = meta.source_url;
  if (passage.heading.length > 0) found.heading = passage.heading.join(HEADING_SEPARATOR);
  if (passage.page !== undefined) found.page = passage.page;
  if (passage.recognised) found.recognised = true;
  if (explain) {
    found.explain = hit.explanation ?? {
      keyword: { rank, score: hit.raw, terms: hit.terms },
      weights: { keyword: 1, semantic: 0 },
    };
  }
  return found;
}

function relevanceOfHit(
  { title }: DocumentMeta,
  { heading, text }: Chunk,
  cosine: number | undefined,
  asked: { query: string; language: Language; counts: WordCounts },
): number {
  const byWords = relevanceByWords([text, title, heading.join(HEADING_SEPARATOR)], asked);
  return Math.max(byWords, relevanceByMeaning(cosine));
}

/** When only the heading has the question's words, the first sentences under it answer. */
function answeringSentences(
  snippet: string,
  heading: readonly string[],
  query: string,
  language: Language,
): [number, number][] {
  const marked = markedSentences(snippet, query, undefined, language);
  if (marked.length > 0 || matchesIn(heading.join(HEADING_SEPARATOR), query, language).length === 0)
    return marked;
  const first = firstSentence(snippet);
  return first ? [first] : [];
}

/** Returns a document as tools see it. */
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
    chunks: passages.map(({ index, text, heading, page, recognised, start, end }) => ({
      index,
      text,
      start,
      end,
      ...(heading.length > 0 && { heading: heading.join(HEADING_SEPARATOR) }),
      ...(page !== undefined && { page }),
      ...(recognised && { recognised }),
    })),
  };
  if (meta.author !== undefined) view.author = meta.author;
  if (meta.source_url !== undefined) view.source_url = meta.source_url;
  return view;
}

/** Lists a range of the library, newest first. */
export function listDocuments(
  store: Pick<DocumentStore, 'list'>,
  { index }: LiveIndex,
  { limit, offset, ...wanted }: ListOptions = {},
): Promise<Listed> {
  const { source } = wanted;
  return store.list({
    ...wanted,
    total: source === undefined ? index.documentCount : (index.countBySource().get(source)?.documents ?? 0),
    offset: Math.max(0, Math.floor(offset ?? 0)),
    limit: clamp(limit, 50, 1000),
  });
}

/** Lists every source with its counts, by name. */
export function listSources(live: LiveIndex): SourceInfo[] {
  return [...live.index.countBySource()]
    .map(([name, counts]) => ({ name, configured: true, healthy: true, ...counts }))
    .sort((a, b) => compare(a.name, b.name));
}

function clamp(value: number | undefined, fallback: number, most: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(1, Math.floor(value)))
    : fallback;
}
