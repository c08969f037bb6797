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

test('tells words of one stem apart', () => {
  const at = (text: string): { start: number; end: number } => ({ start: 0, end: text.length });
  expect([...sensesIn('How much severance do I get?')]).toEqual(['sever']);
  expect([...sensesIn('Do several rules apply?')]).toEqual([]);
  expect(hasOtherSense('sever', 'several', at('several'))).toBe(true);
  expect(hasOtherSense('sever', 'severance', at('severance'))).toBe(false);
  expect(hasOtherSense('fit', 'fits', at('fits'))).toBe(true);
  expect(hasOtherSense('fit', 'fitness', at('fitness'))).toBe(false);
});

test('reads dates of people, and dismissals, in the words of handbooks', () => {
  expect(inWordsOfDocuments('Can I date a coworker?')).toBe('Can I romantic relationship with a coworker?');
  expect(inWordsOfDocuments('What date is it?')).toBe('What date is it?');
  expect(inWordsOfDocuments('What do I get when I am laid off?')).toBe('What do I get when I am dismissed?');
});
