// Questions about a table of stock, computed from CSV texts by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const STOCK = `SKU,Product,Category,Stock,Reorder Level,Unit Price,Supplier
T1,Claw Hammer,Tools,42,10,14.99,ToolCo
T2,Sledgehammer,Tools,0,5,39.50,ToolCo
T3,Cordless Drill,Tools,8,10,89.00,PowerMax
P1,White Paint 5L,Paint,23,15,34.00,ColorWorld
P2,Blue Paint 1L,Paint,0,10,12.50,ColorWorld
G1,Garden Hose 20m,Garden,12,5,29.99,GreenLine
F1,Wood Screws (100),Fasteners,150,50,6.49,ColorWorld
`;

const computed = (question: string) => computedFrom(question, { inventory: STOCK });

it.each([
  ['How many hammers do we have?', 42],
  ['How many hoses do we have in stock?', 12],
  ['How many cordless drills are left?', 8],
  ['How many screws do we have?', 150],
  ['How many tools do we have?', 50],
  ['What is the total stock?', 235],
])('adds up the stock of what is named: %s', async (question, stock) => {
  expect((await computed(question))?.rows).toEqual([{ 'total Stock': stock }]);
});

it.each([
  ['Which products are out of stock?', ['Blue Paint 1L', 'Sledgehammer'], 'Stock is 0'],
  ['What is out of stock?', ['Sledgehammer', 'Blue Paint 1L'], 'Stock is 0'],
  ['Which products are in stock in Paint?', ['White Paint 5L'], 'Stock is over 0 and Category is Paint'],
  [
    'Which products are low on stock?',
    ['Blue Paint 1L', 'Cordless Drill', 'Sledgehammer'],
    'Stock is at most Reorder Level',
  ],
  [
    'What needs reordering?',
    ['Sledgehammer', 'Cordless Drill', 'Blue Paint 1L'],
    'Stock is at most Reorder Level',
  ],
  ['List all paint products', ['Blue Paint 1L', 'White Paint 5L'], 'Category is Paint'],
  ['products from PowerMax', ['Cordless Drill'], 'Supplier is PowerMax'],
  ['Which products cost more than 35?', ['Cordless Drill', 'Sledgehammer'], 'Unit Price is over 35'],
  ['cheapest product in Paint', ['Blue Paint 1L'], 'Category is Paint and Unit Price is the lowest'],
  ['What is the cheapest product?', ['Wood Screws (100)'], 'Unit Price is the lowest'],
  [
    'Which is the most expensive tool?',
    ['Cordless Drill'],
    'Category is Tools and Unit Price is the highest',
  ],
  ['2 cheapest products', undefined, ''],
  ['top 2 most expensive products', ['Cordless Drill', 'Sledgehammer'], 'Unit Price is one of the 2 highest'],
])('%s', async (question, products, where) => {
  const found = await computed(question);
  expect(found?.rows.map(({ Product }) => Product)).toEqual(products);
  if (products) expect(found?.where).toBe(where);
});

it('counts the rows of each group', async () => {
  expect((await computed('Which supplier has the most products?'))?.rows).toEqual([
    { Supplier: 'ColorWorld', rows: 3 },
  ]);
  expect((await computed('Which category has the most stock?'))?.rows).toEqual([
    { Category: 'Fasteners', 'total Stock': 150 },
  ]);
});

it.each([
  'What is the total price?',
  'How many ladders do we have?',
  'cheapest product in Iron',
  'Which product is new?',
])('leaves “%s” to the documents', async (question) => expect(await computed(question)).toBeUndefined());

it('takes no quantity of orders for stock', async () => {
  const orders = 'order,date,product,quantity\nA,2025-01-01,Lamp,0\nB,2025-01-02,Lamp,3\n';
  expect(await computedFrom('Which products are out of stock?', { orders })).toBeUndefined();
});
