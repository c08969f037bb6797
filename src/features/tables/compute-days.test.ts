// Questions about single days, computed from CSV texts by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const ORDERS = `Order No,Order Date,Customer,Total
S1,2024-03-04,Hansen,399
S2,2025-02-03,Brightside,996
S3,2025-03-04,Hansen,1240
S4,2025-03-04,Nordlicht,937.5
S5,2025-03-21,Brightside,1074
S6,2025-05-04,Hansen,20
`;

const computed = (question: string, previous?: string[]) =>
  computedFrom(question, { orders: ORDERS }, previous);
const orders = async (question: string) => (await computed(question))?.rows.map((row) => row['Order No']);

it.each([
  ['orders on March 4', ['S1', 'S3', 'S4'], 'Order Date is March 4'],
  ['orders on the 4th of March', ['S1', 'S3', 'S4'], 'Order Date is March 4'],
  ['Which orders came in on 4 March 2025?', ['S3', 'S4'], 'Order Date is March 4, 2025'],
  ['List the orders of Mar 4th, 2025', ['S3', 'S4'], 'Order Date is March 4, 2025'],
  ['orders on 2025-03-04', ['S3', 'S4'], 'Order Date is March 4, 2025'],
  ['orders on 04.03.2025', ['S3', 'S4'], 'Order Date is March 4, 2025'],
  ['orders on May 4', ['S6'], 'Order Date is May 4'],
])('%s', async (question, found, where) => {
  expect(await orders(question)).toEqual(found);
  expect((await computed(question))?.where).toBe(where);
});

it('counts and adds up the rows of a day', async () => {
  expect((await computed('How many orders on March 4?'))?.rows).toEqual([{ rows: 3 }]);
  expect((await computed('total sales on March 4, 2025'))?.rows).toEqual([{ Total: 2177.5 }]);
  const previous = ['How many orders in March?'];
  expect((await computed('and on March 21?', previous))?.rows).toEqual([{ rows: 1 }]);
  expect((await computed('and on 2025-05-04?', previous))?.rows).toEqual([{ rows: 1 }]);
  expect((await computed('and in May?', ['How many orders on 2025-03-04?']))?.rows).toEqual([{ rows: 1 }]);
});

it.each([
  'orders from March 4 to March 21',
  'orders since March 4',
  'orders before 4 March 2025',
  'How many orders by March 4?',
  'orders on 4/3/2025',
  'orders on March 42',
])('leaves a span, or a day that is not clear, to the documents: %s', async (question) =>
  expect(await computed(question)).toBeUndefined(),
);

it('needs a column of dates', async () => {
  const stock = 'Product,Stock\nLamp,3\nTent,4\n';
  expect(await computedFrom('products on March 4', { stock })).toBeUndefined();
});
