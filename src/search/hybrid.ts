// Combines two legs of search: a weighted sum of keyword score and semantic score, each from 0 to 1.
//
// - Each leg is scaled from zero (no word, no similarity) to its best candidate, because BM25 has no upper bound.
//   Scaling from the worst candidate would depend on the number of candidates: the worst of fifty keyword hits is
//   better than the worst of a whole library (bench/README.md, one setting for both).
// - A passage counts in both legs, whichever found it, as far as both scores are known. A passage without a vector is
//   scored by its words alone, neither raised nor lowered. With half of the vectors, that gives an nDCG@10 of .46 on
//   three collections; counting missing vectors as zero would give .37, words alone .455.
// - A document counts by its best passage in each leg, which may be different ones (next-docs .829 against .806), and
//   a little by its second-best passage (next-docs .862 against .847). It is shown by the passage that is best in both
//   together. Ties: the newer document first, then the smaller id.
import { Best } from './best.ts';

export interface Weights {
  keyword: number;
  semantic: number;
}

/** One setting for all libraries, from measurements (bench/hybrid.quality.mjs). */
export const HYBRID: Weights = { keyword: 0.45, semantic: 0.55 };
export const KEYWORDS_ONLY: Weights = { keyword: 1, semantic: 0 };
export const MEANING_ONLY: Weights = { keyword: 0, semantic: 1 };

/**
 * Number of passages from each leg, after filters. The keyword leg returns more, so that semantic hits usually have a
 * keyword score too.
 */
export const CANDIDATES = 80;
export const KEYWORD_CANDIDATES = 200;

/** What a second passage adds to its document, times the square of its own worth. .1 to .2 give the same. */
const SECOND = 0.15;

/** A passage found by a leg. */
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

/** A candidate with its rank. */
export interface Ranked<Passage extends Candidate> {
  passage: Passage;
  /** 0 to 1. */
  score: number;
  /** Ranks in each leg, from 1. */
  keywordRank?: number;
  semanticRank?: number;
}

/** Scales values from 0 for the smallest to 1 for the largest; all 1 when they are equal. */
export function normalised(values: readonly number[]): number[] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const range = most - least;
  return values.map((value) => (range < Number.EPSILON ? 1 : (value - least) / range));
}

/** Returns the best documents of the candidates, each by its best passage, best first. */
export function mixed<Passage extends Candidate>(
  candidates: readonly Passage[],
  weights: Weights,
  limit: number,
): Ranked<Passage>[] {
  const counted = candidates.filter(
    ({ keyword, semantic }) =>
      (weights.keyword > 0 && keyword !== undefined) || (weights.semantic > 0 && semantic !== undefined),
  );
  const keyword = shares(counted.map((passage) => passage.keyword ?? 0));
  const semantic = sharesOfKnown(counted.map((passage) => passage.semantic));
  const keywordRanks = ranksOf(counted.map((passage) => passage.keyword));
  const semanticRanks = ranksOf(counted.map((passage) => passage.semantic));
  const meaning = semantic.map((share, i) => share ?? keyword[i]!);
  const worth = (i: number): number => weights.keyword * keyword[i]! + weights.semantic * meaning[i]!;
  const isBetter = (a: number, b: number): boolean =>
    worth(a) > worth(b) || (worth(a) === worth(b) && counted[a]!.chunk < counted[b]!.chunk);
  const bestOf = new Map<string, { at: number; keyword: number; meaning: number; second: number }>();
  counted.forEach(({ document }, i) => {
    const best = bestOf.get(document);
    if (!best) {
      bestOf.set(document, { at: i, keyword: keyword[i]!, meaning: meaning[i]!, second: 0 });
      return;
    }
    const [at, second] = isBetter(i, best.at) ? [i, best.at] : [best.at, i];
    best.at = at;
    best.second = Math.max(best.second, worth(second));
    best.keyword = Math.max(best.keyword, keyword[i]!);
    best.meaning = Math.max(best.meaning, meaning[i]!);
  });
  // With one leg only, a document is exactly as good as its best passage.
  const share = weights.keyword > 0 && weights.semantic > 0 ? SECOND : 0;
  const documents = [...bestOf.values()].map(({ at, second, ...shares }) => ({
    at,
    score:
      weights.keyword * shares.keyword + weights.semantic * shares.meaning + share * Math.max(0, second) ** 2,
  }));
  const most = documents.reduce((top, { score }) => Math.max(top, score), 1);
  const best = new Best<Ranked<Passage>>(Math.max(0, limit), inOrder);
  for (const { at, score } of documents) {
    best.add({
      passage: counted[at]!,
      score: unit(score / most),
      ...(keywordRanks[at] !== undefined && { keywordRank: keywordRanks[at] }),
      ...(semanticRanks[at] !== undefined && { semanticRank: semanticRanks[at] }),
    });
  }
  return best.list;
}

/** Rounding can move sums of shares just outside 0 to 1. */
function unit(score: number): number {
  return Math.min(1, Math.max(0, score));
}

/** Scales the values of a leg from zero. */
function shares(values: readonly number[]): number[] {
  return normalised([0, ...values]).slice(1);
}

function sharesOfKnown(values: readonly (number | undefined)[]): (number | undefined)[] {
  const known = shares(values.filter((value) => value !== undefined));
  let at = 0;
  return values.map((value) => (value === undefined ? undefined : known[at++]));
}

function ranksOf(values: readonly (number | undefined)[]): (number | undefined)[] {
  const ranks = new Array<number | undefined>(values.length).fill(undefined);
  values
    .flatMap((value, i) => (value === undefined ? [] : [{ value, i }]))
    .sort((a, b) => b.value - a.value || a.i - b.i)
    .forEach(({ i }, rank) => (ranks[i] = rank + 1));
  return ranks;
}

/** Compares two documents: the better first, then the newer one, then the smaller id. */
export function inOrder(a: Ranked<Candidate>, b: Ranked<Candidate>): number {
  const [one, other] = [a.passage, b.passage];
  return (
    b.score - a.score ||
    other.updated - one.updated ||
    (one.document < other.document ? -1 : one.document > other.document ? 1 : one.chunk - other.chunk)
  );
}
