// Words with nearly the same meaning.
import { expect, test } from 'vitest';
import { ENGLISH } from '../language.ts';
import { inWordsOfDocuments } from './senses.ts';
import { synonymsOf } from './synonyms.ts';

const of = (word: string): ReadonlyMap<string, number> => synonymsOf(ENGLISH.stem(word, word), [ENGLISH]);

test.each([
  ['ignore', 'exclude'],
  ['upload', 'publish'],
  ['speed', 'bandwidth'],
  ['iphone', 'ios'],
])('%j stands for %j', (word, other) => {
  expect(of(word).has(ENGLISH.stem(other, other))).toBe(true);
});

test('keeps an upload apart from an addition, and a date from a relationship', () => {
  expect(of('upload').has('add')).toBe(false);
  expect(of('date').has(ENGLISH.stem('relationship', 'relationship'))).toBe(false);
  expect(inWordsOfDocuments('Is dating allowed?')).toContain('relationship');
});
