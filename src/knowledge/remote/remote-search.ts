// A search in one engine elsewhere: candidates by meaning and by words from there, ranked here as the library ranks its own.
import type { HitExplanation, SearchHit, SearchOptions } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { toIso } from '../incoming.ts';
import type { Remote } from '../../core/remote.ts';
import type { Asked } from '../../search/asked.ts';
import { KeywordIndex } from '../../search/keyword-index.ts';
import { parseQuery } from '../../search/query.ts';
import { buildSegment } from '../../search/segment.ts';
import { snippetOf } from '../../search/snippet.ts';
import type { RemoteCandidate, RemoteEngine, RemoteFilter } from './engine.ts';

/** Passages asked for in each leg, as in the library. */
const CANDIDATES = 80;
/** Words that an engine is asked for at most: each is a scan there. */
const MOST_WORDS = 12;

export interface RemoteQuestion {
  asked: Asked;
  options: SearchOptions;
  limit: number;
  /** The question as a vector of the model that filled the engine; absent where there is none, or the mode wants none. */
  vector?: Float32Array | undefined;
  signal?: AbortSignal | undefined;
}

/** @throws Failure as the engine throws it. */
export async function searchRemote(
  engine: RemoteEngine,
  remote: Remote,
  { asked, options, limit, vector, signal }: RemoteQuestion,
): Promise<SearchHit[]> {
  if (asked.text.trim() === '') return [];
  const filter = filterOf(asked, options);
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
  return ranked(able, asked.text, options, remote).slice(0, limit);
}

function keyOf({ passage: { document, index } }: RemoteCandidate): string {
  return `${document}:${index}`;
}

/** Best passage of each document, best first. */
function ranked(
  candidates: readonly RemoteCandidate[],
  query: string,
  options: SearchOptions,
  remote: Remote,
): SearchHit[] {
  const said = options.mode === 'semantic' ? new Map<string, number>() : saidScores(candidates, query);
  const meant = new Map(
    candidates.flatMap((one) => (one.cosine === undefined ? [] : [[keyOf(one), one.cosine] as const])),
  );
  const scores = blend(said, meant);
  const best = new Map<string, RemoteCandidate>();
  const scoreOf = (one: RemoteCandidate): number => scores.get(keyOf(one)) ?? 0;
  for (const one of candidates) {
    const known = best.get(one.passage.document);
    if (!known || scoreOf(one) > scoreOf(known)) best.set(one.passage.document, one);
  }
  const ranks = { keyword: rankIn(said), semantic: rankIn(meant) };
  return [...best.values()]
    .sort((a, b) => scoreOf(b) - scoreOf(a) || (a.passage.updated_at < b.passage.updated_at ? 1 : -1))
    .map((one) => {
      const hit = toHit(one, query, remote, scoreOf(one));
      if (options.explain) {
        hit.explain = explanation(
          keyOf(one),
          { scores: said, ranks: ranks.keyword },
          { scores: meant, ranks: ranks.semantic },
        );
      }
      return hit;
    });
}

/** BM25F of each candidate among the candidates: an engine elsewhere does not tell how common a word is. */
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

/** Share of the words in a score, as in the library; all of it where one leg found nothing. */
const WORDS = 0.35;

function blend(said: ReadonlyMap<string, number>, meant: ReadonlyMap<string, number>): Map<string, number> {
  const words = meant.size === 0 ? 1 : said.size === 0 ? 0 : WORDS;
  const [bySaid, byMeant] = [minMax(said), minMax(meant)];
  const keys = new Set([...said.keys(), ...meant.keys()]);
  return new Map(
    [...keys].map((key) => [key, words * (bySaid.get(key) ?? 0) + (1 - words) * (byMeant.get(key) ?? 0)]),
  );
}

function minMax(scores: ReadonlyMap<string, number>): Map<string, number> {
  const least = Math.min(...scores.values());
  const span = Math.max(...scores.values()) - least;
  return new Map([...scores].map(([key, score]) => [key, span === 0 ? 1 : (score - least) / span]));
}

function explanation(key: string, said: Leg, meant: Leg): HitExplanation {
  const words = meant.scores.size === 0 ? 1 : said.scores.size === 0 ? 0 : WORDS;
  const explain: HitExplanation = { weights: { keyword: words, semantic: 1 - words } };
  const [bySaid, byMeant] = [said.scores.get(key), meant.scores.get(key)];
  if (bySaid !== undefined) explain.keyword = { rank: said.ranks.get(key)!, score: bySaid, terms: {} };
  if (byMeant !== undefined) explain.semantic = { rank: meant.ranks.get(key)!, score: byMeant };
  return explain;
}

interface Leg {
  scores: ReadonlyMap<string, number>;
  ranks: ReadonlyMap<string, number>;
}

function rankIn(scores: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const order = [...scores].sort((a, b) => b[1] - a[1]);
  return new Map(order.map(([key], i) => [key, i + 1]));
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

/** The id of a document that lies elsewhere, as the library would give one. */
export function remoteHitId(remote: Pick<Remote, 'id'>, document: string): string {
  return `${PREFIX}${remote.id}:${document}`;
}

/** What `remoteHitId` made; undefined for the id of a document in the library. */
export function readRemoteId(id: string): { remote: string; document: string } | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const end = id.lastIndexOf(':');
  return end <= PREFIX.length
    ? undefined
    : { remote: id.slice(PREFIX.length, end), document: id.slice(end + 1) };
}

function filterOf(asked: Asked, { source, tags = [], since }: SearchOptions): RemoteFilter {
  const dates = [since, asked.since].flatMap((date) => (date === undefined ? [] : [momentOf(date)]));
  return {
    sources: source === undefined ? asked.sources : [source],
    tags: [...tags, ...asked.tags].map((tag) => tag.toLowerCase()),
    since: dates.sort().at(-1),
  };
}

function momentOf(date: string): string {
  const moment = toIso(date);
  if (moment !== undefined) return moment;
  throw new Failure('bad_request', `Not a date: ${date}. Write since as YYYY-MM-DD or as an ISO 8601 time.`);
}

/** The longest words say most; as their stems, so that other forms are found too. */
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
