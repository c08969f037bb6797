// Questions about money that was paid, is owed, or was spent most, computed from CSV texts by the real engine.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const INVOICES = `Invoice #,Client,Issue Date,Due Date,Amount,Status
I1,Acme,2025-01-05,2025-02-04,1200.00,Paid
I2,Globex,2025-01-12,2025-02-11,3450.50,Paid
I3,Initech,2025-02-01,2025-03-03,780.00,Overdue
I4,Acme,2025-02-14,2025-03-16,2200.00,Paid
I5,Umbrella,2025-03-03,2025-04-02,5600.00,Unpaid
I6,Globex,2025-03-20,2025-04-19,950.00,Unpaid
`;
const EXPENSES = `Date,Description,Category,Amount,Paid By
01/15/2025,Office rent January,Rent,"$2,400.00",Maria
01/18/2025,Laptop,Equipment,"$1,299.99",Tom
02/15/2025,Office rent February,Rent,"$2,400.00",Maria
02/20/2025,Flight,Travel,$412.60,Sue
Total,,,"$6,512.59",
`;
const MEMBERS = 'first_name,age,balance\nAnn,34,0\nBo,52,45\nCy,41,30\n';

it.each([
  ['How much has been paid?', [{ 'total Amount': 6850.5 }], 'Status is Paid'],
  ['Which client has paid the most?', [{ Client: 'Globex', 'total Amount': 3450.5 }], 'Status is Paid'],
  ['How much is overdue?', [{ 'total Amount': 780 }], 'Status is Overdue'],
  ['What is the total outstanding?', [{ 'total Amount': 7330 }], 'Status is Overdue or Unpaid'],
  [
    'How much does Globex owe us?',
    [{ 'total Amount': 950 }],
    'Client is Globex and Status is Overdue or Unpaid',
  ],
  ['How much have we invoiced in March?', [{ 'total Amount': 6550 }], 'Issue Date is in March'],
  ['total for Acme', [{ 'total Amount': 3400 }], 'Client is Acme'],
  ['How many invoices in Q1?', [{ rows: 6 }], 'Issue Date is in Q1'],
])('%s', async (question, rows, where) => {
  expect(await computedFrom(question, { invoices: INVOICES })).toMatchObject({ rows, where });
});

it('names who has not paid', async () => {
  for (const question of ['Who has not paid?', 'Who owes us money?']) {
    const found = await computedFrom(question, { invoices: INVOICES });
    expect(found?.rows.map((row) => row['Client'])).toEqual(['Initech', 'Umbrella', 'Globex']);
  }
  const found = await computedFrom('Who owes us money?', { members: MEMBERS });
  expect(found?.rows.map((row) => row['first_name'])).toEqual(['Bo', 'Cy']);
  expect((await computedFrom('How much do members owe?', { members: MEMBERS }))?.rows).toEqual([
    { 'total balance': 75 },
  ]);
});

it('takes nothing for owed unless the table tells', async () => {
  const bare = INVOICES.replace(/,Status|,Paid|,Unpaid|,Overdue/g, '');
  for (const question of ['How much does Globex owe us?', 'Who owes us money?'])
    expect(await computedFrom(question, { invoices: bare })).toBeUndefined();
});

it('leaves the row of totals out, and reads American dates', async () => {
  const rowsOf = async (question: string) => (await computedFrom(question, { expenses: EXPENSES }))?.rows;
  expect(await rowsOf('What is the total amount?')).toEqual([{ 'total Amount': 6512.59 }]);
  expect(await rowsOf('How much did we spend in February?')).toEqual([{ 'total Amount': 2812.6 }]);
  expect(await rowsOf('How many expenses are there?')).toEqual([{ rows: 4 }]);
  expect(await rowsOf('average expense')).toEqual([{ 'average Amount': 1628.15 }]);
  expect(await rowsOf('Who spent the most?')).toEqual([{ 'Paid By': 'Maria', 'total Amount': 4800 }]);
  expect(await rowsOf('total by month')).toEqual([
    { month: '2025-01', 'total Amount': 3699.99 },
    { month: '2025-02', 'total Amount': 2812.6 },
  ]);
  expect((await rowsOf('What is our largest expense?'))?.map((row) => row['Description'])).toEqual([
    'Office rent January',
    'Office rent February',
  ]);
});

it('prefers the table that tells more of what is asked', async () => {
  const staff = 'Name,Salary\nAnn,500\nBo,700\n';
  const files = { invoices: INVOICES, expenses: EXPENSES, employees: staff };
  expect((await computedFrom('How much has been paid?', files))?.document).toBe('invoices');
  expect((await computedFrom('Who earns the most?', files))?.rows).toEqual([
    { Name: 'Bo', 'highest Salary': 700 },
  ]);
  // One invoice is not all of them.
  expect(await computedFrom('What is the total of the invoice?', files)).toBeUndefined();
  expect((await computedFrom('What is the total of the invoices?', files))?.document).toBe('invoices');
});
