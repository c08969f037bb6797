// The explanation of a hit, for the user.
import { expect, it } from 'vitest';
import { explainHit } from './explain-hit.ts';

it('states the rank and figures of each leg, and its weight', () => {
  expect(
    explainHit({
      keyword: { rank: 2, score: 4.3, terms: { live: 1.21, backup: 3.09 } },
      semantic: { rank: 1, score: 0.708 },
      weights: { keyword: 0.35, semantic: 0.65 },
    }),
  ).toEqual([
    'Keywords: 2nd (backup 3.1, live 1.2)',
    'Semantic: 1st, 0.71',
    'Weights: keywords 35%, semantic 65%',
  ]);
});

it('says which leg did not find it, and leaves out legs that were not used', () => {
  expect(
    explainHit({ semantic: { rank: 13, score: 0.5 }, weights: { keyword: 0.35, semantic: 0.65 } }),
  ).toEqual(['Keywords: no match', 'Semantic: 13th, 0.50', 'Weights: keywords 35%, semantic 65%']);
  const keyword = { rank: 3, score: 1, terms: {} };
  expect(explainHit({ keyword, weights: { keyword: 0.35, semantic: 0.65 } })[1]).toBe(
    'Semantic: not compared yet',
  );
  expect(explainHit({ keyword, weights: { keyword: 1, semantic: 0 } })).toEqual(['Keywords: 3rd']);
});

it('shows terms as spelled in the query or else the passage, not their stems', () => {
  const weights = { keyword: 1, semantic: 0 };
  const terms = { imag: 6, happi: 5, configur: 4, a1: 3, odd: 2 };
  expect(
    explainHit({ keyword: { rank: 1, score: 20, terms }, weights }, 'Happy image? Configuration of images'),
  ).toEqual(['Keywords: 1st (image 6.0, happy 5.0, configuration 4.0, a1 3.0, odd 2.0)']);
});
