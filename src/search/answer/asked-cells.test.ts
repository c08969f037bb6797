// The cell of a row that a question asks for.
import { expect, it } from 'vitest';
import { askedCells } from './asked-cells.ts';
import { readQuestion } from './question.ts';

/** Each word weighs 1, without the words of every question. */
function asked(question: string) {
  const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d-]{3,}|\d/gu) ?? [];
  const words = new Set(wordsIn(question).filter((word) => !['how', 'the', 'what', 'for'].includes(word)));
  const weightIn = (cell: string): number => wordsIn(cell).filter((word) => words.has(word)).length;
  return { question: readQuestion(question), weightIn };
}

const INVOICES =
  '| Invoice | Customer | Amount | Status | Due |\n| --- | --- | --- | --- | --- |\n| INV-7 | Quill Ltd | 96.40 € | open | 2026-04-11 |';
const MACHINES = '| | Nova 1 | Nova 2 |\n| --- | --- | --- |\n| Price | 349 € | 479 € |';
const LIMITS = '| Expense | Limit | Receipt |\n| --- | --- | --- |\n| Hotel | 140 € a night | yes |';
const ORDERS = '| order_id | order_date | customer |\n| --- | --- | --- |\n| 7 | 2026-01-06 | Elin Fjeld |';
const HOURS = '| Day | Opening |\n| --- | --- |\n| Saturday | 9 to 19 |';
const TASKS = '| Who | What | Until |\n| --- | --- | --- |\n| Bilal | write the guide | 30 April |';

it.each([
  ['When is INV-7 due?', INVOICES, ['2026-04-11']],
  ['What is the status of invoice INV-7?', INVOICES, ['open']],
  ['Which invoice is from Quill Ltd?', INVOICES, ['INV-7']],
  ['How much does Quill Ltd pay?', INVOICES, ['96.40 €']],
  ['What is the price of the Nova 2?', MACHINES, ['479 €']],
  ['When does it open on Saturday?', HOURS, ['9 to 19']],
  ['Who will write the guide?', TASKS, ['Bilal']],
  ['What is Bilal to do?', TASKS, ['write the guide']],
  ['What is the hotel limit a night?', LIMITS, ['140 € a night']],
  ['What did Elin Fjeld order?', ORDERS, []],
  ['Tell me about Quill Ltd', INVOICES, []],
])('“%s” asks for', (question, table, cells) => {
  const [head, rule, row] = table.split('\n');
  const found = askedCells(`${head}\n${rule}`, row!, asked(question));
  expect(found.map(({ start, end }) => row!.slice(start, end))).toEqual(cells);
});
