// Timetables in a zone with summer time. They run in a process of their own, because a thread can't change its zone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { isTimetable, nextTime, timesBetween, type Timetable } from './timetable.ts';

const HOUR = 3_600_000;
const source = readFileSync(new URL('./timetable.ts', import.meta.url), 'utf8');
const { outputText } = ts.transpileModule(source, {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
});

/** Returns the results of expressions that use the module, in Berlin. */
function inBerlin<T>(expression: string): T {
  const script = `${outputText}\nconst next = (timetable, after) => new Date(nextTime(timetable, Date.parse(after))).toISOString();
console.log(JSON.stringify(${expression}));`;
  const env = { ...process.env, TZ: 'Europe/Berlin' };
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env });
  return JSON.parse(printed.toString()) as T;
}
const all = (...calls: [Timetable, string][]): string[] =>
  inBerlin(`${JSON.stringify(calls)}.map((call) => next(...call))`);
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

it('finds the next hour, day, weekday and week after a moment', () => {
  // A Thursday, 10:20 in Berlin.
  const now = '2026-11-26T09:20:00.000Z';
  expect(
    all(
      [{ every: 'hour', at: 15 }, now],
      [{ every: 'hour', at: 20 }, now],
      [{ every: 'day', at: at(10, 21) }, now],
      [{ every: 'day', at: at(10, 20) }, now],
      [{ every: 'weekday', at: at(8) }, '2026-11-27T09:20:00.000Z'],
      [{ every: 'week', at: at(8), day: 0 }, now],
      [{ every: 'week', at: at(10, 20), day: 4 }, now],
    ),
  ).toEqual([
    '2026-11-26T10:15:00.000Z',
    '2026-11-26T10:20:00.000Z',
    '2026-11-26T09:21:00.000Z',
    '2026-11-27T09:20:00.000Z',
    '2026-11-30T07:00:00.000Z',
    '2026-11-29T07:00:00.000Z',
    '2026-12-03T09:20:00.000Z',
  ]);
});

it('runs once on the day whose clock skips the time, and once on the day that has it twice', () => {
  const nightly: Timetable = { every: 'day', at: at(2, 30) };
  expect(
    all(
      // On 29 March 2026 the clock goes from 02:00 to 03:00.
      [nightly, '2026-03-28T12:00:00Z'],
      [nightly, '2026-03-29T01:30:00Z'],
      // On 25 October 2026 it goes from 03:00 back to 02:00.
      [nightly, '2026-10-24T12:00:00Z'],
      [nightly, '2026-10-25T00:30:00Z'],
      [{ every: 'day', at: at(8) }, '2026-03-28T12:00:00Z'],
    ),
  ).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
    '2026-03-29T06:00:00.000Z',
  ]);
});

it('finds 24 hourly times in 24 hours, even when the clock changes', () => {
  const counted = inBerlin<number[]>(
    `['2026-03-29', '2026-10-25', '2026-06-01'].map((day) => Date.parse(day + 'T00:00:00Z'))
      .map((from) => timesBetween({ every: 'hour', at: 15 }, from, from + ${24 * HOUR}))`,
  );
  expect(counted).toEqual([24, 24, 24]);
});

it('is always after the moment, and counts no further than a thousand', () => {
  for (const every of ['hour', 'day', 'weekday', 'week'] as const) {
    const timetable: Timetable = { every, at: 30, day: 1 };
    const time = nextTime(timetable, 0);
    expect(nextTime(timetable, time)).toBeGreaterThan(time);
  }
  expect(timesBetween({ every: 'hour', at: 0 }, 0, Date.parse('2026-01-01'))).toBe(1000);
  expect(timesBetween({ every: 'day', at: 0 }, 5, 4)).toBe(0);
});

it.each([
  { every: 'hour', at: 60 },
  { every: 'day', at: -1 },
  { every: 'day', at: 1440 },
  { every: 'week', at: 0 },
  { every: 'week', at: 0, day: 7 },
  { every: 'day', at: 0.5 },
  { every: 'year', at: 0 },
])('rejects %o', (timetable) => {
  expect(isTimetable(timetable as Timetable)).toBe(false);
});
