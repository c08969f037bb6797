// From what is measured of a candidate to how likely it answers: a logistic regression, fitted on the tuning half of
// bench/answers. `node bench/answers.mjs --fit` prints the numbers that stand here.
import type { Features } from './rate.ts';

interface Weights extends Record<keyof Features, number> {
  bias: number;
}

export const WEIGHTS: Weights = {
  bias: -5.2,
  covered: 5,
  inside: 2.2,
  headed: 0.6,
  missing: -2.5,
  unknown: -3,
  about: 0.8,
  together: 1,
  first: 0,
  opens: 0,
  share: 0,
  fits: 0.8,
};

/** 0 to 1. */
export function confidenceOf(features: Features, weights: Weights = WEIGHTS): number {
  let sum = weights.bias;
  for (const name of Object.keys(features) as (keyof Features)[]) sum += weights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
