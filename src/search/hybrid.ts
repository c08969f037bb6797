// Two ways to find a passage made one: what its words are worth and what its meaning is worth, each from 0 to 1, by weight.
//
// - Each leg is stretched so that its worst candidate is 0 and its best 1: BM25 has no upper end, and cosines of one
//   question lie close together.
// - A passage counts in both legs whichever found it, as far as both scores are known. One that has no vector yet is worth
//   what its words are worth: neither lifted nor buried by what nobody has looked at. With half of the vectors made that
//   gives an nDCG@10 of .46 on three collections; counting what is missing as nothing would give .37, words alone .455.
// - A document is as good as its best passage. Equal ones: the newer first, then the smaller id.
import { Best } from './best.ts';

export interface Weights {
  keyword: number;
  semantic: number;
}

/** One setting for all libraries, by measurement (bench/hybrid.quality.mjs). */
export const HYBRID: Weights = { keyword: 0.4, semantic: 0.6 };
export const KEYWORDS_ONLY: Weights = { keyword: 1, semantic: 0 };
export const MEANING_ONLY: Weights = { keyword: 0, semantic: 1 };

/** Passages that each leg brings, after filters. */
export const CANDIDATES = 80;

/** A passage that a leg has found. */
export interface Candidate {
  document: string;
  /** Index of the passage in its document. */
  chunk: number;
  /** When its document was updated, in milliseconds since 1970. */
  updated: number;
  /** BM25F; absent when no word matched. */
  keyword?: number | undefined;
  /** Cosine; absent when it has no vector. */
  semantic?: number | undefined;
}

/** A candidate with its place. */
export interface Ranked<Passage extends Candidate> {
  passage: Passage;
  /** 0 to 1. */
  score: number;
  /** Places in each leg, from 1. */
  keywordRank?: number;
  semanticRank?: number;
}

/** Each value from 0 for the least to 1 for the most; 1 for all when they are the same. */
export function normalised(values: readonly number[]): number[] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const range = most - least;
  return values.map((value) => (range < Number.EPSILON ? 1 : (value - least) / range));
}

/** The best documents of the candidates, each by its best passage, best first. */
export function mixed<Passage extends Candidate>(
  candidates: readonly Passage[],
  weights: Weights,
  limit: number,
): Ranked<Passage>[] {
  const counted = candidates.filter(
    ({ keyword, semantic }) =>
      (weights.keyword > 0 && keyword !== undefined) || (weights.semantic > 0 && semantic !== undefined),
  );
  const keyword = normalised(counted.map((passage) => passage.keyword ?? 0));
  const semantic = normalisedKnown(counted.map((passage) => passage.semantic));
  const keywordRanks = ranksOf(counted.map((passage) => passage.keyword));
  const semanticRanks = ranksOf(counted.map((passage) => passage.semantic));
  const bestOf = new Map<string, Ranked<Passage>>();
  counted.forEach((passage, i) => {
    const meaning = semantic[i] ?? keyword[i]!;
    const ranked: Ranked<Passage> = {
      passage,
      score: unit(weights.keyword * keyword[i]! + weights.semantic * meaning),
      ...(keywordRanks[i] !== undefined && { keywordRank: keywordRanks[i] }),
      ...(semanticRanks[i] !== undefined && { semanticRank: semanticRanks[i] }),
    };
    const best = bestOf.get(passage.document);
    if (!best || inOrder(ranked, best) < 0) bestOf.set(passage.document, ranked);
  });
  const best = new Best<Ranked<Passage>>(Math.max(0, limit), inOrder);
  for (const ranked of bestOf.values()) best.add(ranked);
  return best.list;
}

/** Sums of shares may leave the unit by the last bit. */
function unit(score: number): number {
  return Math.min(1, Math.max(0, score));
}

function normalisedKnown(values: readonly (number | undefined)[]): (number | undefined)[] {
  const shares = normalised(values.filter((value) => value !== undefined));
  let at = 0;
  return values.map((value) => (value === undefined ? undefined : shares[at++]));
}

function ranksOf(values: readonly (number | undefined)[]): (number | undefined)[] {
  const ranks = new Array<number | undefined>(values.length).fill(undefined);
  values
    .flatMap((value, i) => (value === undefined ? [] : [{ value, i }]))
    .sort((a, b) => b.value - a.value || a.i - b.i)
    .forEach(({ i }, rank) => (ranks[i] = rank + 1));
  return ranks;
}

function inOrder(a: Ranked<Candidate>, b: Ranked<Candidate>): number {
  const [one, other] = [a.passage, b.passage];
  return (
    b.score - a.score ||
    other.updated - one.updated ||
    (one.document < other.document ? -1 : one.document > other.document ? 1 : one.chunk - other.chunk)
  );
}
