// The reminder of a backup: when it comes, and when it does not.
import { beforeEach, expect, it } from 'vitest';
import { BACKUP_MARK, MARK } from '../../storage/keeping.ts';
import { remindLater } from './remind.ts';

const DAY = 24 * 60 * 60 * 1000;
let marks: Map<string, string>;
let now: number;
let offers: number;

beforeEach(() => {
  marks = new Map([[MARK, JSON.stringify({ documents: 3, tools: 1, conversations: 1 })]]);
  now = Date.parse('2026-05-01');
  offers = 0;
});

/** A visit that lasts some minutes. @returns whether it reminded */
function visit(minutes = 10): boolean {
  const before = offers;
  remindLater({
    marks: { getItem: (key) => marks.get(key) ?? null, setItem: (key, value) => void marks.set(key, value) },
    now: () => now,
    later: (work, milliseconds) => milliseconds <= minutes * 60_000 && work(),
    offer: () => (offers += 1),
  });
  return offers > before;
}

it('reminds after a week, once a month, and not in the first minutes', () => {
  expect(visit()).toBe(false);
  now += 6 * DAY;
  expect(visit()).toBe(false);
  now += 2 * DAY;
  expect(visit(2)).toBe(false);
  expect(visit()).toBe(true);
  expect(visit()).toBe(false);
  now += 31 * DAY;
  expect(visit()).toBe(true);
});

it('does not remind after a recent backup, or when there is little to lose', () => {
  visit();
  now += 40 * DAY;
  marks.set(BACKUP_MARK, new Date(now - 2 * DAY).toISOString());
  expect(visit()).toBe(false);
  marks.set(BACKUP_MARK, new Date(now - 31 * DAY).toISOString());
  marks.set(MARK, JSON.stringify({ documents: 1, tools: 0, conversations: 3 }));
  expect(visit()).toBe(false);
  marks.set(MARK, 'damaged');
  expect(visit()).toBe(false);
  marks.set(MARK, JSON.stringify({ documents: 2, tools: 0, conversations: 3 }));
  expect(visit()).toBe(true);
});
