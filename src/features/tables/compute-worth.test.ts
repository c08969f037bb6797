// Questions about money that a table states per unit, and about what came in, computed by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const STOCK = `SKU,Item,Category,Stock,Unit Price
L1,Desk lamp,Lighting,40,$18.50
C2,Office chair,Furniture,0,$140.00
D3,Standing desk,Furniture,7,$380.00
`;
const ORDERS = `Order,Date,Customer,Product,Quantity,Unit Price
A1,2025-01-14,Hansen,Lamp,10,39.90
A2,2025-02-03,Nord,Chair,4,249
A3,2025-02-04,Hansen,Desk,2,620
`;
const STAFF = 'Name,Department,Salary\nAnna,Sales,72000\nBola,IT,81500\nCarla,Sales,58000\n';

const PRODUCT = 'total Stock × Unit Price';

it.each([
  'What is our inventory worth?',
  'How much is our stock worth?',
  'What is the total value of our stock?',
  'What is the value of our inventory?',
])('multiplies the stock by its price: %s', async (question) =>
  expect((await computedFrom(question, { inventory: STOCK }))?.rows).toEqual([{ [PRODUCT]: 3400 }]),
);

it('values the stock of each group', async () =>
  expect((await computedFrom('inventory value by category', { inventory: STOCK }))?.rows).toEqual([
    { Category: 'Furniture', [PRODUCT]: 2660 },
    { Category: 'Lighting', [PRODUCT]: 740 },
  ]));

it('adds up what was sold at unit prices', async () => {
  const label = 'total Quantity × Unit Price';
  expect((await computedFrom('What are our total sales?', { sales: ORDERS }))?.rows).toEqual([
    { [label]: 2635 },
  ]);
  expect((await computedFrom('total revenue in February', { sales: ORDERS }))?.rows).toEqual([
    { [label]: 2236 },
  ]);
});

it.each([
  ['a price is missing', STOCK.replace('$380.00', '')],
  [
    'two prices could be meant',
    STOCK.replace('Unit Price', 'Unit Price,Member Price').replace(/(\$.*)/g, '$1,$1'),
  ],
])('values no stock when %s', async (_, inventory) =>
  expect(await computedFrom('What is our inventory worth?', { inventory })).toBeUndefined(),
);

it('does not guess whether a price is that of a unit', async () =>
  expect(
    await computedFrom('total revenue', { sales: ORDERS.replace('Unit Price', 'Price') }),
  ).toBeUndefined());

it.each(['What is our total revenue?', 'total sales', 'sales by department', 'sales by category'])(
  'finds no income in salaries, expenses and stock: %s',
  async (question) => {
    const expenses = 'Date,Category,Amount\n2025-01-01,Rent,500\n2025-01-02,Meals,40\n';
    const files = { staff: STAFF, inventory: STOCK, 'Expenses 2025': expenses };
    expect(await computedFrom(question, files)).toBeUndefined();
  },
);

it('takes no salaries for what we earned', async () => {
  expect(await computedFrom('How much did we earn?', { staff: STAFF })).toBeUndefined();
});

it('averages the expenses of each group', async () => {
  const expenses = 'Date,Category,Amount\n2025-01-01,Rent,500\n2025-02-01,Rent,700\n2025-01-02,Meals,40\n';
  const found = await computedFrom('average expense by category', { expenses });
  expect(found?.rows).toEqual([
    { Category: 'Rent', 'average Amount': 600 },
    { Category: 'Meals', 'average Amount': 40 },
  ]);
});

it('still finds the people of a department named sales', async () => {
  const found = await computedFrom('How many employees work in sales?', { employees: STAFF });
  expect(found?.rows).toEqual([{ rows: 2 }]);
  const average = await computedFrom('average salary in sales', { employees: STAFF });
  expect(average?.rows).toEqual([{ 'average Salary': 65000 }]);
});

it('counts what was sold in the table of sales, not in the stock', async () => {
  const question = 'How many lamps did we sell?';
  const found = await computedFrom(question, { sales: ORDERS, inventory: STOCK });
  expect(found?.rows).toEqual([{ 'total Quantity': 10 }]);
  expect(await computedFrom(question, { inventory: STOCK })).toBeUndefined();
});

it('takes no unit price for a number of units', async () => {
  const sales =
    'Order,Date,Product,Unit Price,Quantity\nA1,2025-01-14,Lamp,39.90,10\nA2,2025-02-03,Lamp,37,4\n';
  const sold = await computedFrom('How many lamps did we sell?', { sales });
  expect(sold?.rows).toEqual([{ 'total Quantity': 14 }]);
  const prices = 'SKU,Product,Unit Price\nH1,Hammer,14.99\nH2,Sledgehammer,39.50\n';
  const held = await computedFrom('How many hammers do we have?', { products: prices });
  expect(held?.rows).not.toEqual([{ 'total Unit Price': 54.49 }]);
});

it('finds the highest total instead of adding up the totals', async () => {
  const sales = 'Order,Customer,Total\nA1,Hansen,39\nA2,Nord,37\nA3,Hansen,12\n';
  const highest = await computedFrom('What is the highest total?', { sales });
  expect(highest?.rows).toEqual([{ 'highest Total': 39 }]);
  const customer = await computedFrom('Which customer has the highest total?', { sales });
  expect(customer?.rows).toEqual([{ Customer: 'Hansen', Total: 51 }]);
});

it('lists what needs to be ordered again', async () => {
  const inventory = 'Item,Stock,Reorder Level\nLamp,3,5\nDesk,9,5\n';
  const found = await computedFrom('What do we need to reorder?', { inventory });
  expect(found?.rows).toEqual([{ Item: 'Lamp', Stock: 3, 'Reorder Level': 5 }]);
});

const PRICED = `Item,Qty on hand,Unit cost,Sale price
Bolt,200,0.2,0.5
Drill,4,80,150
Saw,6,40,75
`;

it.each([
  ['What is our stock worth?', [{ 'total Qty on hand × Unit cost': 600 }]],
  ['What is the total value of our stock at cost?', [{ 'total Qty on hand × Unit cost': 600 }]],
  ['What is our stock worth at sale prices?', [{ 'total Qty on hand × Sale price': 1150 }]],
  [
    'Which items cost more than 50 euros?',
    [{ Item: 'Drill', 'Qty on hand': 4, 'Unit cost': 80, 'Sale price': 150 }],
  ],
])('knows what a stock cost from what it sells for: %s', async (question, rows) => {
  expect((await computedFrom(question, { stock: PRICED }))?.rows).toEqual(rows);
});
