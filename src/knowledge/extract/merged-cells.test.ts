// Merged cells of a sheet: each row they cover shows their value, while captions stay single cells.
import { expect, test } from 'vitest';
import { sheetRows } from './xlsx-sheet.ts';

function rowsOf(cells: Record<string, string>, merges: readonly string[]): string[][] {
  const byRow = new Map<string, string>();
  for (const [at, value] of Object.entries(cells)) {
    const row = /\d+$/.exec(at)![0];
    byRow.set(row, `${byRow.get(row) ?? ''}<c r="${at}" t="str"><v>${value}</v></c>`);
  }
  const xml =
    `<sheetData>${[...byRow].map(([row, inner]) => `<row r="${row}">${inner}</row>`).join('')}</sheetData>` +
    `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
  const rows = sheetRows(xml, { strings: [], styles: [], from1904: false }, () => {});
  return rows.map((row) => [...row].sort(([a], [b]) => a - b).map(([, text]) => text));
}

test('repeats a value merged over rows in each of them', () => {
  const cells = { A1: 'Region', B1: 'Shop', A2: 'North', B2: 'Oslo', B3: 'Bergen', A4: 'South', B4: 'Rome' };
  expect(rowsOf(cells, ['A2:A3'])).toEqual([
    ['Region', 'Shop'],
    ['North', 'Oslo'],
    ['North', 'Bergen'],
    ['South', 'Rome'],
  ]);
});

test('repeats a heading merged over columns above each of them', () => {
  const cells = { A1: 'Shop', B1: '2024', A2: '', B2: 'Q1', C2: 'Q2', A3: 'Oslo', B3: '1', C3: '2' };
  expect(rowsOf(cells, ['B1:C1', 'A1:A2'])).toEqual([
    ['Shop', '2024', '2024'],
    ['Shop', 'Q1', 'Q2'],
    ['Oslo', '1', '2'],
  ]);
});

test('keeps a caption merged over the table as one cell, and empty columns empty', () => {
  const cells = { A1: 'Budget', A2: 'Item', C2: 'Cost', A3: 'Ink', C3: '3' };
  expect(rowsOf(cells, ['A1:C1', 'A2:B2', 'A3:B3'])).toEqual([['Budget'], ['Item', 'Cost'], ['Ink', '3']]);
});

test.each(['A1', 'A1:', 'nonsense', ''])('ignores the merge “%s”', (ref) => {
  expect(rowsOf({ A1: 'x', B1: 'y' }, [ref])).toEqual([['x', 'y']]);
});

test('rejects repeated merges over whole sheets', () => {
  const cells = '<c t="str"><v>x</v></c><c/><c t="str"><v>y</v></c>';
  const row = `<row>${cells}</row>`;
  const xml =
    `<sheetData>${row.repeat(3000)}</sheetData>` +
    '<mergeCell ref="A1:XFD1048576"/><mergeCell ref="A1:B1048576"/>'.repeat(2000);
  expect(() => sheetRows(xml, { strings: [], styles: [], from1904: false }, () => {})).toThrow(
    /cells, and [\d,]+ at most can be read/,
  );
});
