// Which questions are a few words without a verb, and how long that takes to tell.
import { expect, it } from 'vitest';
import { asksBriefly } from './asked-figure.ts';

it.each([
  ['open orders from Norway', true],
  ['hours per employee?', true],
  ['O’Brien & Sons - invoices', true],
  ['orders', false],
  ['which orders', false],
  ['one two three four five six seven eight', false],
])('%s: %s', (question, isBrief) => {
  expect(asksBriefly(question)).toBe(isBrief);
});

it('reads dots and underscores in no time', () => {
  const started = performance.now();
  expect(asksBriefly(`Name${'.'.repeat(60)}___`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});
