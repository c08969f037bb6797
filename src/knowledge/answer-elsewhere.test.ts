// Questions whose words are in the documents, while nothing there answers, or only another place does.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'cafe.md': `# Café Linde

We roast in Mill Street. Open Tuesday to Sunday, 8:00 to 17:00.
`,
  'flat.md': `# Rules for the flat

## Pets

A dog needs the consent of the owner.

## Smoking

Smoking is not allowed anywhere in the house.
`,
  'club.md': `# Minutes of the garden club

## Treasurer's report

The fund stands at €3,250. Each plot pays €48 from September on.

## Roof

The club chose Hallam Roofing for €18,400.

## Chair

The chair is Grace Obi.
`,
  'cover.md': `# Insurance

| Package | Price | Medical costs up to |
| --- | --- | --- |
| Basic | €19 | €100,000 |
| Plus | €34 | €500,000 |
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['a rule for a page that has none', 'Can I bring my parrot to the café?'],
  ['who did what no page says', 'Who founded the café?'],
  ['a person whom only a heading mentions', 'Who is the treasurer?'],
])('refuses %s', async (_, question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test.each([
  [
    'a price beside its thing rather than the price of something else',
    'How much will the roof cost?',
    '€18,400',
  ],
  ['what is ruled out everywhere', 'May I smoke on the balcony?', 'not allowed anywhere'],
  ['a named person', 'Who is the chair?', 'Grace Obi'],
  ['a rule', 'Can I keep a dog?', 'consent'],
])('still answers with %s', async (_, question, words) => {
  expect((await library.answer(question)).answer?.text).toContain(words);
});
