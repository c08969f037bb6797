// A search in one remote engine: candidates by meaning and by words, ranked here as the library ranks its own.
import type { SearchHit, SearchOptions } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { toIso } from '../incoming.ts';
import type { Remote } from '../../core/remote.ts';
import type { ParsedQuery } from '../../search/parsed-query.ts';
import { CANDIDATES, HYBRID, KEYWORDS_ONLY, MEANING_ONLY, mixed, type Weights } from '../../search/hybrid.ts';
import { KeywordIndex } from '../../search/keyword-index.ts';
import { parseQuery } from '../../search/query.ts';
import { buildSegment } from '../../search/segment.ts';
import { snippetOf } from '../../search/snippet.ts';
import type { RemoteCandidate, RemoteEngine, RemoteFilter } from './engine.ts';

/** Maximum words to request from an engine: each is a scan there. */
const MOST_WORDS = 12;

export interface RemoteQuestion {
  asked: ParsedQuery;
  options: SearchOptions;
  limit: number;
  /** The question's vector from the model that filled the engine; absent without one, or when the mode needs none. */
  vector?: Float32Array | undefined;
  signal?: AbortSignal | undefined;
  /** Whether hits contain the text of their passage. */
  whole?: boolean;
}

/** @throws Failure of the engine */
export async function searchRemote(
  engine: RemoteEngine,
  remote: Remote,
  { asked, options, limit, vector, signal, whole = false }: RemoteQuestion,
): Promise<SearchHit[]> {
  if (asked.text.trim() === '') return [];
  const filter = filterOf(asked, options);
  if (!filter) return [];
  const words = options.mode === 'semantic' ? [] : wordsOf(asked.text);
  const [near, said] = await Promise.all([
    vector ? engine.nearest(vector, CANDIDATES, filter, signal) : [],
    engine.containing(words, CANDIDATES, filter, vector, signal),
  ]);
  const candidates = new Map<string, RemoteCandidate>();
  for (const candidate of [...near, ...said]) candidates.set(keyOf(candidate), candidate);
  const phrases = asked.phrases.map((phrase) => phrase.toLowerCase());
  const able = [...candidates.values()].filter(({ passage }) =>
    phrases.every((phrase) => passage.text.toLowerCase().includes(phrase)),
  );
  return ranked(able, asked.text, options, remote, limit, whole);
}

function keyOf({ passage: { document, index } }: RemoteCandidate): string {
  return `${document}:${index}`;
}

/** Returns the best passage of each document, best first. */
function ranked(
  found: readonly RemoteCandidate[],
  query: string,
  options: SearchOptions,
  remote: Remote,
  limit: number,
  whole: boolean,
): SearchHit[] {
  const said = saidScores(found, query);
  const candidates = found.map((one) => ({
    ...one,
    document: one.passage.document,
    chunk: one.passage.index,
    updated: Date.parse(one.passage.updated_at) || 0,
    keyword: said.get(keyOf(one)),
    semantic: one.cosine,
  }));
  const weights = weightsOf(options.mode, candidates);
  return mixed(candidates, weights, limit).map(({ passage, score, keywordRank, semanticRank }) => {
    const hit: SearchHit & { text?: string } = toHit(passage, query, remote, score);
    if (whole) hit.text = passage.passage.text;
    if (options.explain) {
      const { keyword, semantic } = passage;
      hit.explain = {
        weights: { ...weights },
        ...(keyword !== undefined &&
          keywordRank !== undefined && { keyword: { rank: keywordRank, score: keyword, terms: {} } }),
        ...(semantic !== undefined &&
          semanticRank !== undefined && { semantic: { rank: semanticRank, score: semantic } }),
      };
    }
    return hit;
  });
}

function weightsOf(
  mode: SearchOptions['mode'],
  candidates: readonly { semantic?: number | undefined }[],
): Weights {
  if (mode === 'semantic') return MEANING_ONLY;
  const isMeant = mode !== 'keyword' && candidates.some(({ semantic }) => semantic !== undefined);
  return isMeant ? HYBRID : KEYWORDS_ONLY;
}

/** Computes BM25F among the candidates only, because a remote engine doesn't report word frequencies. */
function saidScores(candidates: readonly RemoteCandidate[], query: string): Map<string, number> {
  const index = new KeywordIndex();
  index.add(
    buildSegment(
      candidates.map(({ passage: { document, index, text, heading, title } }) => ({
        document,
        index,
        text,
        heading,
        title,
      })),
    ),
  );
  const hits = index.search(query, { limit: candidates.length, passages: true, explain: false });
  return new Map(hits.map(({ document, chunk, raw }) => [`${document}:${chunk}`, raw]));
}

function toHit({ passage }: RemoteCandidate, query: string, remote: Remote, score: number): SearchHit {
  const hit: SearchHit = {
    id: remoteHitId(remote, passage.document),
    score,
    source: passage.source,
    source_id: passage.source_id,
    updated_at: passage.updated_at,
    title: passage.title,
    ...snippetOf(passage.text, query),
    chunk: passage.index,
    remote: remote.name,
  };
  if (passage.source_url !== undefined) hit.source_url = passage.source_url;
  if (passage.heading.length > 0) hit.heading = passage.heading.join(' › ');
  if (passage.page !== undefined) hit.page = passage.page;
  return hit;
}

const PREFIX = 'remote:';

/** Returns the id of a remote document, in the form of library ids. */
export function remoteHitId(remote: Pick<Remote, 'id'>, document: string): string {
  return `${PREFIX}${remote.id}:${document}`;
}

/** Parses an id made by `remoteHitId`; undefined for the id of a document in the library. */
export function readRemoteId(id: string): { remote: string; document: string } | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const end = id.lastIndexOf(':');
  return end <= PREFIX.length
    ? undefined
    : { remote: id.slice(PREFIX.length, end), document: id.slice(end + 1) };
}

/** @returns undefined when nothing can match, because no source is in all filters */
function filterOf(asked: ParsedQuery, options: SearchOptions): RemoteFilter | undefined {
  const { source, tags = [], since } = options;
  const wanted = [options.sources, source === undefined ? undefined : [source], named(asked)]
    .filter((list) => list !== undefined)
    .reduce<readonly string[] | undefined>(
      (all, list) => all?.filter((name) => list.includes(name)) ?? list,
      undefined,
    );
  if (wanted?.length === 0) return undefined;
  const dates = [since, asked.since].flatMap((date) => (date === undefined ? [] : [momentOf(date)]));
  return {
    sources: wanted ?? [],
    tags: [...tags, ...asked.tags].map((tag) => tag.toLowerCase()),
    since: dates.sort().at(-1),
  };
}

function named({ sources }: ParsedQuery): readonly string[] | undefined {
  return sources.length > 0 ? sources : undefined;
}

function momentOf(date: string): string {
  const moment = toIso(date);
  if (moment !== undefined) return moment;
  throw new Failure('bad_request', `Not a date: ${date}. Write since as YYYY-MM-DD or as an ISO 8601 time.`);
}

/** Returns the longest words, which are the most specific, as stems, so that other forms are found too. */
function wordsOf(text: string): string[] {
  return (
    parseQuery(text)
      .filter(({ whole }) => !whole)
      .flatMap(({ terms }) => terms.filter((term) => term.length > 2))
      // Porter writes `happi` for happy, which no text has.
      .map((term) => term.replace(/i$/, ''))
      .sort((a, b) => b.length - a.length)
      .slice(0, MOST_WORDS)
  );
}
