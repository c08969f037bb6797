// What a question asks for, read from its words.
import { expect, it } from 'vitest';
import { readQuestion } from './question.ts';

it.each([
  'What is the notice period?',
  'notice period of the contract',
  'What is the penalty for late delivery?',
  'price of article FB-35',
])('reads “%s” as a question for a figure', (question) => {
  expect(readQuestion(question).intent).toBe('number');
});

it.each(['What is a bare repository?', 'What is a tote?'])('reads “%s” as a definition', (question) => {
  expect(readQuestion(question).intent).toBe('definition');
});
