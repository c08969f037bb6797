// Rows that repeat others, such as totals.
import { expect, it } from 'vitest';
import { summaryRows } from './summary-rows.ts';

const DATA = [
  ['a', 'x', '1'],
  ['b', 'y', '2.5'],
];

it.each([
  [[...DATA, ['Total', '', '3.5']], [2]],
  [[...DATA, ['', 'Grand total:', '3.5']], [2]],
  [[...DATA, ['Total', 'x', '3.5']], [2]],
  [
    [DATA[0]!, ['Subtotal', '', '1'], DATA[1]!, ['Summe', '', '3,5']],
    [1, 3],
  ],
  [[...DATA, ['Total', 'oil company', '7']], []],
  [[...DATA, ['Total 2026', '', '3.5']], [2]],
  [[...DATA, ['Total expenses (EUR):', '', '3.5']], [2]],
  [[...DATA, ['Total Energies', '', '7']], []],
  [
    [...DATA, ['Subtotal Q1', '', '3.5'], ...DATA, ['Subtotal Q2', '', '3.5'], ['Total', '', '7']],
    [2, 5, 6],
  ],
  [[...DATA, ['Total Wine & More', '', '3.5']], []],
  [DATA, []],
])('%j', (rows, found) => {
  expect(summaryRows(rows, 3)).toEqual(found);
});
