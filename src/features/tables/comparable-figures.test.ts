// Figures that must not be added up or compared with each other.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const TRADE = `Customer,Amount,Currency,Units
Acme,100,EUR,1
Bolt,50,USD,2
Cora,20,eur,3
`;

it.each([
  ['What is the total amount?', undefined],
  ['What is the average amount?', undefined],
  ['What is the total amount in EUR?', [{ 'total Amount': 120 }]],
  ['What are the total units?', [{ 'total Units': 6 }]],
])('adds up one currency only: %s', async (question, rows) => {
  expect((await computedFrom(question, { Trade: TRADE }))?.rows).toEqual(rows);
});

it('does not add up one column with several currencies', async () => {
  const csv = 'Date,Vendor,Amount\n2026-01-01,A,€100\n2026-01-02,B,$50\n2026-01-03,C,€20\n';
  expect(await computedFrom('What is the total amount?', { Expenses: csv })).toBeUndefined();
});

const PANTRY = `Item,Quantity,Unit,Price
Flour,20,kg,1
Eggs,60,pcs,2
Salt,5,kg,3
`;

it.each([
  ['What is the total quantity?', undefined],
  ['What is the average quantity?', undefined],
  ['Which item has the highest quantity?', undefined],
  ['total quantity in kg', [{ 'total Quantity': 25 }]],
  [
    'total quantity by unit',
    [
      { Unit: 'pcs', 'total Quantity': 60 },
      { Unit: 'kg', 'total Quantity': 25 },
    ],
  ],
  ['What is the average price?', [{ 'average Price': 2 }]],
])('does not add up what is counted in different units: %s', async (question, rows) => {
  expect((await computedFrom(question, { Ingredients: PANTRY }))?.rows).toEqual(rows);
});

const LEDGER = 'Item,Vendor,Amount\nx,A,-100\ny,B,-50\nz,C,-20\n';

it.each([
  ['How much did we spend?', `${LEDGER}salary,D,2000\n`, 170],
  ['our largest expense', `${LEDGER}salary,D,2000\n`, undefined],
  ['What was our largest expense?', LEDGER, undefined],
  ['How much did we spend?', LEDGER, 170],
  ['How much did we spend?', 'Item,Vendor,Amount\nx,A,100\ny,B,50\nrefund,A,-20\n', 130],
])('does not take income for expenses: %s', async (question, csv, total) => {
  expect((await computedFrom(question, { Ledger: csv }))?.rows[0]?.['total Amount']).toEqual(total);
});
