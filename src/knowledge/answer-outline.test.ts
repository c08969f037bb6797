// Summaries without a model: an outline of one document, and what `this` means after other questions.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'tenancy.md': `# Tenancy agreement for 3 Quay Row

Between Ardal Homes and Mira Sand, signed on 4 May 2026.

## 1. Term

The tenancy begins on 1 June 2026. It runs for two years.

## 2. Rent

| Part | Per month |
| --- | --- |
| Flat | £900 |
| Garage | £60 |
| Garden | £15 |

## 3. House rules

### Quiet

No music after 22:00.

## 4. Keys

The tenant receives:

- two keys for the door
- one key for the cellar
`,
  'trial.md': `# Warm soles: a trial of insoles

A sample.

## Background

Feet get cold.

## Abstract

Insoles kept the feet of 30 hikers warm.

## Methods

We asked hikers.

## Results

They were warm.
`,
  'note.md': '# A note about bees\n\nThe bees are in the orchard.\n',
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

const idOf = async (title: string): Promise<string> =>
  (await library.list({ limit: 10 })).documents.find((one) => one.title.startsWith(title))!.id;

test.each([
  'summarize the tenancy agreement',
  'Give me a summary of the lease',
  'Outline of the tenancy',
  'What are the main points of the tenancy agreement?',
])('outlines the document that %j names', async (question) => {
  const { answer, parts, outline } = await library.answer(question);
  expect(parts?.map(({ question: title, answer: block }) => [title, block!.text])).toEqual([
    ['Tenancy agreement for 3 Quay Row', 'Between Ardal Homes and Mira Sand, signed on 4 May 2026.'],
    ['1. Term', 'The tenancy begins on 1 June 2026. It runs for two years.'],
    ['2. Rent', 'Part | Per month\nFlat | £900\nGarage | £60'],
    ['3. House rules', 'No music after 22:00.'],
    ['4. Keys', 'The tenant receives:\n- two keys for the door\n- one key for the cellar'],
  ]);
  expect(outline).toEqual({ shown: 4, of: 4 });
  expect(answer).toEqual(parts![0]!.answer);
});

test('leads to the place of each part', async () => {
  const { parts } = await library.answer('summarize the tenancy agreement');
  for (const { answer } of parts!) {
    const { body } = (await library.open(answer!.document.id))!;
    expect(body.slice(answer!.start, answer!.end)).toBe(answer!.markdown);
    expect(answer!.document.source_id).toBe('tenancy.md');
  }
});

test('begins with the abstract, if there is one', async () => {
  const { parts } = await library.answer('Summarise this', { documents: [await idOf('Warm soles')] });
  expect(parts!.map(({ answer }) => answer!.text)).toEqual([
    'Insoles kept the feet of 30 hikers warm.',
    'Feet get cold.',
    'We asked hikers.',
    'They were warm.',
  ]);
});

test.each([
  ['a question with a topic of its own', 'Give me an overview of the rent in the tenancy agreement'],
  ['a document with few sections', 'Summarize the note about bees'],
  ['a question that asks for no summary', 'What is the tenancy agreement about?'],
])('answers %s by its text', async (_, question) => {
  const { answer, outline } = await library.answer(question);
  expect(outline).toBeUndefined();
  expect(answer).not.toBeNull();
});

test('says that only the newest documents are summed up', async () => {
  const many = await libraryOf(
    Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [`n${i}.md`, `# Note ${i}\n\nIt is about ${i}.\n`]),
    ),
  );
  expect(await many.answer('What is this about?')).toMatchObject({ newest: 6, total: 8 });
  expect(await many.answer('How many documents do I have?')).toMatchObject({ newest: 6, total: 8 });
});

test('takes “this” for everything after a question that nothing answers', async () => {
  const refused = 'How much is the elevator?';
  expect((await library.answer(refused)).answer).toBeNull();
  const all = await library.answer('What is this about?', { previous: [refused] });
  expect(all.parts).toHaveLength(3);
  const answered = await library.answer('What is this about?', {
    previous: ['When does the tenancy begin?'],
  });
  expect(answered.answer?.document.title).toContain('Tenancy');
  expect(answered.parts).toBeUndefined();
});
