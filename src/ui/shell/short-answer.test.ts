// The part of a long answer that the palette shows.
import { expect, test } from 'vitest';
import { shortAnswer } from './short-answer.ts';

const long = 'The notice period is four weeks.'.padEnd(600, ' More about it.');

test('shows the marked sentence of a long answer', () => {
  expect(shortAnswer({ markdown: long, start: 10, end: 610, mark: { start: 10, end: 42 } })).toEqual({
    markdown: 'The notice period is four weeks.',
    start: 10,
    end: 42,
  });
});

test('shows a short answer, and one with table rows, completely', () => {
  const short = { markdown: 'Four weeks.', start: 0, end: 11, mark: { start: 0, end: 4 } };
  expect(shortAnswer(short).markdown).toBe('Four weeks.');
  const table = `| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(80)}`;
  const rows = { markdown: table, start: 0, end: table.length, mark: { start: 20, end: 29 } };
  expect(shortAnswer(rows).markdown).toBe(table);
});
