// Phrases match word for word, ignoring case, accents and punctuation, in scripts with and without spaces.
import { expect, it } from 'vitest';
import { buildSegment } from './segment.ts';
import { Phrases, termsOfPhrase } from './phrase.ts';

it.each([
  ['to the moon', 'We fly To  the — Moon.', true],
  ['to the moon', 'to the moonlight', false],
  ['to the moon', 'the moon to', false],
  ['café au lait', 'Cafe au lait!', true],
  ['foo.bar', 'the foo bar of it', true],
  ["don't panic", 'Don’t panic', true],
  ['月の裏', 'これは月の裏側です', true],
  ['裏の月', 'これは月の裏側です', false],
  ['?!', 'anything', true],
])('“%s” in “%s”: %s', (phrase, text, said) => {
  expect(new Phrases([phrase]).saidBy([text])).toBe(said);
});

it('requires all phrases, each within one text', () => {
  const phrases = new Phrases(['red fox', 'old dog']);
  expect(phrases.saidBy(['a red fox', 'an old dog'])).toBe(true);
  expect(phrases.saidBy(['a red fox', 'an old', 'dog'])).toBe(false);
});

it.each(['to the moon', 'foo.bar baz', "don't panic", 'camelCase words', 'C++ in depth', 'version 1.2.3'])(
  'finds all terms of “%s” in a text with it',
  (phrase) => {
    const text = `Before ${phrase.toUpperCase()} and ${phrase} after`;
    const { terms } = buildSegment([{ document: 'a', index: 0, text, heading: [], title: '' }]);
    expect([...terms]).toEqual(expect.arrayContaining(termsOfPhrase(phrase).flat()));
  },
);
