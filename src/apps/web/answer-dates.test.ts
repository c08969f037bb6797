// Days and spans in the language of the interface.
import { expect, it } from 'vitest';
import { momentText, spanText } from './answer-dates.ts';

const PARTS = [
  { count: 3, unit: 'weeks' },
  { count: 2, unit: 'days' },
] as const;
const DAYS = ['2026-01-01', '2026-01-24'] as const;

it.each([
  ['de', '3 Wochen und 2 Tage', / 1\..*24\. Januar 2026/],
  ['fr', '3 semaines et 2 jours', / 1 .*24 janvier 2026/],
  ['ja', '3 週間、2 日', /2026.01.01.*2026.01.24/],
])('writes a span in %s', (locale, length, days) => {
  const said = spanText(locale, PARTS, DAYS);
  expect(said?.length.replace(/\s/g, ' ')).toBe(length);
  expect(said?.days.replace(/\s/g, ' ')).toMatch(days);
});

it('leaves a span in English to the tool', () => {
  expect(spanText('en-GB', PARTS, DAYS)).toBeUndefined();
});

it('writes a day with its time', () => {
  expect(momentText('de', '2026-01-01', '09:30')).toBe('Donnerstag, 1. Januar 2026 um 09:30');
});
