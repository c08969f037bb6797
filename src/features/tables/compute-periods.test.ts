// Months and quarters written in a column of texts, and amounts with cents.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const MONTHLY = 'City,Month,Sales\nBern,April,100\nBern,May,120.50\nBasel,May,80\nBasel,June,90\n';
const QUARTERLY =
  'Region,Month,Quarter,Revenue\nNorth,2026-01,Q1,100.00\nSouth,2026-02,Q1,50.50\nNorth,2026-04,Q2,70.00\n';

it.each([
  [
    'sum of sales in May by city',
    MONTHLY,
    [
      { City: 'Bern', 'total Sales': 120.5 },
      { City: 'Basel', 'total Sales': 80 },
    ],
  ],
  ['What are the total sales in June?', MONTHLY, [{ 'total Sales': 90 }]],
  ['Which city had the most sales in May?', MONTHLY, [{ City: 'Bern', 'total Sales': 120.5 }]],
  ['total revenue in February', QUARTERLY, [{ 'total Revenue': 50.5 }]],
  ['total revenue in Q1', QUARTERLY, [{ 'total Revenue': 150.5 }]],
])('computes “%s”', async (question, file, rows) => {
  expect((await computedFrom(question, { file }))?.rows).toEqual(rows);
});

it('tells sums of amounts with cents from other figures', async () => {
  const ofAmounts = async (question: string, file: string) =>
    (await computedFrom(question, { file }))?.hasCents;
  expect(await ofAmounts('total revenue', QUARTERLY)).toBe(true);
  expect(await ofAmounts('How many rows are in Q1?', QUARTERLY)).toBeUndefined();
  expect(await ofAmounts('total sales', MONTHLY)).toBeUndefined();
});
