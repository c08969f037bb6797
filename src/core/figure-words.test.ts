// Questions for figures in other languages, in English words.
import { expect, test } from 'vitest';
import { figureWords } from './figure-words.ts';

test.each([
  ['Wie viele Bestellungen gibt es im März?', 'how many Bestellungen the in march?'],
  ['und nach Monat?', 'and by month?'],
  ["Combien d'articles par région ?", 'how many articles per région ?'],
  ['¿y en mayo?', 'and in may?'],
  ['What is the total per day?', 'What is the total per day?'],
  ['Is there a die in the box?', 'Is there a die in the box?'],
])('%s → %s', (question, english) => {
  expect(figureWords(question)).toBe(english);
});
