// How certain a correction of a word is.
import { expect, test } from 'vitest';
import type { QueryTerm } from '../query.ts';
import { certaintyOfCorrection } from './corrections.ts';

const query = (word: string): QueryTerm => ({ terms: [word], whole: false }) as unknown as QueryTerm;

test('is low for a word that is no slip', () => {
  expect(certaintyOfCorrection(query('refund'), 'redund', 0.5)).toBeLessThan(0.4);
  expect(certaintyOfCorrection(query('refnud'), 'refund', 0.5)).toBe(0.75);
});
