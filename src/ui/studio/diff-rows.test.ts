// Displaying unified diffs.
import { createTwoFilesPatch } from 'diff';
import { expect, it } from 'vitest';
import { diffRows, sideBySide, tally } from './diff-rows.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

function patch(before: string[], after: string[]): string {
  return createTwoFilesPatch('a.lua', 'a.lua', before.join('\n'), after.join('\n'), '', '', { context: 1 });
}

it('numbers the lines of both sides and marks gaps', () => {
  const after = lines(20);
  after[9] = '-- changed';
  after.push('+ more');
  const rows = diffRows(patch(lines(20), after));
  expect(rows[0]).toEqual({ kind: 'gap', text: 'Line 9' });
  expect(rows.filter(({ kind }) => kind === 'removed')[0]).toEqual({
    kind: 'removed',
    text: 'line 10',
    before: 10,
  });
  expect(rows.filter(({ kind }) => kind === 'added').map(({ text, after: at }) => [text, at])).toContainEqual(
    ['-- changed', 10],
  );
  expect(rows.at(-1)).toEqual({ kind: 'added', text: '+ more', after: 21 });
  expect(rows.filter(({ kind }) => kind === 'gap')).toHaveLength(2);
});

it('does not mistake lines for headers, and drops the note about a missing final newline', () => {
  const rows = diffRows(patch(['-- one', '--- two'], ['-- one', '+++ two']));
  expect(rows.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same -- one',
    'removed --- two',
    'added +++ two',
  ]);
  expect(tally(rows)).toEqual({ added: 1, removed: 1 });
});

it('reads a diff that replaces everything', () => {
  expect(tally(diffRows('--- a\n+++ a\n@@ @@\n-x\n+y\n+z\n'))).toEqual({ added: 2, removed: 1 });
});

it('pairs removed with added lines, and loses no row', () => {
  const before = ['a', 'b', 'c', 'd', 'e'];
  const after = ['a', 'B', 'B2', 'd', 'f', 'e'];
  const rows = diffRows(patch(before, after));
  const pairs = sideBySide(rows);
  expect(pairs.map(({ left, right }) => [left?.text, right?.text])).toEqual([
    ['a', 'a'],
    ['b', 'B'],
    ['c', 'B2'],
    ['d', 'd'],
    [undefined, 'f'],
    ['e', 'e'],
  ]);
  const shown = new Set(pairs.flatMap(({ left, right }) => [left, right]));
  expect(rows.every((row) => shown.has(row))).toBe(true);
});
