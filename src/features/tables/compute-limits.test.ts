// Questions with limits, computed from CSV texts by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const ORDERS = `order_id,order_date,customer,units,amount
1,2023-05-04,Ann,2,120
2,2024-01-09,Bo,7,1500
3,2024-03-30,Cy,5,500
4,2025-02-11,Ann,9,2400
`;
const STAFF = `name,age,start_date,salary
Ann,31,2019-03-01,52000
Bo,45,2015-06-15,68000
Cy,52,2021-01-09,82000
`;

const rowsOf = async (question: string) => (await computedFrom(question, { orders: ORDERS }))?.rows;
const staffOf = async (question: string) => (await computedFrom(question, { employees: STAFF }))?.rows;

it.each([
  ['How many orders are over 500?', 2],
  ['How many orders are over £1,000?', 2],
  ['How many orders have at least 5 units?', 3],
  ['How many orders with more than 5 units?', 2],
  ['How many orders with units under 6?', 2],
  ['How many orders were placed before 2024?', 1],
  ['How many orders since 2024?', 3],
  ['How many orders after 2023?', 3],
  ['How many orders until March 2024?', 3],
  ['How many orders from Ann over 100?', 2],
])('%s', async (question, rows) => {
  expect(await rowsOf(question)).toEqual([{ rows }]);
});

it('sums, averages and lists the rows within limits', async () => {
  expect(await rowsOf('total amount of orders over 1000')).toEqual([{ 'total amount': 3900 }]);
  expect(await rowsOf('What is the average amount of orders since 2024?')).toEqual([
    { 'average amount': 1466.67 },
  ]);
  expect((await rowsOf('Which orders are over 1000?'))?.map((row) => row['customer'])).toEqual(['Bo', 'Ann']);
  for (const question of [
    'Which orders have at least 5 units?',
    'Which orders have at least 5 units since 2024?',
  ])
    expect((await rowsOf(question))?.map((row) => row['order_id'])).toEqual([2, 3, 4]);
  expect(await rowsOf('total amount of orders with at most 5 units')).toEqual([{ 'total amount': 620 }]);
  expect(await staffOf('How many employees are older than 40?')).toEqual([{ rows: 2 }]);
  expect(await staffOf('How many employees earn more than 60000?')).toEqual([{ rows: 2 }]);
  expect(await staffOf('What share of employees started before 2020?')).toEqual([
    { 'percent where start_date is before 2020': '66.7%' },
  ]);
});

it('says which limits it used', async () => {
  const found = await computedFrom('How many orders have at least 5 units?', { orders: ORDERS });
  expect(found).toMatchObject({ where: 'units is at least 5', counted: 3 });
});

it.each([
  'How many orders over 5 kilometers?',
  'How many orders took more than 3 days?',
  'How many orders are over budget?',
  'How many orders are older than 3?',
  'Which orders are below average?',
])('leaves “%s” to the documents', async (question) => {
  expect(await rowsOf(question)).toBeUndefined();
});
