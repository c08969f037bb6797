// Computes the confidence of a candidate from its measurements: a logistic regression, fitted with a ridge penalty on
// the tuning half of bench/answers, on further documents, and on questions about documents that do not answer them.
// `node bench/answers/fit.mjs` prints these numbers; `bias` is raised so that ANSWER_FLOOR corresponds to a fitted
// .26.
import type { Features } from './measures.ts';

interface Weights extends Record<keyof Features, number> {
  bias: number;
}

export const WEIGHTS: Weights = {
  bias: -4.9,
  covered: 3.07,
  evidence: 3.25,
  inside: 1.28,
  headed: 1.91,
  missing: -1.46,
  unknown: -1.93,
  about: 0.19,
  together: 1.09,
  first: 0.91,
  opens: 0.72,
  share: 0,
  support: 0.77,
  fits: 0.82,
};

/** Bonus in a library of a few pages, where most answers use other words than the question. */
const IN_SMALL = 1.05;

/**
 * Returns 0 to 1.
 * @param small how small the library is, 0 to 1
 */
export function confidenceOf(features: Features, small = 0, weights: Weights = WEIGHTS): number {
  let sum = weights.bias + IN_SMALL * small;
  for (const name of Object.keys(features) as (keyof Features)[]) sum += weights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
