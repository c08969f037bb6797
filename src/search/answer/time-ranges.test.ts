// Months and days of the week within a range.
import { expect, test } from 'vitest';
import { calendarWord, rangesWith } from './time-ranges.ts';

test.each([
  ['December', 'Life jackets are mandatory from November to March.', 'November to March'],
  ['January', 'Closed 1 November – 28 February 2027.', 'November – 28 February'],
  ['July', 'We work four days from May 1 through August 31.', 'May 1 through August'],
  ['Wednesday', 'Open Mon-Fri, 9 to 5.', 'Mon-Fri'],
  ['Sonntag', 'Samstag bis Montag geschlossen', 'Samstag bis Montag'],
  ['June', 'between May and August', 'May and August'],
])('%s lies in “%s”', (word, text, range) => {
  const found = rangesWith(calendarWord(word)!, text);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([range]);
});

test.each([
  ['June', 'Life jackets are mandatory from November to March.'],
  ['Wednesday', 'Closed on Tuesday and Friday.'],
  ['Saturday', 'Open Monday to Friday.'],
  ['May', 'In June and July.'],
])('%s does not lie in “%s”', (word, text) => {
  expect(rangesWith(calendarWord(word)!, text)).toEqual([]);
});

test('recognises no other words as months or days', () => {
  for (const word of ['may', 'mar', 'sun', 'marchers', 'second', 'Decide', ''])
    expect(calendarWord(word)).toBeUndefined();
});
