// Axis labels follow the language of the interface.
import { expect, it } from 'vitest';
import { dateLabel, tickText, timeTicks } from './tick-text.ts';

const labels = (language: string, dates: string[]): string[] => {
  const ticks = dates.map((date) => new Date(date));
  const text = timeTicks(language);
  return ticks.map((tick, index) => text(tick, index, ticks));
};

it('writes numbers as the language does', () => {
  expect(tickText('en')(29_392.71)).toBe('29,392.71');
  expect(tickText('de')(29_392.71)).toBe('29.392,71');
  expect(tickText('de')('Oslo')).toBe('Oslo');
});

it('names months in the language, and each year once', () => {
  expect(labels('de', ['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'])).toEqual([
    'Dez\n2025',
    'Jan\n2026',
    'Feb',
    'Mär',
  ]);
});

it('shows years, days or times by the distance of the ticks', () => {
  expect(labels('en', ['2020-01-01', '2022-01-01'])).toEqual(['2020', '2022']);
  expect(labels('en', ['2026-01-05', '2026-01-07'])).toEqual(['Jan 5\n2026', 'Jan 7']);
  expect(labels('de', ['2026-01-05T06:00Z', '2026-01-05T12:00Z', '2026-01-06T00:00Z'])).toEqual([
    '06:00\n5. Jan.',
    '12:00',
    '00:00\n6. Jan.',
  ]);
});

it('writes the date of a tooltip, with its time if it has one', () => {
  expect(dateLabel('de')(new Date('2026-01-05'))).toBe('05.01.2026');
  expect(dateLabel('en')(new Date('2026-01-05T10:30Z'))).toMatch(/^Jan 5, 2026, 10:30/);
});
