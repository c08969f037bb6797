// Questions for the most or least of something in a table, and for acronyms that are spelled like stop words.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'boats.md': `# Boats for hire

## Boats

| Boat | Berths | Length | Price per day | Built |
| --- | --- | --- | --- | --- |
| Gull | 2 | 6.4 m | €90 | 1998 |
| Heron | 6 | 11 m | €1,150 | 2021 |
| Tern | 4 | 960 cm | €240.50 | 2009 |

The Heron has a shower.

## Insurance

| | Blue | Red |
| --- | --- | --- |
| Price per day | €4 | €9 |
| Theft | no | yes |
`,
  'parts.csv': `part,kind,unit_cost,in_stock
Winch 20,winch,310.00,4
Winch 40,winch,505.00,1
Rope 8 mm,rope,2.10,900
Rope 12 mm,rope,3.40,650
Bilge pump,pump,48.90,7
`,
  'staff.md': `# Who helps with what

| Topic | Department |
| --- | --- |
| Computers, passwords | IT |
| Contracts, leave | People |

Jo Lund is responsible for the keys.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['Which boat is the cheapest?', 'Gull'],
  ['What is the most expensive boat?', 'Heron'],
  ['Which boat is the longest?', 'Heron'],
  ['Which boat has the most berths?', 'Heron'],
  ['What is the newest boat?', 'Heron'],
  ['Which boat is the oldest?', 'Gull'],
  ['Which winch is the cheapest?', 'Winch 20'],
  ['Which rope is the most expensive?', 'Rope 12 mm'],
  ['Which part has the lowest stock?', 'Winch 40'],
  ['cheapest boat', 'Gull'],
  ['our longest boat', 'Heron'],
  ['largest stock', 'Rope 8 mm'],
  ['Welches Boot ist am billigsten?', undefined],
])('answers %j by the row of %s', async (question, name) => {
  const { answer, kind } = await library.answer(question);
  if (name === undefined) return expect(answer).toBeNull();
  expect(kind).toBe('table');
  const rows = answer!.text.split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(new RegExp(`^${name} \\|`));
});

test('returns as many rows as are asked for', async () => {
  const names = async (question: string) =>
    (await library.answer(question))
      .answer!.text.split('\n')
      .slice(1)
      .map((row) => row.split(' | ')[0]);
  expect(await names('the two cheapest boats')).toEqual(['Gull', 'Tern']);
  expect(await names('3 most expensive parts')).toEqual(['Winch 20', 'Winch 40', 'Bilge pump']);
});

test('prefers the table with the asked name to one with a similar word', async () => {
  const other = await libraryOf({
    'plans.md': '# Plans\n\n| Plan | Cost per year |\n| --- | --- |\n| Solo | €5 |\n| Duo | €9 |\n',
    'expenses.csv': 'date,payee,amount\n2026-01-04,Norden,84.20\n2026-02-09,Kern,12.90\n',
  });
  const { answer } = await other.answer('What is the cheapest expense?');
  expect(answer?.text).toContain('Kern | 12.90');
});

test('marks the name and the value', async () => {
  const { answer } = await library.answer('Which boat is the cheapest?');
  const body = (await library.open(answer!.document.id))!.body;
  expect(answer!.marks!.map(({ start, end }) => body.slice(start, end))).toEqual(['Gull', '€90']);
});

test.each(['Which car is the cheapest?', 'Who is the tallest player?'])('refuses %j', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test('finds an acronym by its capitals', async () => {
  const { answer } = await library.answer('Who is responsible for IT?');
  expect(answer?.text).toContain('Computers, passwords | IT');
});

test('refuses a question for an acronym that the documents lack', async () => {
  const { answer } = await library.answer('Who is responsible at the WHO?');
  expect(answer).toBeNull();
});

test('names no column by a superlative of its own', async () => {
  const { answer } = await library.answer('What is the most expensive part?');
  expect(answer?.text).toContain('Winch 40 | winch | 505.00');
});
