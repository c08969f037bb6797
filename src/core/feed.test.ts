// Feeds: checks of their fields, the source of their documents, and when they are due.
import { describe, expect, it } from 'vitest';
import { checkFeed, nextScanAt, sourceOf, type Feed, type FeedScan } from './feed.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-01-02T03:00:00Z');

function feed(more: Partial<Feed> = {}): Feed {
  const createdAt = new Date(START).toISOString();
  return { id: 'a', title: 'A', connector: 'rss', source: 'script:a', config: {}, createdAt, ...more };
}

function scanned(at: number): FeedScan {
  const none = { pages: 1, added: 0, changed: 0, unchanged: 0, removed: 0, skipped: 0 };
  return { at: new Date(at).toISOString(), took: 1, by: 'schedule', ...none };
}

describe('the next scan of a feed', () => {
  it('never comes without a schedule, and is due immediately for a feed that was never scanned', () => {
    expect(nextScanAt(feed(), START)).toBeUndefined();
    expect(nextScanAt(feed({ every: 60 }), START + 5)).toBe(START);
  });

  it('comes after the pause plus up to a tenth of it, which differs between feeds', () => {
    const turns = ['a', 'b', 'c', 'd'].map(
      (id) => (nextScanAt(feed({ id, every: 60, last: scanned(START) }), START) ?? 0) - START,
    );
    for (const turn of turns) {
      expect(turn).toBeGreaterThanOrEqual(60 * MINUTE);
      expect(turn).toBeLessThanOrEqual(66 * MINUTE);
    }
    expect(new Set(turns).size).toBe(4);
  });

  it('is overdue after the device slept', () => {
    const now = START + 3 * 24 * 60 * MINUTE;
    expect(nextScanAt(feed({ every: 15, last: scanned(START) }), now)).toBeLessThan(now);
  });

  it('does not wait for years after the clock was set back', () => {
    const later = START + 365 * 24 * 60 * MINUTE;
    const turn = nextScanAt(feed({ every: 15, last: scanned(later) }), START) ?? 0;
    expect(turn - START).toBeLessThanOrEqual(16.5 * MINUTE);
  });

  it('waits twice as long after each failure, up to a day or its own pause', () => {
    const pause = (failures: number, every = 15): number =>
      ((nextScanAt(feed({ every, failures, last: scanned(START) }), START) ?? 0) - START) / MINUTE;
    expect(pause(1) / pause(0)).toBeCloseTo(2, 5);
    expect(pause(3) / pause(0)).toBeCloseTo(8, 5);
    expect(pause(40)).toBeLessThanOrEqual(1.1 * 24 * 60);
    expect(pause(5, 10_080)).toBeCloseTo(pause(0, 10_080), 5);
  });
});

it('gives each feed its own source, derived from the title', () => {
  expect(sourceOf('Planet Lua!', new Set())).toBe('script:planet-lua');
  expect(sourceOf('Planet Lua', new Set(['script:planet-lua', 'script:planet-lua-2']))).toBe(
    'script:planet-lua-3',
  );
  expect(sourceOf('Café', new Set())).toBe('script:cafe');
  expect(sourceOf('月', new Set())).toBe('script:月');
  expect(sourceOf('...', new Set())).toBe('script:feed');
});

it('accepts valid fields, and names the wrong one', () => {
  const given = { title: ' A ', connector: 'rss', config: { url: 'x' }, every: null, prune: true };
  expect(checkFeed(given)).toEqual({ ...given, title: 'A' });
  expect(() => checkFeed(5)).toThrow('a feed must be an object');
  expect(() => checkFeed({ title: ' ' })).toThrow('title must be a string');
  expect(() => checkFeed({ connector: 1 })).toThrow('connector must be');
  expect(() => checkFeed({ config: [] })).toThrow('config must be an object');
  expect(() => checkFeed({ every: 1 })).toThrow('every must be 5 to 43200 minutes, or null');
  expect(() => checkFeed({ prune: 'yes' })).toThrow('prune must be true or false');
});
