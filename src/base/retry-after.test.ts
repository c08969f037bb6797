// Both forms of the header `Retry-After`.
import { expect, it } from 'vitest';
import { retryAfter } from './retry-after.ts';

const now = Date.parse('2026-03-01T10:00:00Z');

it.each([
  ['3', 3000],
  [' 0 ', 0],
  ['0.5', 500],
  ['Sun, 01 Mar 2026 10:00:20 GMT', 20_000],
  ['Sun, 01 Mar 2026 09:59:50 GMT', -10_000],
  ['soon', undefined],
  ['Infinity', undefined],
  ['', undefined],
  [null, undefined],
])('reads %j as %j milliseconds', (header, time) => {
  expect(retryAfter(header, now)).toBe(time);
});
