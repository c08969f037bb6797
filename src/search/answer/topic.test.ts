// The topic of a question in headings.
import { expect, test } from 'vitest';
import type { Terms } from './terms.ts';
import { topicOf } from './topic.ts';

const terms = {
  total: 1,
  list: [
    { asked: 'install', weight: 0.4, isBorrowed: false },
    { asked: 'windows', weight: 0.6, isBorrowed: false },
  ],
} as unknown as Terms;

test('is the heading, or less certainly that with those above it', () => {
  expect(topicOf(terms, { about: 1, own: [1, 1], headed: 1 })).toBe(1);
  expect(topicOf(terms, { about: 1, own: [0, 1], headed: 0.92 })).toBe(0.5);
  expect(topicOf(terms, { about: 1, own: [0, 1], headed: 0.6 })).toBe(0);
  expect(topicOf(terms, { about: 0.5, own: [0, 1], headed: 0.92 })).toBe(0);
});
