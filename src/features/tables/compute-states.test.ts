// Questions about yes or no, shares, medians and persons, computed from CSV texts by the real engine.
import { expect, it } from 'vitest';
import { columnReader, isYesNo } from './column-values.ts';
import { computedFrom } from './compute.test-support.ts';
import { writtenForms } from './spoken-values.ts';

const CLUB = `name,gender,age,section,paid,vegetarian,trial,visit_day
Ann Lee,F,30,Juniors,yes,x,1,Sun
Bo Park,M,41,Seniors,no,,0,Sat
Cy Roe,M,22,Seniors,Yes,,0,Sun
Dee Oak,F,35,Seniors,no,x,1,Thur
Eve Hill,F,28,Juniors,yes,,0,Sun
`;

const rowsOf = async (question: string) => (await computedFrom(question, { members: CLUB }))?.rows;

it.each([
  ['How many members have paid?', { rows: 3 }],
  ["How many members haven't paid?", { rows: 2 }],
  ['How many members did not pay?', { rows: 2 }],
  ['How many people are vegetarian?', { rows: 2 }],
  ['How many members are not vegetarian?', { rows: 3 }],
  ['How many women have paid?', { rows: 2 }],
  ['How many men are in the seniors section?', { rows: 2 }],
  ['number of members on trial', { rows: 2 }],
  ['What share of members has paid?', { 'percent where paid is yes': '60%' }],
  ['What percentage of the seniors have paid?', { 'percent where paid is yes': '33.3%' }],
  ['What share of members are juniors?', { 'percent where section is Juniors': '40%' }],
  ['What is the average age?', { 'average age': 31.2 }],
  ['What is the average age of the women?', { 'average age': 31 }],
  ['What is the median age?', { 'median age': 30 }],
  ['What is the median age of the seniors?', { 'median age': 35 }],
  ['What is the average age on Sunday?', { 'average age': 26.67 }],
  ['highest age', { 'highest age': 41 }],
])('%s', async (question, row) => {
  expect(await rowsOf(question)).toEqual([row]);
});

it('computes a median for each group, between two rows where their number is even', async () => {
  expect(await rowsOf('median age by gender')).toEqual([
    { gender: 'M', 'median age': 31.5 },
    { gender: 'F', 'median age': 30 },
  ]);
});

it('compares prices instead of adding them up', async () => {
  const rowsIn = async (question: string) =>
    (await computedFrom(question, { orders: 'item,price,amount\nLamp,30,2\nTent,50,1\nLamp,30,5\n' }))?.rows;
  expect(await rowsIn('Which item has the highest price?')).toEqual([{ item: 'Tent', 'highest price': 50 }]);
  expect(await rowsIn('Which item has the lowest price?')).toEqual([{ item: 'Lamp', 'lowest price': 30 }]);
  expect(await rowsIn('Which item has the highest amount?')).toEqual([{ item: 'Lamp', 'total amount': 7 }]);
});

const STAFF = `id,name,department,salary,start_date,remote
1,Ann Lee,Sales,52000,2019-03-01,no
2,Bo Park,Engineering,68000,2021-06-15,yes
3,Cy Roe,Engineering,82000,2017-01-09,yes
4,Dee Oak,Sales,95000,2015-09-21,no
`;

it.each([
  ['Who earns the most?', [{ name: 'Dee Oak', 'highest salary': 95000 }]],
  ['Who has the highest salary?', [{ name: 'Dee Oak', 'highest salary': 95000 }]],
  ['Which employee has the lowest salary?', [{ name: 'Ann Lee', 'lowest salary': 52000 }]],
  [
    'Which department has the highest average salary?',
    [{ department: 'Engineering', 'average salary': 75000 }],
  ],
  ['How many employees work remotely?', [{ rows: 2 }]],
  ['How many people work in Engineering?', [{ rows: 2 }]],
  ['What is the average salary level?', [{ 'average salary': 74250 }]],
])('%s', async (question, rows) => {
  expect((await computedFrom(question, { employees: STAFF }))?.rows).toEqual(rows);
});

it('names the rows that answer who did something', async () => {
  const names = async (question: string, files: Record<string, string>) =>
    (await computedFrom(question, files))?.rows.map((row) => row['name']);
  expect(await names('Who started in 2021?', { employees: STAFF })).toEqual(['Bo Park']);
  expect(await names('Who has not paid?', { members: CLUB })).toEqual(['Bo Park', 'Dee Oak']);
  expect(await names('Who paid?', { members: CLUB })).toEqual(['Ann Lee', 'Cy Roe', 'Eve Hill']);
});

it('adds up money by group without the word total, and compares single rows', async () => {
  const orders = 'order,customer,amount\nA1,Ann,5\nA2,Bo,9\nA3,Ann,8\n';
  const rowsIn = async (question: string, csv = orders) =>
    (await computedFrom(question, { orders: csv }))?.rows;
  const byCustomer = [
    { customer: 'Ann', 'total amount': 13 },
    { customer: 'Bo', 'total amount': 9 },
  ];
  expect(await rowsIn('total by customer')).toEqual(byCustomer);
  expect(await rowsIn('sales by customer')).toEqual(byCustomer);
  expect(await rowsIn('Who placed the biggest order?')).toEqual([{ customer: 'Bo', amount: 9, order: 'A2' }]);
  expect(await rowsIn('Who placed the most orders?')).toEqual([{ customer: 'Ann', rows: 2 }]);
  const bare = 'order,customer\nA1,Ann\nA2,Bo\n';
  for (const question of ['total by customer', 'Who placed the biggest order?', 'Who earns the most?'])
    expect(await rowsIn(question, bare)).toBeUndefined();
});

it('shows all groups that share the first place', async () => {
  const orders = 'order_id,customer,total\n1,Ann,5\n2,Bo,9\n3,Cy,9\n4,Bo,1\n';
  const rows = (await computedFrom('Which order had the highest total?', { orders }))?.rows;
  expect(rows).toEqual([
    { order_id: 2, total: 9 },
    { order_id: 3, total: 9 },
  ]);
});

it('never adds up numbers that only name things', async () => {
  const orders = 'orderNo,customer id,seats\n1001,7,4\n1002,7,2\n1003,8,1\n';
  const rowsIn = async (question: string) => (await computedFrom(question, { orders }))?.rows;
  expect(await rowsIn('What is the average order?')).toBeUndefined();
  expect(await rowsIn('total seats by customer')).toEqual([
    { 'customer id': 7, 'total seats': 6 },
    { 'customer id': 8, 'total seats': 1 },
  ]);
  expect(await rowsIn('How many customers placed orders?')).toEqual([{ 'different customer id': 2 }]);
});

it('lists the rows that say yes', async () => {
  expect((await rowsOf('Which members are vegetarian?'))?.map((row) => row['name'])).toEqual([
    'Ann Lee',
    'Dee Oak',
  ]);
});

it.each([
  'How many children have paid?',
  'How many refunds were paid?',
  'What share of the rent is paid?',
  'What is my share of the costs?',
  'What is the maximum age?',
  'What is the total age?',
  'How many members have a dog?',
])('computes nothing for “%s”', async (question) => {
  expect(await rowsOf(question)).toBeUndefined();
});

it('knows columns that say yes or no', () => {
  for (const cells of [
    ['yes', 'No', ''],
    ['1', '0'],
    ['x', '', ''],
    ['TRUE', 'FALSE'],
    ['ja', 'nein'],
  ])
    expect(isYesNo(cells)).toBe(true);
  for (const cells of [
    ['yes', 'yes'],
    ['1', '2', '0'],
    ['', ''],
    ['1', ''],
    ['x', 'y', 'z'],
    ['no', ''],
  ])
    expect(isYesNo(cells)).toBe(false);
  expect(columnReader(['1', '0']).type).toBe('number');
  expect(writtenForms('thursday')).toContain('thur');
});
