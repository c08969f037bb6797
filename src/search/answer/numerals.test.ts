// Numbers in words and in figures.
import { expect, test } from 'vitest';
import { otherNumerals } from './numerals.ts';

test.each([
  ['four', ['en'], ['4']],
  ['4', ['en', 'de'], ['four', 'vier']],
  ['zwölf', ['de'], ['12']],
  ['12', ['fr'], ['douze']],
  ['one', ['en'], []],
  ['1', ['en'], []],
  ['vier', ['en'], []],
  ['13', ['en'], []],
  ['4.5', ['en'], []],
  ['toString', ['en'], []],
])('%s in %s is also written %s', (word, codes, others) => {
  expect(
    otherNumerals(
      word,
      codes.map((code) => ({ code })),
    ),
  ).toEqual(others);
});
