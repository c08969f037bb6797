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
  [[...DATA, ['Total Wine & More', '', '3.5']], []],
  [DATA, []],
])('%j', (rows, found) => {
  expect(summaryRows(rows, 3)).toEqual(found);
});
