// Parsing calls per minute and tags.
import { expect, it } from 'vitest';
import { readCalls, readTags } from './call-labels.ts';

it('reads a number of calls, takes empty input as unlimited, and reports anything else', () => {
  expect(readCalls(' 12 ')).toEqual({ value: 12 });
  expect(readCalls('')).toEqual({});
  for (const wrong of ['0', '1.5', 'many', '6001']) {
    expect(readCalls(wrong).problem).toBe('Enter a whole number from 1 to 6,000, or leave it empty.');
  }
});

it('splits tags at commas and spaces, without duplicates', () => {
  expect(readTags('weather, work  weather;home')).toEqual(['weather', 'work', 'home']);
  expect(readTags('  ')).toEqual([]);
});
