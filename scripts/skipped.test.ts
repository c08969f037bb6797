// The closing lines of `npm test` say what was skipped and why.
import { expect, it } from 'vitest';
import { skipLines, skippedJourneys, skippedUnits } from './skipped.mjs';

const unit = (fullName: string, status: string) => ({ fullName, status });

it('reads the reasons of unit tests from their names', () => {
  const assertionResults = [
    unit('math: 1 + 1 (needs lua5.4)', 'skipped'),
    unit('a manual (needs sqlite3-doc with its pages (apt-get install sqlite3-doc))', 'pending'),
    unit('nothing said', 'pending'),
    unit('ran (needs lua5.4)', 'passed'),
  ];
  expect(skippedUnits({ testResults: [{ name: '/somewhere/a.test.ts', assertionResults }] })).toEqual([
    'needs lua5.4',
    'needs sqlite3-doc with its pages (apt-get install sqlite3-doc)',
    'no reason given in a.test.ts',
  ]);
});

it('reads the reasons of journeys from their annotations, at any depth', () => {
  const skip = (description?: string) => [{ type: 'skip', ...(description && { description }) }];
  const spec = (status: string, annotations: object[]) => ({
    file: 'b.spec.ts',
    tests: [{ status, annotations }],
  });
  const inner = { specs: [spec('skipped', skip('only Chromium touches')), spec('expected', [])] };
  const report = { suites: [{ specs: [spec('skipped', skip())], suites: [{ suites: [inner] }] }] };
  expect(skippedJourneys(report)).toEqual(['no reason given in b.spec.ts', 'only Chromium touches']);
});

it('counts each reason, most frequent first', () => {
  expect(skipLines(['needs a', 'needs b', 'needs b'])).toEqual([
    '     2 skipped: needs b',
    '     1 skipped: needs a',
  ]);
  expect(skipLines([])).toEqual([]);
});
