// The size of what a table's cell states.
import { expect, test } from 'vitest';
import { magnitudeOf } from './magnitude.ts';

test.each([
  ['€289', 289],
  ['3,890.00', 3890],
  ['1.240,50 €', 1240.5],
  ["1'240.50", 1240.5],
  ['£2 million', 2_000_000],
  ['$2.4 m', 2_400_000],
  ['−6 °C', -6],
  ['free', 0],
  ['unlimited', Infinity],
  ['**45** kr', 45],
  ['3 hours 25 minutes', 3 * 3_600 + 25 * 60],
  ['8:15', 495],
  ['9 pm', 9],
  ['48.90', 48.9],
  ['', undefined],
  ['included in Plus', undefined],
  ['synthetic', undefined],
])('reads %j as %s', (cell, size) => {
  expect(magnitudeOf(cell)).toBe(size);
});

test.each([
  ['410 g', '1.1 kg'],
  ['90 minutes', '2 hours'],
  ['85 cm', '1.2 m'],
  ['2026-02-03', '2026-11-30'],
  ['31.12.2025', '01.02.2026'],
  ['28 February 2026', '3 March 2026'],
  ['3. Oktober 2025', '1. Dezember 2025'],
  ['6:30', '19:30'],
  ['1,100', '1,650'],
])('finds %s less than %s', (less, more) => {
  expect(magnitudeOf(less)).toBeLessThan(magnitudeOf(more)!);
});

test('reads no amount in prose', () => {
  expect(magnitudeOf(`It took 3 days. ${'And on. '.repeat(20)}`)).toBeUndefined();
});
