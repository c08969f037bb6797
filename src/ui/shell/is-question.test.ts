// Tells questions from names.
import { expect, it } from 'vitest';
import { isQuestion } from './is-question.ts';

it.each([
  ['how do I renew a berth', true],
  ['What is the notice period?', true],
  ['price of berth B-12 tonight', true],
  ['diesel?', true],
  ['new chat', false],
  ['calculator', false],
  ['whatever tool', false],
  ['go to library', false],
  ['', false],
])('%s', (text, is) => expect(isQuestion(text)).toBe(is));
