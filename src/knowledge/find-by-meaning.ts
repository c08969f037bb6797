// Hybrid and semantic search in steps, each with a better ranking: the keyword hits immediately, then with vectors as
// soon as the question has one, and then with the best keyword hits that lacked a vector, as they are embedded.
import type { HitExplanation } from '../core/document.ts';
import type { KeywordHit, KeywordSearchOptions, Place } from '../search/keyword-index.ts';
import {
  CANDIDATES,
  type Candidate,
  HYBRID,
  KEYWORD_CANDIDATES,
  MEANING_ONLY,
  mixed,
  type Ranked,
} from '../search/hybrid.ts';
import { amongNeighbours, comparable, COMPARED } from '../search/neighbours.ts';
import { embeddingText, type EmbeddedPassage, passageHash } from '../search/passage-hash.ts';
import { nearest, PassageRows } from '../search/vectors/nearest.ts';
import { product } from '../search/vectors/quantise.ts';
import type { Hit } from './find.ts';
import type { LiveIndex } from './live-index.ts';
import type { Meaning, VectorSource } from './meaning.ts';

/** The number of nearest vectors that are compared again exactly. */
const RESCORED = 50;
/**
 * Numbers of best keyword hits to embed when they have no vector, in steps. 50 in total give nearly
 * what embedding everything gives: cranfield .457 and .464, cisi .452 and .458 (bench/hybrid.quality.mjs). The first
 * step is small because a person waits: a passage takes a CPU .1 to .2 s.
 */
const EMBEDDED_STEPS = [3, 5, 12, 30] as const;

export interface MeaningQuestion {
  live: LiveIndex;
  meaning: Meaning;
  text: string;
  mode: 'hybrid' | 'semantic';
  /** Maximum documents. */
  limit: number;
  search: Omit<KeywordSearchOptions, 'limit' | 'passages' | 'explain'>;
  explain: boolean;
  /** The caller waits for better rankings, so hits without a vector are embedded now. */
  embeds: boolean;
  /** Reads the passages of some hits for embedding; undefined for removed ones. */
  read(hits: readonly KeywordHit[]): Promise<(EmbeddedPassage | undefined)[]>;
  signal?: AbortSignal | undefined;
}

interface Passage extends Candidate {
  place: Place;
  row: number;
  /** The keyword hit, if there is one. */
  hit?: KeywordHit;
}

/** Rows by passage, as long as the vectors live: looking up a hundred thousand hashes takes 10 ms. */
const rowsOfStore = new WeakMap<VectorSource, PassageRows>();

/**
 * @yields rankings, each replacing the one before
 * @throws Failure `unavailable` when there is no vector for the question; in hybrid mode the keyword hits stand then
 */
export async function* rankingsByMeaning(question: MeaningQuestion): AsyncGenerator<Hit[], void> {
  const { live, meaning, text, mode, limit, search, embeds, signal } = question;
  const words = live.index.search(text, {
    ...search,
    // Several passages of one document make one hit.
    limit: Math.max(KEYWORD_CANDIDATES, 2 * limit),
    passages: true,
    explain: question.explain,
  });
  const best = words.slice(
    0,
    EMBEDDED_STEPS.reduce((sum, step) => sum + step, 0),
  );
  meaning.want(best.map(hashOf));
  const [vector] = await meaning.embed([text], signal);
  const { vectorStore } = meaning;
  if (!vector || !vectorStore) return;
  const first = await ranking(question, words, vector, vectorStore);
  if (first) yield first;
  // Without any vectors, semantic search alone would find nothing.
  if (!embeds && !(mode === 'semantic' && vectorStore.count === 0)) return;
  let from = 0;
  for (const step of EMBEDDED_STEPS) {
    const some = best.slice(from, from + step);
    from += step;
    const better =
      (await embedMissing(question, some, vectorStore)) &&
      (await ranking(question, words, vector, vectorStore));
    if (better) yield better;
    signal?.throwIfAborted();
  }
}

/** @returns undefined when no candidate passage has a vector, so that the keyword ranking stands */
async function ranking(
  question: MeaningQuestion,
  words: readonly KeywordHit[],
  vector: Float32Array,
  vectorStore: VectorSource,
): Promise<Hit[] | undefined> {
  const { live, mode, limit, search, explain } = question;
  const rows = rowsOfStore.get(vectorStore) ?? new PassageRows(vectorStore);
  rowsOfStore.set(vectorStore, rows);
  const cosines = vectorStore.scan(vector) ?? new Float32Array(0);
  const near = nearest(live.index.parts, rows, cosines, Math.max(CANDIDATES, 2 * limit), search.accept);
  const passages = new Map<string, Passage>();
  for (const hit of words) {
    const row = rows.of(hit.segment)[hit.ordinal]!;
    const semantic = row < 0 ? undefined : cosines[row];
    const passage = { ...passageAt(hit, row), keyword: hit.raw, semantic, hit };
    passages.set(keyOf(passage), passage);
  }
  for (const { row, cosine, ...place } of near) {
    const passage = { ...passageAt(place, row), semantic: cosine };
    if (!passages.has(keyOf(passage))) passages.set(keyOf(passage), passage);
  }
  if ([...passages.values()].every(({ semantic }) => semantic === undefined)) return undefined;
  // The scan is over, so its buffers may be reused while the vectors themselves are read.
  const exact = await vectorStore.exact(near.slice(0, RESCORED).map(({ row }) => row));
  const exactOf = new Map(near.slice(0, RESCORED).map(({ row }, i) => [row, exact[i]]));
  for (const passage of passages.values()) {
    const known = exactOf.get(passage.row);
    if (known) passage.semantic = product(known, vector);
  }
  const weights = mode === 'semantic' ? MEANING_ONLY : HYBRID;
  const best = mixed([...passages.values()], weights, Math.max(COMPARED, limit));
  const compared = mode === 'semantic' ? [] : comparable(best);
  const likeness = vectorStore.likeness(compared.map(({ passage }) => passage.row));
  const ordered = amongNeighbours(best, compared, likeness);
  return ordered.slice(0, limit).map((ranked) => ({
    ...ranked.passage.place,
    document: ranked.passage.document,
    chunk: ranked.passage.chunk,
    score: ranked.score,
    raw: ranked.passage.keyword ?? 0,
    terms: ranked.passage.hit?.terms ?? {},
    cosine: ranked.passage.semantic,
    ...(explain && { explanation: explanationOf(ranked, weights) }),
  }));
}

/** @returns whether there was anything to embed */
async function embedMissing(
  { meaning, read, signal }: MeaningQuestion,
  hits: readonly KeywordHit[],
  vectorStore: VectorSource,
): Promise<boolean> {
  const missing = hits.filter((hit) => vectorStore.rowOf(...hashOf(hit)) < 0);
  if (missing.length === 0) return false;
  const passages = await read(missing);
  const texts = [...new Set(passages.flatMap((passage) => (passage ? [embeddingText(passage)] : [])))];
  if (texts.length === 0) return false;
  const vectors = await meaning.embed(texts, signal);
  await vectorStore.add(Uint32Array.from(texts.flatMap(passageHash)), vectors);
  return true;
}

function hashOf({ segment, ordinal }: Place): [low: number, high: number] {
  return [segment.hashes[2 * ordinal]!, segment.hashes[2 * ordinal + 1]!];
}

function passageAt({ segment, ordinal }: Place, row: number): Passage {
  const number = segment.documentOf[ordinal]!;
  return {
    document: segment.documents.at(number)!,
    chunk: segment.chunkIndex[ordinal]!,
    updated: segment.updated[number]!,
    place: { segment, ordinal },
    row,
  };
}

function keyOf({ document, chunk }: Passage): string {
  return `${document}/${chunk}`;
}

function explanationOf(
  { passage, keywordRank, semanticRank }: Ranked<Passage>,
  weights: HitExplanation['weights'],
): HitExplanation {
  const { keyword, semantic, hit } = passage;
  return {
    ...(keyword !== undefined && { keyword: { rank: keywordRank!, score: keyword, terms: hit!.terms } }),
    ...(semantic !== undefined && { semantic: { rank: semanticRank!, score: semantic } }),
    weights: { ...weights },
  };
}
