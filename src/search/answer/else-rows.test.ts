// The row of a table for everything that the other rows do not name.
import { expect, test } from 'vitest';
import { elseRow } from './else-rows.ts';

function rowFor(...rows: string[]): string | undefined {
  const text = rows.join('\n');
  let at = 0;
  const ranges = rows.map((row) => {
    const start = at;
    at += row.length + 1;
    return { start, end: start + row.length };
  });
  const found = elseRow(text, ranges);
  return found && text.slice(found.start, found.end);
}

test.each([
  'Rest of the world',
  'Other',
  'All other countries',
  'Everywhere else',
  'Sonstiges',
  'Autres pays',
])('finds “%s”', (name) => {
  expect(rowFor('| Italy | €4 |', `| ${name} | €9 |`)).toBe(`| ${name} | €9 |`);
});

test('takes the last of several, and none with a name of its own', () => {
  expect(rowFor('| Spain | 1 |', '| Rest of Europe | 2 |', '| Rest of the world | 3 |')).toContain('world');
  expect(rowFor('| Mother | 12 |', '| Other parent | 6 |', '| Restaurant | 2 |')).toBeUndefined();
});
