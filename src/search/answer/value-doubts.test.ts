// Bounds that a question asks for and a text lacks.
import { expect, test } from 'vitest';
import { readQuestion } from './question.ts';
import { lacksBound } from './value-doubts.ts';

test.each([
  ['What is the maximum size of a piece?', 'Pieces have a size of 4 cm and `max-age=600`.', true],
  ['What is the maximum size of a piece?', 'No piece is larger than 40 cm.', false],
  ['What is the maximum size of a piece?', '`maxSize`: 40', false],
  ['What is the maximum size of a piece?', 'Set `piece_max` to 40.', false],
  ['What is the largest number of chambers?', 'It has four chambers.', true],
  ['What is the largest number of chambers?', 'It has up to four chambers.', false],
  ['How large is a piece?', 'Pieces have 4 cm.', false],
])('%j: %j', (question, text, lacks) => {
  expect(lacksBound(readQuestion(question), text)).toBe(lacks);
});
