// The sentences of a paragraph.
import { expect, test } from 'vitest';
import { sentenceRanges } from './atoms.ts';

const sentences = (text: string): string[] =>
  sentenceRanges(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

test.each([
  'Der Ausflug ist vom 3. bis 5. Juni in Kiel.',
  'Das Büro liegt im 2. Stock links.',
  'Rufen Sie Tel. 0221 555 an, z. B. abends.',
  'Le bureau de Mme. Roux ferme à midi.',
])('does not end a sentence inside “%s”', (text) => {
  expect(sentences(text)).toEqual([text]);
});

test('ends a sentence at a number that counts nothing', () => {
  expect(sentences('They sold 12. Everybody was glad.')).toHaveLength(2);
});

test('ends a sentence with a field, a short line and an aligned row', () => {
  expect(sentences('Guests: Ada, Ben\nWeather: rain')).toEqual(['Guests: Ada, Ben', 'Weather: rain']);
  expect(sentences('two eggs\nButter')).toEqual(['two eggs', 'Butter']);
  expect(sentences('Lamp     2     18.00\nchair     1     40.00')).toHaveLength(2);
});

test('joins the lines of a wrapped sentence', () => {
  const text =
    'The key of the upper gate hangs behind the door of the\nkitchen, beside the map of the valley.';
  expect(sentences(text)).toEqual([text]);
});
