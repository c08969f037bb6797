// Questions to workbooks with several sheets, and to tables inside texts.
import { expect, it } from 'vitest';
import { computedFrom } from './compute.test-support.ts';

const BOOK = `## Employees

| Name | Department | Salary |
| --- | --- | --- |
| Ann | HR | 52000 |
| Bo | Sales | 68000 |
| Cy | Sales | 61000 |

## Projects

| Project | Lead | Budget | Status |
| --- | --- | --- | --- |
| Website | Ann | 12000 | open |
| App | Bo | 30000 | done |
| Shop | Bo | 8000 | open |
`;

it.each([
  ['Who is in HR?', [{ Name: 'Ann', Department: 'HR', Salary: 52000 }]],
  ['What is the average salary in Sales?', [{ 'average Salary': 64500 }]],
  ['How many projects are open?', [{ rows: 2 }]],
  ['total budget', [{ 'total Budget': 50000 }]],
  ['Which project has the highest budget?', [{ Project: 'App', 'total Budget': 30000 }]],
  ['budget by lead', [38000, 12000].map((sum, at) => ({ Lead: ['Bo', 'Ann'][at], 'total Budget': sum }))],
])('finds the sheet: %s', async (question, rows) => {
  expect((await computedFrom(question, { Company: BOOK }))?.rows).toEqual(rows);
});

it('uses neither of two sheets that could be meant', async () => {
  const months =
    BOOK.replace('Projects', 'Employees 2024').replace(/\| Project [\s\S]*/, '') +
    '| Name | Department | Salary |\n| --- | --- | --- |\n| Ann | HR | 50000 |\n';
  expect(await computedFrom('What is the total salary?', { Company: months })).toBeUndefined();
});

const INVOICE = `# Invoice 2025-17

Dear Ms Berg, thank you for your order.

| Item | Quantity | Unit price | Amount |
| --- | --- | --- | --- |
| Desk | 2 | €200.00 | €400.00 |
| Lamp | 4 | €25.50 | €102.00 |
`;

it.each([
  ['What is the total of the invoice?', [{ 'total Amount': 502 }]],
  ['What is the total amount of the invoice?', [{ 'total Amount': 502 }]],
  ['total quantity', [{ 'total Quantity': 6 }]],
])('adds up the lines of an invoice: %s', async (question, rows) => {
  expect((await computedFrom(question, { 'Invoice 2025-17': INVOICE }))?.rows).toEqual(rows);
});
