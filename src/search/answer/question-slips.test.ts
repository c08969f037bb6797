// Typing errors in the words that make a question.
import { expect, test } from 'vitest';
import { withoutSlips } from './question-slips.ts';

test.each([
  ['hwo much is it', 'how much is it'],
  ['Waht is teh rent?', 'What is the rent?'],
  ['how do i return somthing', 'how do i return something'],
  ['Whne does it start?', 'When does it start?'],
])('mends “%s”', (typed, meant) => {
  expect(withoutSlips(typed)).toBe(meant);
});

test.each([
  'who wrote it',
  'What dose do I take from this form?',
  'thee, tehran, canon, longer',
  'Wann ist die Kaution fällig?',
])('leaves “%s” as it is', (question) => {
  expect(withoutSlips(question)).toBe(question);
});
