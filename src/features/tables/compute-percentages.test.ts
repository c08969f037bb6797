// Questions about columns of percentages, which are averaged and compared but never added up.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const SALES = `Order No,Customer,Total,Margin
S1,Hansen,399.00 €,32.0%
S2,Brightside,996.00 €,28.0%
S3,Hansen,"1,240.00 €",25.0%
S4,Nordlicht,937.50 €,41.0%
`;

const computed = (question: string, previous?: string[]) =>
  computedFrom(question, { sales: SALES }, previous);

it.each([
  ['What is the average margin?', { 'average Margin': '31.5%' }],
  ['Which customer has the highest margin?', { Customer: 'Nordlicht', 'highest Margin': '41%' }],
  ['Which order has the highest margin?', { 'Order No': 'S4', 'highest Margin': '41%' }],
  ['Which order has the lowest margin?', { 'Order No': 'S3', 'lowest Margin': '25%' }],
])('%s', async (question, row) => expect((await computed(question))?.rows).toEqual([row]));

it.each(['What is the total margin?', 'total margin by customer', 'sum of the margin for Hansen'])(
  'does not add up percentages: %s',
  async (question) => expect(await computed(question)).toBeUndefined(),
);

it('does not add them up in a follow-up either', async () => {
  const previous = ['What is the average total for Hansen?'];
  expect(await computed('and the total margin?', previous)).toBeUndefined();
});

const TEAM = `Name,Department,Salary,Bonus
Ada,Sales,5000,9%
Ben,Sales,4000,41%
Cara,Support,3500,
Dov,Support,6000,12.5%
`;

it('orders percentages as numbers, and shows their sign', async () => {
  const ask = (question: string) => computedFrom(question, { Employees: TEAM });
  expect((await ask('average bonus by department'))?.rows).toEqual([
    { Department: 'Sales', 'average Bonus': '25%' },
    { Department: 'Support', 'average Bonus': '12.5%' },
  ]);
  expect((await ask('top 2 employees by bonus'))?.rows.map(({ Name, Bonus }) => [Name, Bonus])).toEqual([
    ['Ben', '41%'],
    ['Dov', '12.5%'],
  ]);
  expect((await ask('Which employees have a salary below 3600?'))?.rows).toMatchObject([
    { Name: 'Cara', Bonus: null },
  ]);
});
