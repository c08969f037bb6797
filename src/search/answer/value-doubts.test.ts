// Bounds and prices that a question asks for and a text lacks.
import { expect, test } from 'vitest';
import { readQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import { lacksBound, lacksValue } from './value-doubts.ts';

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

test.each([
  ['It is more cost-effective with an S3 rack.', true],
  ['The price of an `a4` lamp varies.', true],
  ['The price of a lamp is 40.', false],
  ['40 is the price.', false],
])('%j has no price: %j', (text, lacks) => {
  const part = { section: { pieces: [] }, atom: { kind: 'sentence' } } as unknown as Candidate;
  expect(lacksValue(readQuestion('How much does a lamp cost?'), part, text)).toBe(lacks);
});
