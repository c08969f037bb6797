// Questions for the rows of a table that lack something: an empty cell, `none`, `no`, `0`, or a missing value.
import { beforeAll, expect, test } from 'vitest';
import { saysNone } from '../search/answer/rows-without.ts';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'rooms.md': `# Rooms of the guest house

| Room | Deposit | Balcony | Breakfast | Beds |
| --- | --- | --- | --- | --- |
| Alder | €50 | yes | included | 2 |
| Birch | none | no | €9 | 3 |
| Cedar | €0 | yes | not included | 1 |
| Dogwood | €80 | — | included | 2 |
| Elm | ? | | included | 4 |
`,
  'sweets.csv': `sweet,price,contains
Brittle,2.10,"almonds, milk"
Drops,1.40,
Fudge,2.60,milk
Marzipan,3.20,almonds
`,
  'tools.csv': `code,item,supplier,price
T-1,Extension cord 10 m,Lind & Son,8.75
T-2,Saw,Ostrava Ltd,12.40
`,
  'invoices.csv': `number,client,amount,status,approved_by
R-1,Osk,120,paid,Ines
R-2,Osk,340,open,Tom
R-3,Lindholm,75,paid,Tom
R-4,Pratt,60,overdue,Ines
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['Which rooms have no deposit?', ['Birch', 'Cedar']],
  ['rooms without a balcony', ['Birch', 'Dogwood', 'Elm']],
  ['Which rooms have a balcony?', ['Alder', 'Cedar']],
  ['Which room does not include breakfast?', ['Cedar']],
  ['Which sweets contain no almonds?', ['Drops', 'Fudge']],
  ['almond-free sweets', ['Drops', 'Fudge']],
  ['Which sweets are free of milk?', ['Drops', 'Marzipan']],
  ['Which invoices are not paid?', ['R-2', 'R-4']],
  ['Which invoices were not approved by Tom?', ['R-1', 'R-4']],
])('answers %j by the rows of %j', async (question, names) => {
  const { answer, kind } = await library.answer(question);
  expect(kind).toBe('table');
  const rows = answer!.text.split('\n').slice(1);
  expect(rows.map((row) => row.split(' | ')[0])).toEqual(names);
});

test.each([
  'What is the phone number of Ostrava Ltd?',
  'Wie ist die Telefonnummer von Lindholm?',
  'Wie lautet die Handynummer von Ostrava Ltd?',
])('refuses %j: a number in another row is no phone number', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test.each([`${'✗'.repeat(20_000)}a`, `not ${'a'.repeat(40_000)}1`])(
  'takes no long time for a cell that was made for that',
  (cell) => {
    const before = performance.now();
    expect(saysNone(cell)).toBe(false);
    expect(performance.now() - before).toBeLessThan(500);
  },
);

test('counts them', async () => {
  const { answer } = await library.answer('How many invoices are not paid?');
  expect(answer!.count).toEqual({ rows: 2, of: 4 });
});

test('marks the name and the cell that says so', async () => {
  const { answer } = await library.answer('Which rooms have no deposit?');
  const body = (await library.open(answer!.document.id))!.body;
  expect(answer!.marks!.map(({ start, end }) => body.slice(start, end))).toEqual([
    'Birch',
    'none',
    'Cedar',
    '€0',
  ]);
});

test('leaves a double negation to the words', async () => {
  const { answer } = await library.answer('Which sweets are not almond-free?');
  expect(answer?.text).toContain('Marzipan');
});
