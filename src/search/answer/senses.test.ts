// Words in the sense of a question.
import { expect, test } from 'vitest';
import { hasOtherSense, inWordsOfDocuments, phrasesIn, sensesIn } from './senses.ts';

test.each([
  ['Everyone gets paid leave.', false],
  ['Leave can be split.', false],
  ['How to request leave', false],
  ['Leaving the company', true],
  ['If you leave within a year', true],
  ['Then leave by the nearest door.', true],
])('“%s”: another sense than a holiday: %s', (text, isOther) => {
  const { index, 0: word } = /leav\w+/i.exec(text)!;
  expect(hasOtherSense('leav', text, { start: index, end: index + word.length })).toBe(isOther);
});

test('reads a phrase as the word that it means', () => {
  expect(phrasesIn('Overtime is taken as time off.')).toMatchObject([{ term: 'leav' }]);
  expect(inWordsOfDocuments('How many days off do I get?')).toContain('leave');
  expect(inWordsOfDocuments('wfh rules')).toBe('working from home rules');
  expect([...sensesIn('How much leave do I get?')]).toEqual(['leav']);
  expect([...sensesIn('When can I leave the company?')]).toEqual([]);
});

test.each([
  ['Who founded the club?', 'The rules can be found in the hall.', true],
  ['Who founded the club?', 'The club was founded in 1904.', false],
  ['What is its founding year?', 'The club was founded in 1904.', false],
])('%s %s: another sense: %s', (question, text, isOther) => {
  expect([...sensesIn(question)]).toEqual(['found']);
  const { index, 0: word } = /found\w*/i.exec(text)!;
  expect(hasOtherSense('found', text, { start: index, end: index + word.length })).toBe(isOther);
});

test.each([
  ['There are 4 chief ways to report.', true],
  ['Our chief executive is Ada Reed.', false],
])('“%s”: no title: %s', (text, isOther) => {
  const start = text.indexOf('chief');
  expect(hasOtherSense('chief', text, { start, end: start + 5 })).toBe(isOther);
});
