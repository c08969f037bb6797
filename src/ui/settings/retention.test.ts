// Valid input for how long runs are kept.
import { expect, it } from 'vitest';
import { readRetention } from './retention.ts';

it('reads days and megabytes', () => {
  expect(readRetention('7', '10')).toEqual({ days: 7, bytes: 10 * 1024 * 1024 });
});

it.each([
  ['', '10', 'days'],
  ['0', '10', 'days'],
  ['1.5', '10', 'days'],
  ['99999', '10', 'days'],
  ['7', '-1', 'megabytes'],
  ['7', 'many', 'megabytes'],
])('refuses %s days and %s MB with a sentence', (days, megabytes, unit) => {
  expect(() => readRetention(days, megabytes)).toThrow(new RegExp(`whole number of ${unit}, from 1 to`));
});
