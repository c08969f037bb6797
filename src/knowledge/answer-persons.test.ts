// Answers about persons, about the next of something, and about the subject of the sentence before.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'club.md': `# Minutes of the rowing club's meeting

**Date:** 4 March 2026, 19:00. **Chair:** Ona Ruiz

## 1. Boats

The boatman's cabin is let from July. The winter store is full.

## 2. Other business

The hall is painted in June. The next meeting is on 9 September 2026.
`,
  'rules.md': `# Rules of the boathouse

## Damage

Report damage to the boatman, Mr Adler, at the slip. In case of fire ring the bell and call Runa.

## Pool

The practice pool is in the hall. It is heated to 26 °C from May on and holds 90,000 litres.

## Loans

Launches are lent for one day. If it takes longer than 14 days to mend a boat, you get another one.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['Who is the boatman?', /Mr Adler/],
  ['When is the next club meeting?', /9 September 2026/],
  ['How warm is the practice pool?', /26 °C/],
  ['What happens if mending a boat takes longer than two weeks?', /another one/],
])('answers %j', async (question, words) => {
  const { answer } = await library.answer(question);
  const body = (await library.open(answer!.document.id))!.body;
  const marks = answer!.marks ?? [answer!.mark!];
  expect(marks.map(({ start, end }) => body.slice(start, end)).join(' ')).toMatch(words);
});

test('takes no date of something else for the requested end', async () => {
  const other = await libraryOf({
    'hours.md': '# Hours\n\n| Shift | Begins | Ends |\n| --- | --- | --- |\n| Night | 23:00 | 6:30 |\n',
    'spices.csv': 'spice,shelf,last_counted\nSaffron,B1,2026-02-11\nPaprika,B2,2026-03-01\n',
  });
  const { answer } = await other.answer('When does the saffron expire?');
  expect(answer?.document.title).not.toBe('Hours');
});

test.each(['How often is the pool cleaned?', 'How much coffee does the boatman drink?'])(
  'refuses %j',
  async (question) => {
    expect((await library.answer(question)).answer).toBeNull();
  },
);

test('sums each document up when everything is asked for', async () => {
  const { answer, parts } = await library.answer('What is this about?');
  expect(parts?.map(({ question }) => question).sort()).toEqual([
    "Minutes of the rowing club's meeting",
    'Rules of the boathouse',
  ]);
  expect(answer).toEqual(parts![0]!.answer);
  for (const part of parts!) {
    const body = (await library.open(part.answer!.document.id))!.body;
    expect(part.answer!.markdown).toBe(body.slice(part.answer!.start, part.answer!.end));
    expect(part.answer!.markdown).not.toMatch(/^#/m);
  }
});

test('sums a single document up', async () => {
  const { items } = { items: await library.list({ limit: 1 }) };
  const { answer, parts } = await library.answer('What is this about?', {
    documents: [items.documents[0]!.id],
  });
  expect(parts).toBeUndefined();
  expect(answer?.document.id).toBe(items.documents[0]!.id);
});
