// Questions in words to tables: computed from the sample orders, without guessing.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { computedFrom, SALES } from './compute.test-support.ts';

const ORDERS = readFileSync(new URL('../../../public/samples/orders.csv', import.meta.url), 'utf8');
const HEADER = ORDERS.split('\n')[0]!.split(',');
const ROWS = ORDERS.trim()
  .split('\n')
  .slice(1)
  .map((line) => Object.fromEntries(line.split(',').map((cell, index) => [HEADER[index]!, cell])));

const computed = (
  question: string,
  files: Record<string, string> = { 'Fennmark orders, January to March 2026': ORDERS },
  previous: string[] = [],
) => computedFrom(question, files, previous);

const round = (value: number) => Math.round(value * 100) / 100;
const sum = (column: string, rows = ROWS) => round(rows.reduce((all, row) => all + Number(row[column]), 0));
const of = (column: string, value: string) => ROWS.filter((row) => row[column] === value);

it('sums, counts and averages', async () => {
  expect((await computed('What is the total quantity of all orders?'))?.rows).toEqual([
    { 'total quantity': sum('quantity') },
  ]);
  for (const question of ['What are the total sales?', 'total revenue'])
    expect((await computed(question))?.rows).toEqual([{ total_gbp: sum('total_gbp') }]);
  expect((await computed('How many orders are there?'))?.rows).toEqual([{ rows: ROWS.length }]);
  expect((await computed('How many customers placed orders?'))?.rows).toEqual([
    { 'different customer': new Set(ROWS.map(({ customer }) => customer)).size },
  ]);
  expect((await computed('How many different countries?'))?.rows).toEqual([
    { 'different country': new Set(ROWS.map(({ country }) => country)).size },
  ]);
  expect((await computed('average total per order'))?.rows).toHaveLength(100);
  expect((await computed('What is the average quantity of orders from Germany?'))?.rows).toEqual([
    {
      'average quantity': round(sum('quantity', of('country', 'Germany')) / of('country', 'Germany').length),
    },
  ]);
});

it.each([
  ['sum of sales by country', 'country'],
  ['total revenue per customer', 'customer'],
  ['Show me the total sales for each item', 'item'],
])('%s', async (question, column) => {
  const rows = (await computed(question))!.rows;
  const first = rows[0]!;
  expect(first['total_gbp']).toBe(sum('total_gbp', of(column, String(first[column]))));
  expect(rows).toHaveLength(Math.min(100, new Set(ROWS.map((row) => row[column])).size));
});

it('matches column values in any case, whole or by one of their words', async () => {
  const count = async (question: string) => Object.values((await computed(question))?.rows[0] ?? {})[0];
  expect(await count('How many orders were cancelled?')).toBe(of('status', 'cancelled').length);
  expect(await count('How many orders are on hold?')).toBe(of('status', 'on hold').length);
  expect(await count('how many orders were sent to the united kingdom')).toBeUndefined();
  expect(await count('how many orders from the united kingdom')).toBe(of('country', 'United Kingdom').length);
  expect(await count('number of delivered orders from Norway')).toBe(
    of('country', 'Norway').filter(({ status }) => status === 'delivered').length,
  );
  expect(await count('How many orders for headlamps?')).toBe(
    ROWS.filter(({ item }) => /headlamp/i.test(item!)).length,
  );
});

it('understands months and years', async () => {
  const inMonth = (month: string) => ROWS.filter((row) => row['order_date']!.startsWith(month));
  expect((await computed('total sales in February 2026'))?.rows).toEqual([
    { total_gbp: sum('total_gbp', inMonth('2026-02')) },
  ]);
  expect((await computed('How many orders by month?'))?.rows).toEqual(
    ['2026-01', '2026-02', '2026-03'].map((month) => ({ month, rows: inMonth(month).length })),
  );
});

it('finds the top rows', async () => {
  const best = (await computed('Which country has the most orders?'))!.rows;
  const counts = new Map<string, number>();
  for (const { country } of ROWS) counts.set(country!, (counts.get(country!) ?? 0) + 1);
  expect(best).toHaveLength(1);
  expect(best[0]!['rows']).toBe(Math.max(...counts.values()));
  expect((await computed('top 3 customers by total'))?.rows).toHaveLength(3);
  expect((await computed('What is the highest unit price of an order?'))?.rows).toEqual([
    { 'highest unit_price_gbp': Math.max(...ROWS.map((row) => Number(row['unit_price_gbp']))) },
  ]);
});

it('answers from a table with another structure', async () => {
  const files = { 'Sales 2026': SALES };
  expect((await computed('total revenue by region', files))?.rows).toEqual([
    { Region: 'North', 'total Revenue': 1700.5 },
    { Region: 'South', 'total Revenue': 80 },
  ]);
  expect((await computed('how many units of Lamp were sold', files))?.rows).toEqual([{ 'total Units': 4 }]);
});

it.each([
  'How many vacation days do I get?',
  'What is the total liability of the supplier?',
  'How many people work at Fennmark?',
  'What is the total price?',
  'What does shipping to Norway cost?',
  'How many orders from Atlantis?',
  'How many orders were not delivered?',
  'total sales by planet',
  'sum of sales over 100 planets',
  'What is the maximum discount?',
  'How many days of notice are needed to end the contract?',
  'How many orders with a discount?',
  'Which orders?',
  'Which orders are from Atlantis?',
  'Which steps are needed to open an account?',
  'Which documents do I need?',
  'Show me how returns work',
  'List the duties of the supplier',
  'Which orders were not delivered?',
  'orders',
  'top',
  'What is the total of order FM-1042?',
  'by by by',
])('leaves %s to the documents', async (question) => {
  expect(await computed(question)).toBeUndefined();
});

const OPEN = ROWS.filter(({ status }) => ['new', 'on hold', 'packed'].includes(status!));
const EVERY = ROWS.map(({ order_id }) => order_id);
const ids = (rows: Record<string, unknown>[]) => rows.map(({ order_id }) => order_id);

it.each([
  ['Which orders are still open?', OPEN, 'status is on hold, packed or new'],
  ['show me the open orders', OPEN, 'status is on hold, packed or new'],
  ['List all cancelled orders', of('status', 'cancelled'), 'status is cancelled'],
  ['Which orders were delivered?', of('status', 'delivered'), 'status is delivered'],
  ['What orders are from the United Kingdom?', of('country', 'United Kingdom'), 'country is United Kingdom'],
  [
    'Can you show me all delivered orders from Norway?',
    of('country', 'Norway').filter(({ status }) => status === 'delivered'),
    'status is delivered and country is Norway',
  ],
])('lists all rows: %s', async (question, rows, where) => {
  const found = (await computed(question))!;
  expect(ids(found.rows)).toEqual(ids(rows));
  expect(found).toMatchObject({ of: ROWS.length, where, list: { count: rows.length } });
  const columns = Object.keys(found.rows[0]!);
  // The row's name, then the column in the question, then the others.
  expect(columns.slice(0, 2)).toEqual(['order_id', where.split(' ')[0]]);
  expect(columns.toSorted()).toEqual(HEADER.toSorted());
});

it('lists everything, and the distinct values of a column', async () => {
  expect(ids((await computed('list all orders'))!.rows)).toEqual(EVERY);
  expect((await computed('Which customers are from Norway?'))?.rows).toEqual(
    [...new Set(of('country', 'Norway').map(({ customer }) => customer))]
      .sort()
      .map((customer) => ({ customer })),
  );
});

it('counts open items by their states, and names these', async () => {
  const found = await computed('How many orders are open?');
  expect(found).toMatchObject({
    rows: [{ rows: OPEN.length }],
    of: 200,
    where: 'status is on hold, packed or new',
  });
  const tasks = 'task,status\nA,todo\nB,in progress\nC,done\nD,not done\n';
  expect((await computed('Which tasks are open?', { Tasks: tasks }))?.rows).toHaveLength(3);
  expect(await computed('Which tasks are open?', { Tasks: 'task,status\nA,red\nB,blue\n' })).toBeUndefined();
  const open = 'task,status\nA,open\nB,open\nC,done\nD,todo\n';
  expect((await computed('Which tasks are open?', { Tasks: open }))?.rows).toHaveLength(2);
});

it('does not answer when two tables could be meant', async () => {
  expect(
    await computed('total revenue by region', { 'Sales 2025': SALES, 'Sales 2026': SALES }),
  ).toBeUndefined();
});

it('treats quotes and SQL characters as text', async () => {
  for (const value of [`O'Hara`, `x'; DROP TABLE data; --`, '"', '%', '100%', '\\']) {
    expect(await computed(`How many orders from ${value}?`)).toSatisfy(
      (found: { rows: JsonObject[] } | undefined) => found === undefined || found.rows.length === 1,
    );
  }
});

it('describes the table that is named, or that the question is limited to', async () => {
  const found = await computed('What is in “Fennmark orders, January to March 2026”?');
  expect(found).toMatchObject({ of: ROWS.length, columns: HEADER });
  expect(found?.rows).toHaveLength(5);
  expect(await computed('What is sales about?', { Sales: SALES, Orders: ORDERS })).toMatchObject({ of: 3 });
  expect(await computed('What is the contract about?')).toBeUndefined();
});

it('reads a past participle as the noun of the table', async () => {
  const found = await computed('Which country ordered the most?');
  expect(found?.rows[0]).toMatchObject({ country: 'United Kingdom' });
});

const SPENDING = `date,category,payee,amount_eur,paid_by
2026-01-04,groceries,Nordmarkt,84.20,Lena
2026-01-09,rent,Kern,920.00,Omar
2026-02-02,groceries,Nordmarkt,91.35,Omar
2026-02-09,rent,Kern,930.00,Omar
2026-02-11,insurance,Helvia,138.00,Lena
2026-02-14,groceries,Greenleaf,12.15,Lena
`;

it.each([
  ['How much did we spend on groceries?', { 'total amount_eur': 187.7 }],
  ['What did we spend on groceries in February?', { 'total amount_eur': 103.5 }],
  ['How much did Omar pay in total?', { 'total amount_eur': 1941.35 }],
  ['Who paid the most?', { paid_by: 'Omar', 'total amount_eur': 1941.35 }],
  ['What do we spend the most on?', { category: 'rent', 'total amount_eur': 1850 }],
  ['Which month was the most expensive?', { month: '2026-02', 'total amount_eur': 1171.5 }],
  ['most common category', { category: 'groceries', rows: 3 }],
])('sums what was spent: %s', async (question, row) => {
  expect((await computed(question, { 'Our expenses': SPENDING }))?.rows).toEqual([row]);
});

it.each([
  'How much do I pay for groceries?',
  'How much did we spend on flowers?',
  'Who paid for the party?',
  'What have we spent on Atlantis?',
])('leaves %s to the documents', async (question) => {
  expect(await computed(question, { 'Our expenses': SPENDING })).toBeUndefined();
});

it('names the best and the worst of a column by its money', async () => {
  const totals = new Map<string, number>();
  for (const { customer, total_gbp } of ROWS)
    totals.set(customer!, (totals.get(customer!) ?? 0) + Number(total_gbp));
  const most = round(Math.max(...totals.values()));
  for (const question of ['best customer', 'Who is our best customer?', 'Which customer spent the most?'])
    expect(Object.values((await computed(question))!.rows[0]!)[1]).toBe(most);
  expect(Object.values((await computed('worst customer'))!.rows[0]!)[1]).toBe(
    round(Math.min(...totals.values())),
  );
  expect((await computed('best customers'))?.rows).toHaveLength(5);
  expect(await computed('best planet')).toBeUndefined();
});

const REGIONS = `Region,Product,Revenue,Units,Month
North,Lamp,1200.5,3,2026-01-31
South,Lamp,80,1,2026-02-28
North,Tent,500,2,2026-02-28
North,Lamp,20,4,2025-02-28
`;

it.each([
  [['total revenue by region'], 'and by month?', ['2025-02', 20, '2026-01', 1200.5, '2026-02', 580]],
  [['total revenue by region'], 'by month', ['2025-02', 20, '2026-01', 1200.5, '2026-02', 580]],
  [['total revenue by region'], 'And per product?', ['Lamp', 1300.5, 'Tent', 500]],
  [['total revenue by region'], 'and for Lamp?', ['North', 1220.5, 'South', 80]],
  [['total revenue by region'], 'and in February?', ['North', 520, 'South', 80]],
  [['total revenue by region', 'and in February?'], 'and in January?', ['North', 1200.5]],
  [['total revenue in February 2026'], 'and in 2025?', [20]],
  [
    ['total revenue by region', 'and for Lamp?'],
    'and by month?',
    ['2025-02', 20, '2026-01', 1200.5, '2026-02', 80],
  ],
  [['total revenue for Lamp'], 'what about Tent?', [500]],
  [['total revenue by region'], 'and the units?', ['North', 9, 'South', 1]],
  [['total revenue by region'], 'and the average?', ['North', 573.5, 'South', 80]],
  [['total revenue by region'], 'and how many units of Lamp?', [8]],
  [['What is the warranty?', 'total revenue by region'], 'and by product?', ['Lamp', 1300.5, 'Tent', 500]],
])('after %j “%s” computes again', async (previous, question, cells) => {
  const found = await computed(question, { 'Sales 2026': REGIONS }, previous);
  expect(found?.rows.flatMap((row) => Object.values(row))).toEqual(cells);
});

it('changes lists and counts too', async () => {
  const list = await computed('and from Norway?', undefined, ['Which orders were delivered?']);
  expect(list?.where).toBe('status is delivered and country is Norway');
  const count = await computed('and cancelled ones?', undefined, ['How many orders were delivered?']);
  expect(count).toMatchObject({
    rows: [{ rows: of('status', 'cancelled').length }],
    where: 'status is cancelled',
  });
});

it.each([
  [['total revenue by region'], 'and by planet?'],
  [['total revenue by region'], 'and for Atlantis?'],
  [['total revenue by region'], 'and?'],
  [['total revenue by region'], 'thanks'],
  [['total revenue by region', 'and what is the warranty?'], 'and for Lamp?'],
  [['total revenue by region', 'What is the warranty?'], 'and for Lamp?'],
  [['What does shipping cost?'], 'and for Lamp?'],
  [[], 'and by month?'],
])('after %j leaves “%s” to the documents', async (previous, question) => {
  expect(await computed(question, { 'Sales 2026': REGIONS }, previous)).toBeUndefined();
});

const INVOICES = `invoice,date,description,supplier,net,vat,gross
I-1,2026-01-02,Desks,Deskwell Ltd,100,20,120
I-2,2026-02-02,Chairs,"Deskwell, Inc.",50,10,60
I-3,2026-02-03,Deskwell catalogue,Paper & Co,5,1,6
I-4,2026-02-09,Ink,Paper & Co,10,2,12
`;
const LEDGER = 'no,vendor,EUR\n1,Deskwell,100\n2,Deskwell,50.5\n3,Other,7\n';
const TWO_AMOUNTS = 'no,vendor,EUR,USD\n1,Deskwell,100,110\n2,Deskwell,50.5,55\n';
const HOURS = 'vendor,hours,rate\nDeskwell,3,40\nDeskwell,4,50\n';

it.each([
  ['How much did we pay Deskwell?', INVOICES, [{ 'total gross': 180 }]],
  ['What was paid to Deskwell?', INVOICES, [{ 'total gross': 180 }]],
  ['How much did Deskwell charge us?', INVOICES, [{ 'total gross': 180 }]],
  ['How much have we paid Deskwell so far?', LEDGER, [{ 'total EUR': 150.5 }]],
  ['How much did we pay Deskwell?', TWO_AMOUNTS, undefined],
  ['How much did we pay Deskwell?', HOURS, [{ 'total hours × rate': 320 }]],
  ['How much did we pay Dusk?', INVOICES, undefined],
])('sums what a party was paid: %s', async (question, csv, rows) => {
  const found = await computed(question, { Ledger: csv });
  expect(found?.rows).toEqual(rows);
  if (rows) expect(found).toMatchObject({ of: csv.trim().split('\n').length - 1 });
});

it('states the rows of a party, and takes invoices before other tables', async () => {
  const orders = 'order,supplier,total\n1,Deskwell,900\n2,Deskwell,800\n';
  const found = await computed('How much did we pay Deskwell?', { Invoices: INVOICES, Orders: orders });
  expect(found).toMatchObject({ document: 'Invoices', where: 'supplier has “deskwell”', counted: 2 });
});

it.each([
  ['Who paid the insurance?', ['Lena'], 'category is insurance'],
  ['Who has paid the rent in January?', ['Omar'], 'date is in January and category is rent'],
  ['Who pays for groceries?', ['Lena', 'Omar', 'Lena'], 'category is groceries'],
])('tells who did something from the column that says so: %s', async (question, persons, where) => {
  const found = await computed(question, { 'Insurance and expenses': SPENDING });
  expect(found?.where).toBe(where);
  expect(found?.rows.map((row) => Object.entries(row)[0])).toEqual(persons.map((one) => ['paid_by', one]));
});

it.each(['Who paid?', 'Who painted the hall?', 'Who paid for the flowers?', 'Who is Lena?'])(
  'leaves %s to the documents, as no column tells',
  async (question) => {
    expect(await computed(question, { 'Insurance and expenses': SPENDING })).toBeUndefined();
  },
);

it('says that no row is left after a follow-up', async () => {
  const first = 'What is the total revenue?';
  const files = { 'Sales 2026': SALES };
  expect(await computed('and in May?', files, [first])).toMatchObject({
    where: 'Month is in May',
    of: 3,
    rows: [{ rows: 0 }],
  });
});

it.each([
  ['What is the total revenue in May?', 'Month is in May'],
  ['How many sales were there in 2024?', 'Month is in 2024'],
  [
    'Total revenue in the North in February 2025',
    'Month is in February and Month is in 2025 and Region is North',
  ],
  ['What was the largest sale in May?', 'Month is in May'],
  ['How many sales are from May?', 'Month is in May'],
])('says which days there are when none is meant: %s', async (question, where) => {
  const found = await computed(question, { 'Sales 2026': SALES });
  expect(found).toMatchObject({ where, rows: [{ rows: 0 }] });
  expect(found?.lacks).toMatchObject({ column: 'Month', first: '2026-01-31', last: '2026-02-28' });
  expect(found?.lacks?.asked.every((day) => question.includes(day))).toBe(true);
});

it('says nothing of days when the other conditions leave no row either', async () => {
  const files = { Orders: 'order,status,day\n1,open,2026-01-02\n2,,2026-01-03\n3,open,\n' };
  expect((await computed('How many open orders are there in May?', files))?.lacks).toEqual({
    asked: ['May'],
    column: 'day',
    first: '2026-01-02',
    last: '2026-01-02',
  });
  expect(await computed('How many orders without a status on 2026-01-03 are open in May?', files)).toBe(
    undefined,
  );
});
