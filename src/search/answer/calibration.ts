// From what is measured of a candidate to how likely it answers: a logistic regression, fitted on the tuning half of
// bench/answers. `node bench/answers/fit.mjs` prints the numbers; `bias` is raised by .85, so that ANSWER_FLOOR stands where
// of the tuning questions 4 % were falsely and 96 % rightly refused.
import type { Features } from './rate.ts';

interface Weights extends Record<keyof Features, number> {
  bias: number;
}

export const WEIGHTS: Weights = {
  bias: -3.37,
  covered: 3.41,
  inside: 1.16,
  headed: 1.32,
  missing: -2.04,
  unknown: -1.32,
  about: -0.11,
  together: 1.5,
  first: 1.33,
  opens: 0.95,
  share: 0,
  fits: -0.2,
};

/** 0 to 1. */
export function confidenceOf(features: Features, weights: Weights = WEIGHTS): number {
  let sum = weights.bias;
  for (const name of Object.keys(features) as (keyof Features)[]) sum += weights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
