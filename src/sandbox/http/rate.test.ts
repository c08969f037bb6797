// How often a tool may send requests, and how long it waits before a retry.
import { describe, expect, it } from 'vitest';
import { REQUESTS_PER_MINUTE, RequestRate } from './rate.ts';
import { isPassing, mayRetry, waitBefore } from './retry.ts';

describe('the rate of requests', () => {
  it('is 120 in any minute, however they are spread', () => {
    let now = 0;
    const rate = new RequestRate(() => now);
    const made: number[] = [];
    // A slow drip: five a second for three minutes.
    for (; now < 180_000; now += 200) if (rate.take('a') === 0) made.push(now);
    for (const start of made) {
      expect(made.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(
        REQUESTS_PER_MINUTE,
      );
    }
    expect(made).toHaveLength(3 * REQUESTS_PER_MINUTE);
  });

  it('reports how long to wait, and counts each tool separately', () => {
    let now = 1000;
    const rate = new RequestRate(() => now);
    for (let i = 0; i < REQUESTS_PER_MINUTE; i++) expect(rate.take('a')).toBe(0);
    now = 31_000;
    expect(rate.take('a')).toBe(30_000);
    expect(rate.take('b')).toBe(0);
    now = 61_000;
    expect(rate.take('a')).toBe(0);
  });
});

describe('a retry', () => {
  it('is made only for idempotent requests and temporary failures', () => {
    expect(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'POST', 'PATCH'].filter(mayRetry)).toEqual([
      'GET',
      'HEAD',
      'PUT',
      'DELETE',
      'OPTIONS',
    ]);
    expect([200, 400, 404, 429, 500, 501, 502, 503, 504].filter(isPassing)).toEqual([429, 502, 503, 504]);
  });

  it('doubles its wait each time, with jitter', () => {
    const waits = [0, 1, 2, 3, 4].map((attempt) => waitBefore(attempt, null, 0.5, 0));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(waitBefore(0, null, 0, 0)).toBe(375);
    expect(waitBefore(0, null, 1, 0)).toBe(625);
  });

  it('obeys Retry-After up to thirty seconds', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(waitBefore(0, '3', 0.5, now)).toBe(3000);
    expect(waitBefore(0, '0', 0.5, now)).toBe(0);
    expect(waitBefore(0, new Date(now + 5000).toUTCString(), 0.5, now)).toBe(5000);
    expect(waitBefore(0, new Date(now - 5000).toUTCString(), 0.5, now)).toBe(0);
    expect(waitBefore(0, 'soon', 0.5, now)).toBe(500);
    expect(waitBefore(0, '31', 0.5, now)).toBeUndefined();
  });
});
