// Wording of counts, sizes and times.
import { describe, expect, it } from 'vitest';
import { agoText, count, durationText, sizeText } from './quantities.ts';

describe('counts', () => {
  it('agree with their noun and group thousands', () => {
    expect(count(1, 'document')).toBe('1 document');
    expect(count(0, 'document')).toBe('0 documents');
    expect(count(1204, 'passage')).toBe('1,204 passages');
    expect(count(2, 'library', 'libraries')).toBe('2 libraries');
  });
});

describe('sizes', () => {
  it('show two significant digits and never four figures', () => {
    expect([0, 812, 1024, 4300, 10_240, 1_023_999, 3 * 2 ** 30].map(sizeText)).toEqual([
      '0 B',
      '812 B',
      '1.0 KB',
      '4.2 KB',
      '10 KB',
      '1.0 MB',
      '3.0 GB',
    ]);
  });
});

describe('durations', () => {
  it('range from fractions of a millisecond to minutes without rounding up past a unit', () => {
    expect([0.42, 12.3, 999.6, 1400, 59_960, 125_000, 180_000].map(durationText)).toEqual([
      '0.4 ms',
      '12 ms',
      '1 s',
      '1.4 s',
      '1 min',
      '2 min 5 s',
      '3 min',
    ]);
  });
});

describe('moments', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  it('are relative for a week, then a date', () => {
    expect(agoText('2026-03-10T11:59:30Z', now)).toBe('just now');
    expect(agoText('2026-03-10T11:20:00Z', now)).toBe('40 minutes ago');
    expect(agoText('2026-03-10T02:00:00Z', now)).toBe('10 hours ago');
    expect(agoText('2026-03-09T11:00:00Z', now)).toBe('yesterday');
    expect(agoText('2025-12-24T12:00:00Z', now)).toBe('Dec 24, 2025');
  });

  it('tolerate a clock that is slightly behind, and are empty for an invalid date', () => {
    expect(agoText('2026-03-10T12:00:20Z', now)).toBe('just now');
    expect(agoText('someday', now)).toBe('');
  });
});
