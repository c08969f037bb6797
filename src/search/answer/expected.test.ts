// The value that a question asks for, and the texts that have it.
import { expect, test } from 'vitest';
import { expectedOf, hasExpected, standsBeside, standsFor } from './expected.ts';

test.each([
  ['How long is the notice period?', 'duration'],
  ['What notice period applies?', 'duration'],
  ['notice period of the contract', 'duration'],
  ['How often is the cache emptied?', 'frequency'],
  ['What does it cost to cancel?', 'money'],
  ['How much is the rent?', 'money'],
  ['What percentage is deducted?', 'percent'],
  ['What is the phone number of support?', 'contact'],
  ['How many retries are made?', 'count'],
  ['How heavy is the machine?', 'weight'],
  ['How big is the tank?', 'size'],
  ['How far is it to the station?', 'distance'],
  ['How hot does it get?', 'temperature'],
])('reads what “%s” asks for: %s', (question, value) => {
  expect(expectedOf(question)?.value).toBe(value);
});

test.each(['How do I install it?', 'Who signed the contract?', 'How long may a file name be?', ''])(
  'expects no value of its own for “%s”',
  (question) => {
    expect(expectedOf(question)).toBeUndefined();
  },
);

test('prefers a requested duration to another number', () => {
  const expected = expectedOf('How long does the trial run?')!;
  expect(hasExpected(expected, 'It ran for nine weeks.')).toBe(1);
  expect(hasExpected(expected, 'Dauert zwei Wochen.')).toBe(1);
  expect(hasExpected(expected, 'It runs in R 4.3.')).toBeLessThan(1);
  expect(hasExpected(expected, 'It ran well.')).toBe(0);
});

test('finds the number of a counted noun, even when only the head of the table names it', () => {
  const expected = expectedOf('How many vacation days do I get?')!;
  expect(expected).toEqual({ value: 'count', counted: 'dai' });
  expect(hasExpected(expected, 'Everyone has 25 paid days.')).toBeGreaterThanOrEqual(0.9);
  expect(hasExpected(expected, 'Ask at least 10 days ahead.')).toBeLessThan(0.9);
  expect(hasExpected(expected, 'You hear within 10 days.')).toBeLessThan(0.9);
  expect(hasExpected(expected, '| 2026-03-06 |', '| Days |')).toBeLessThan(0.9);
  expect(hasExpected(expected, '| Everyone | 25 |', '| Who | Days |')).toBe(1);
  expect(hasExpected(expected, 'Since 2019.')).toBeLessThan(1);
});

test.each([
  ['How heavy is it?', '3.6 kg', '15 bar'],
  ['How big is it?', '1.1 litres', '1,350 W'],
  ['How wide is it?', '15 × 31 × 33 cm', '9 minutes'],
  ['How far is it?', 'about 12 miles', '12 euros'],
  ['How hot is it?', 'up to 45 °C', '45 minutes'],
])('%s: prefers “%s” to “%s”', (question, fitting, other) => {
  const expected = expectedOf(question)!;
  expect(hasExpected(expected, fitting)).toBe(1);
  expect(hasExpected(expected, other)).toBeLessThan(0.5);
});

test('lets the value stand for words that the text need not contain', () => {
  const expected = expectedOf('What is the notice period?')!;
  expect(standsFor(expected, 'period')).toBe(true);
  expect(standsFor(expected, 'notic')).toBe(false);
});

test('takes linear time for long texts', () => {
  const expected = { value: 'duration' } as const;
  const started = performance.now();
  hasExpected(expected, `one ${'a '.repeat(200_000)}`);
  hasExpected(expected, `1${') '.repeat(200_000)}`);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  ['how long is the break', 'One unpaid break of 30 minutes.', 'break', true],
  ['how long is the break', 'A break takes about half an hour.', 'break', true],
  ['how long is the break', 'A 15-minute break is paid.', 'break', true],
  [
    'how long is the break',
    'They asked for a break to make up for the lost quarter of an hour.',
    'break',
    false,
  ],
  ['how long is the break', 'Take a break. 30 minutes later it ends.', 'break', false],
  ['how many breaks are there', 'Three breaks.', 'breaks', false],
])('“%s”: whether the value stands beside the word in “%s”', (question, text, word, isBeside) => {
  const start = text.indexOf(word);
  expect(standsBeside(expectedOf(question)!, text, [{ start, end: start + word.length }])).toBe(isBeside);
});

test.each([
  ['The default is 15s.', 1],
  ['timeout: 500ms', 1],
  ['[ scrape_interval: <duration> | default = 1m ]', 1],
  ['See chapter 3b.', 0.3],
])('a duration as programs write it: “%s”', (text, value) => {
  expect(hasExpected({ value: 'duration' }, text)).toBe(value);
});

test('takes an interval for a frequency', () => {
  expect(hasExpected({ value: 'frequency' }, 'The interval, in seconds, between two checks.')).toBe(1);
  expect(hasExpected({ value: 'frequency' }, 'The chambers are checked.')).toBe(0);
});
