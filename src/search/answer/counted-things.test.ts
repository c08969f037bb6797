// The thing whose number a question asks for.
import { expect, test } from 'vitest';
import { numberedThing } from './counted-things.ts';

test.each([
  ['What is the maximum number of chambers?', 'chambers'],
  ['What is the total number of vacation days?', 'days'],
  ['maximum number of requests per second', 'requests'],
  ['default number of workers', 'workers'],
  ['What is the phone number of Ada?', undefined],
])('%j: %j', (question, thing) => {
  expect(numberedThing(question)).toBe(thing);
});
