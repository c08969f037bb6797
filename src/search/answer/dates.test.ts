// Questions for the beginning or end of something, and the dates that answer them.
import { expect, test } from 'vitest';
import { edgeOf, hasDate } from './dates.ts';

test.each([
  ['When does the lease end?', 'end'],
  ['until when does the offer run, when does it expire', 'end'],
  ['When did the survey start?', 'begin'],
  ['What day does the market open?', 'begin'],
  ['Wann endet der Mietvertrag?', 'end'],
  ['When should I stop the pump?', undefined],
  ['How do I end a call?', undefined],
])('“%s” asks for the %s', (question, edge) => {
  expect(edgeOf(question)).toBe(edge);
});

test.each([
  ['It runs for two years, until 30 June 2031.', 'end', 1],
  ['The hall is open from 9:00 to 17:30.', 'end', 1],
  ['The hall is open from 9:00 to 17:30.', 'begin', 1],
  ['Either party may cancel on 31 August 2027.', 'end', 0.75],
  ['A tenant may end it within 30 days of a warning.', 'end', 0.4],
  ['Pets are welcome.', 'end', 0],
] as const)('“%s” for the %s counts %d', (text, edge, value) => {
  expect(hasDate(text, edge)).toBe(value);
});

test('uses the head of a column with end dates', () => {
  expect(hasDate('| Pool | 10:00 | 19:00 |', 'end', '| Place | Start | End |')).toBe(1);
});
