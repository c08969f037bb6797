// British and American spellings of one word.
import { expect, test } from 'vitest';
import { otherSpellings } from './spellings.ts';

test.each([
  ['serialise', 'serialize'],
  ['organisations', 'organizations'],
  ['analysing', 'analyzing'],
  ['colours', 'colors'],
  ['favourite', 'favorite'],
  ['centre', 'center'],
  ['licence', 'license'],
  ['catalogue', 'catalog'],
  ['grey', 'gray'],
])('finds “%s” for “%s” and back', (british, american) => {
  expect(otherSpellings(british)).toContain(american);
  expect(otherSpellings(american)).toContain(british);
});

test.each(['four', 'hours', 'wise', 'prize', 'tours', 'sense', 'fire'])('leaves “%s” alone', (word) => {
  expect(otherSpellings(word)).toEqual([]);
});
