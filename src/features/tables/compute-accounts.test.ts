// Account statements: spending is below zero, income above. Computed by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const STATEMENT = `Booking date,Payee,Purpose,Amount (EUR),Balance
2026-03-01,Stadtwerke Linden,Electricity,-84.20,2415.80
2026-03-02,Hofladen Beck,Groceries,-37.45,2378.35
2026-03-03,Kunstschule Nord,Salary,1980.00,4358.35
2026-03-05,R. Amsel,Rent,-720.00,3638.35
2026-03-20,Finanzamt,Tax refund,312.40,3950.75
2026-04-03,Kunstschule Nord,Salary,1980.00,5930.75
2026-04-11,Hofladen Beck,Groceries,-51.30,5879.45
`;
const FUEL = `Date,Odometer (km),Litres,Price per litre,Total (EUR)
2026-01-10,48210,41.2,1.689,69.59
2026-03-29,50977,45.0,1.729,77.81
`;
const files = { statement: STATEMENT };
const TOTAL = 'total Amount (EUR)';

it.each([
  ['How much did I spend in total?', 892.95],
  ['How much did I spend on groceries?', 88.75],
  ['How much did I spend in March?', 841.65],
  ['How much did I earn in April?', 1980],
  ['total income', 4272.4],
])('takes one side of an account: %s', async (question, total) => {
  expect((await computedFrom(question, files))?.rows).toEqual([{ [TOTAL]: total }]);
});

it('orders what was spent by its amount', async () => {
  const found = await computedFrom('total spending by payee', files);
  expect(found?.rows.map((row) => [row['Payee'], row[TOTAL]])).toEqual([
    ['R. Amsel', 720],
    ['Hofladen Beck', 88.75],
    ['Stadtwerke Linden', 84.2],
  ]);
  const most = await computedFrom('Which payee did I spend the most on?', files);
  expect(most?.rows).toEqual([{ Payee: 'R. Amsel', [TOTAL]: 720 }]);
});

it.each([
  ['What was my largest expense?', [-720]],
  ['What was the smallest expense?', [-37.45]],
  ['What was the biggest deposit?', [1980, 1980]],
])('compares one side: %s', async (question, amounts) => {
  expect((await computedFrom(question, files))?.rows.map((row) => row['Amount (EUR)'])).toEqual(amounts);
});

it('counts the rows of one side', async () => {
  expect((await computedFrom('How many payments were there in March?', files))?.rows).toEqual([{ rows: 3 }]);
});

it.each([
  ['What is my current balance?', files, 'Balance', 5879.45],
  ['What is the balance?', files, 'Balance', 5879.45],
  ['What is the current odometer reading?', { car: FUEL }, 'Odometer (km)', 50977],
])('tells the present state: %s', async (question, tables, column, value) => {
  const found = await computedFrom(question, tables);
  expect(found?.rows.map((row) => row[column])).toEqual([value]);
});

it.each([
  'What is the current balance of R. Amsel?',
  'What is the current price?',
  'What was the balance in March?',
])('does not guess a state: %s', async (question) =>
  expect(await computedFrom(question, files)).toBeUndefined(),
);

it.each(['total income', 'How much did I earn in January?'])(
  'finds no income in a fuel log: %s',
  async (question) => expect(await computedFrom(question, { car: FUEL })).toBeUndefined(),
);

it('compares a column with “per” in its name', async () => {
  const found = await computedFrom('What was the cheapest price per litre?', { car: FUEL });
  expect(found?.rows[0]).toMatchObject({ 'Price per litre': 1.689 });
});

it('adds up the column that the predicate names', async () => {
  const courses = 'Course,Places,Booked\nYoga,20,13\nBoxing,12,7\n';
  expect((await computedFrom('How many places are booked?', { courses }))?.rows).toEqual([
    { 'total Booked': 20 },
  ]);
  expect((await computedFrom('How many places are there?', { courses }))?.rows).toEqual([
    { 'total Places': 32 },
  ]);
});

it('measures books in pages', async () => {
  const books = 'Title,Author,Pages\nStoner,Williams,288\nAusterlitz,Sebald,421\n';
  expect((await computedFrom('What is the longest book?', { books }))?.rows[0]).toMatchObject({
    Title: 'Austerlitz',
  });
});

const SHEET = `Date,Client,Hours,Rate
2026-05-04,Marlowe Press,5,48
2026-06-02,Quay Theatre,9,40
`;

it.each([
  ['How much did I earn in June?', 'sheet', [{ 'total Hours × Rate': 360 }]],
  ['How much did I earn in April?', 'statement', [{ [TOTAL]: 1980 }]],
  [
    'spending by month',
    'statement',
    [
      { month: '2026-03', [TOTAL]: 841.65 },
      { month: '2026-04', [TOTAL]: 51.3 },
    ],
  ],
])('takes the table that can tell: %s', async (question, document, rows) => {
  const found = await computedFrom(question, { statement: STATEMENT, sheet: SHEET });
  expect(found).toMatchObject({ document, rows });
});

it.each([
  ['How much did I spend in March and April?', 892.95],
  ['How much did I spend in April or May?', 51.3],
  ['How much did I spend in March 2026 and April 2026?', 892.95],
  ['How much did I spend in 2025 and 2026?', 892.95],
])('takes the rows of either month or year: %s', async (question, total) => {
  expect((await computedFrom(question, files))?.rows).toEqual([{ [TOTAL]: total }]);
});

it.each([
  'How much did I spend from March to April?',
  'How much did I spend between March and April?',
  'How much did I spend from 2024 to 2026?',
  'How much did I spend in March 2025 and April 2026?',
])('says nothing of spans, or of months of several years: %s', async (question) =>
  expect(await computedFrom(question, files)).toBeUndefined(),
);
