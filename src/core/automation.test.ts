// When an automation is due: missed times, long runs, and clocks that jump.
import { expect, it } from 'vitest';
import { dueAt, missedBy, readAutomations, type Automation } from './automation.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-02T00:00:00Z');
const iso = (time: number): string => new Date(time).toISOString();

const hourly = (more: Partial<Automation> = {}): Automation => ({
  ...{ id: 'a', title: 'A', task: { kind: 'question', text: 'What is new?' }, result: 'chat', on: true },
  ...{ timetable: { every: 'hour', at: 0 }, since: iso(START), createdAt: iso(START), runs: [] },
  ...more,
});
const ran = (at: number, took?: number): Partial<Automation> => ({
  runs: [{ id: 'r', at: iso(at), by: 'schedule', state: 'done', ...(took !== undefined && { took }) }],
});

it('is due at its next time, and never while it is paused', () => {
  expect(dueAt(hourly(), START)).toBe(START + HOUR);
  expect(dueAt(hourly(ran(START + HOUR)), START + HOUR + 1)).toBe(START + 2 * HOUR);
  expect(dueAt(hourly({ on: false }), START)).toBeUndefined();
});

it('makes up for missed times once, and says how many there were', () => {
  const now = START + 5 * HOUR + HOUR / 2;
  expect(dueAt(hourly(), now)).toBeLessThan(now);
  expect(missedBy(hourly(), now)).toEqual({ due: iso(START + HOUR), missed: 5 });
  expect(dueAt(hourly(ran(now)), now + 1)).toBe(START + 6 * HOUR);
  expect(missedBy(hourly(), START + HOUR + 1000)).toBeUndefined();
});

it('does not run again for the times that passed during a long run', () => {
  expect(dueAt(hourly(ran(START + HOUR, 3.5 * HOUR)), START + 4.6 * HOUR)).toBe(START + 5 * HOUR);
});

it('waits for its next time when the clock was set back', () => {
  const future = START + 1000 * 24 * HOUR;
  expect(dueAt(hourly({ ...ran(future), since: iso(future) }), START + 1)).toBe(START + HOUR);
});

it('reads only what it would write', () => {
  const fine = hourly(ran(START, 1));
  const odd: unknown[] = [
    { ...fine, timetable: { every: 'hour', at: 99 } },
    { ...fine, task: { kind: 'shell', text: 'rm' } },
    { ...fine, since: 'never' },
    { ...fine, on: 'yes' },
    { ...fine, runs: [{ id: 'r' }] },
    null,
  ];
  expect(readAutomations({ automations: [...odd, fine] })).toEqual([fine]);
  expect(readAutomations('x')).toEqual([]);
});

it('drops runs without a time, which would keep the next time from being found', () => {
  const odd = hourly({
    timetable: { every: 'day', at: 480 },
    runs: [{ ...ran(START).runs![0]!, at: 'never' }],
  });
  const [read] = readAutomations({ automations: [odd] });
  expect(read?.runs).toEqual([]);
  expect(dueAt(read!, START)).toBeGreaterThan(START);
});
