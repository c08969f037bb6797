// Sorting a table's rows, and exporting its cells to spreadsheets.
import { expect, it } from 'vitest';
import { csvOf, rowsWith, sortedOrder, tabbedOf } from './table-values.ts';

function sorted(cells: string[], direction: 'ascending' | 'descending' = 'ascending'): string[] {
  return sortedOrder(cells, direction).map((at) => cells[at]!);
}

it('sorts numbers by value, with currency, thousands separators and units', () => {
  expect(sorted(['£115', '£9', '£1,200.50', '£-3'])).toEqual(['£-3', '£9', '£115', '£1,200.50']);
  expect(sorted(['15 %', '5 %', '100 %'], 'descending')).toEqual(['100 %', '15 %', '5 %']);
  expect(sorted(['10 kg', '9 kg', '−1 kg'])).toEqual(['−1 kg', '9 kg', '10 kg']);
});

it('sorts other cells alphabetically, numbers within by value, and dates as written', () => {
  expect(sorted(['step 10', 'Step 9', 'alpha'])).toEqual(['alpha', 'Step 9', 'step 10']);
  expect(sorted(['2026-02-01', '2025-12-31'])).toEqual(['2025-12-31', '2026-02-01']);
});

it('keeps empty cells last, and equal ones in their order', () => {
  expect(sorted(['', '2', '', '1'], 'descending')).toEqual(['2', '1', '', '']);
  expect(sortedOrder(['a', 'b', 'a'], 'ascending')).toEqual([0, 2, 1]);
});

it('quotes CSV where necessary, and keeps spreadsheets from evaluating cells', () => {
  expect(csvOf([['a "b"', 'c,d', '-5', '=1+1', '@x', '-x', 'two\nlines']])).toBe(
    '"a ""b""","c,d",-5,\'=1+1,\'@x,\'-x,"two\nlines"\r\n',
  );
});

it('puts each row on one line for the clipboard', () => {
  expect(
    tabbedOf([
      ['a\tb', 'c\nd'],
      ['1', '2'],
    ]),
  ).toBe('a b\tc d\n1\t2');
});

it('finds rows that contain every word of a filter, in any cell', () => {
  const rows = [
    ['Oslo', 'open'],
    ['Bergen', 'open'],
    ['Oslo', 'closed'],
  ];
  const found = (filter: string) => rowsWith(rows, filter, (row) => row);
  expect(found('OSLO open')).toEqual([rows[0]]);
  expect(found('  ')).toBe(rows);
  expect(found('(oslo')).toEqual([]);
});
