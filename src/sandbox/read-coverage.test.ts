// A worker's coverage report, accepted only for the texts it was given.
import { expect, it } from 'vitest';
import { readCoverage } from './read-coverage.ts';

const PATHS = new Set(['', 'lib/a.lua']);

it("reads coverage of the tool's texts", () => {
  const coverage = { '': { 1: 2, 3: 0 }, 'lib/a.lua': {} };
  expect(readCoverage(JSON.stringify(coverage), PATHS)).toEqual(coverage);
});

it.each([
  'no JSON',
  '[]',
  'null',
  '{"other.lua":{}}',
  '{"":[1]}',
  '{"":{"0":1}}',
  '{"":{"x":1}}',
  '{"":{"1":-1}}',
  '{"":{"1":1.5}}',
  '{"":{"1":"1"}}',
])('refuses %s', (json) => {
  expect(readCoverage(json, PATHS)).toBeUndefined();
});
