// Raises the good results' neighbours: texts about the same subject answer the same question, also in words that the
// question doesn't use.
//
// Nothing is lowered, so a single right result stays where it is. nDCG@10 without and with it, one setting for all:
// cisi .453 and .457, cranfield .445 and .465, bfcl-tools .586 and .589, next-docs .862 and .863
// (bench/hybrid.quality.mjs).
import { type Candidate, inOrder, type Ranked } from './hybrid.ts';

/** The number of best documents that are compared with each other. 40 to 100 give the same. */
export const COMPARED = 50;
/** The number of nearest results that count for each. 8 to 12 give the same. */
const NEAREST = 10;
/** The exponent of their mean: one good neighbour counts more than many middling ones. */
const POWER = 4;

/** Returns the results that have a vector, of those to compare. */
export function comparable<Passage extends Candidate>(ranked: readonly Ranked<Passage>[]): Ranked<Passage>[] {
  return ranked.slice(0, COMPARED).filter(({ passage }) => passage.semantic !== undefined);
}

/**
 * Returns the results in their new order.
 * @param compared some of them
 * @param likeness cosines between those: a square table, row by row
 */
export function amongNeighbours<Passage extends Candidate>(
  ranked: readonly Ranked<Passage>[],
  compared: readonly Ranked<Passage>[],
  likeness: Float32Array,
): Ranked<Passage>[] {
  const scores = raised(
    compared.map(({ score }) => score),
    likeness,
  );
  const scoreOf = new Map(compared.map((one, i) => [one, scores[i]!]));
  return ranked.map((one) => ({ ...one, score: scoreOf.get(one) ?? one.score })).sort(inOrder);
}

/**
 * Raises each result towards its nearest ones, the further the more they resemble it.
 * @param scores each from 0 to 1
 * @returns a new score for each: not lower than before, at most the highest one
 */
export function raised(scores: readonly number[], likeness: Float32Array): number[] {
  const count = scores.length;
  return scores.map((score, i) => {
    const row = likeness.subarray(i * count, (i + 1) * count);
    const nearest = [...row.keys()]
      .filter((j) => j !== i && row[j]! > 0)
      .sort((a, b) => row[b]! - row[a]!)
      .slice(0, NEAREST);
    const total = nearest.reduce((sum, j) => sum + row[j]!, 0);
    if (total === 0) return score;
    const mean = nearest.reduce((sum, j) => sum + row[j]! * scores[j]! ** POWER, 0) / total;
    return score + Math.min(1, total / NEAREST) * Math.max(0, mean ** (1 / POWER) - score);
  });
}
