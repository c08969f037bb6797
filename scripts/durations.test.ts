// The closing lines of `npm test` name the slowest parts and files.
import { expect, it } from 'vitest';
import { durationLines, journeyDurations, unitDurations } from './durations.mjs';

it('adds up the journeys of a file, including retries and nested suites', () => {
  const spec = (...durations: number[]) => ({
    file: 'a.spec.ts',
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = { suites: [{ specs: [spec(1000, 500)], suites: [{ specs: [spec(2000)] }] }] };
  expect([...journeyDurations(report)]).toEqual([['a.spec.ts', 3500]]);
});

it('measures a file of unit tests from start to end', () => {
  const report = { testResults: [{ name: '/src/a.test.ts', startTime: 100, endTime: 1600 }] };
  expect([...unitDurations(report)]).toEqual([['/src/a.test.ts', 1500]]);
});

it('lists the parts in order, then the slowest files', () => {
  const files = new Map([
    ['/src/a.test.ts', 1600],
    ['b.spec.ts', 9000],
    ['c.spec.ts', 3000],
  ]);
  expect(durationLines([['Unit tests', 61_000]], files, 2)).toEqual([
    '    61 s  Unit tests',
    '     9 s  b.spec.ts',
    '     3 s  c.spec.ts',
  ]);
});
