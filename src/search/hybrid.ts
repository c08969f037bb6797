// Two ways to find a passage made one: what its words are worth and what its meaning is worth, each from 0 to 1, by weight.
//
// - Each leg is stretched from what is worth nothing, no word and no likeness, to its best candidate: BM25 has no upper
//   end. Stretched from the worst candidate, a share would say how many were looked at: of fifty passages that the words
//   have brought the worst is better than of a whole library (bench/README.md, one setting for both).
// - A passage counts in both legs whichever found it, as far as both scores are known. One that has no vector yet is worth
//   what its words are worth: neither lifted nor buried by what nobody has looked at. With half of the vectors made that
//   gives an nDCG@10 of .46 on three collections; counting what is missing as nothing would give .37, words alone .455.
// - A document is worth its best passage in each leg, which need not be the same one: what says the words and what says
//   the meaning may stand apart (next-docs .829 against .806). It is shown by the passage that is best in both together.
//   Equal documents: the newer first, then the smaller id.
import { Best } from './best.ts';

export interface Weights {
  keyword: number;
  semantic: number;
}

/** One setting for all libraries, by measurement (bench/hybrid.quality.mjs). */
export const HYBRID: Weights = { keyword: 0.45, semantic: 0.55 };
export const KEYWORDS_ONLY: Weights = { keyword: 1, semantic: 0 };
export const MEANING_ONLY: Weights = { keyword: 0, semantic: 1 };

/** Passages that each leg brings, after filters. More of the words: what the meaning brings is then known by its words too. */
export const CANDIDATES = 80;
export const KEYWORD_CANDIDATES = 200;

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
  const keyword = shares(counted.map((passage) => passage.keyword ?? 0));
  const semantic = sharesOfKnown(counted.map((passage) => passage.semantic));
  const keywordRanks = ranksOf(counted.map((passage) => passage.keyword));
  const semanticRanks = ranksOf(counted.map((passage) => passage.semantic));
  const meaning = semantic.map((share, i) => share ?? keyword[i]!);
  const worth = (i: number): number => weights.keyword * keyword[i]! + weights.semantic * meaning[i]!;
  const isBetter = (a: number, b: number): boolean =>
    worth(a) > worth(b) || (worth(a) === worth(b) && counted[a]!.chunk < counted[b]!.chunk);
  const bestOf = new Map<string, { at: number; keyword: number; meaning: number }>();
  counted.forEach(({ document }, i) => {
    const best = bestOf.get(document) ?? { at: i, keyword: 0, meaning: 0 };
    bestOf.set(document, {
      at: isBetter(i, best.at) ? i : best.at,
      keyword: Math.max(best.keyword, keyword[i]!),
      meaning: Math.max(best.meaning, meaning[i]!),
    });
  });
  const best = new Best<Ranked<Passage>>(Math.max(0, limit), inOrder);
  for (const { at, ...shares } of bestOf.values()) {
    best.add({
      passage: counted[at]!,
      score: unit(weights.keyword * shares.keyword + weights.semantic * shares.meaning),
      ...(keywordRanks[at] !== undefined && { keywordRank: keywordRanks[at] }),
      ...(semanticRanks[at] !== undefined && { semanticRank: semanticRanks[at] }),
    });
  }
  return best.list;
}

/** Sums of shares may leave the unit by the last bit. */
function unit(score: number): number {
  return Math.min(1, Math.max(0, score));
}

/** Values of a leg among which stands one that is worth nothing. */
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

function inOrder(a: Ranked<Candidate>, b: Ranked<Candidate>): number {
  const [one, other] = [a.passage, b.passage];
  return (
    b.score - a.score ||
    other.updated - one.updated ||
    (one.document < other.document ? -1 : one.document > other.document ? 1 : one.chunk - other.chunk)
  );
}
