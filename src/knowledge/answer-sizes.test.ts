// Questions for the size or limit of something that the text does not name.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

let library: Library;

beforeAll(
  async () =>
    void (library = await libraryOf({
      'tally.md': `# Tally

Tally supports backups of folders and archives on each computer. It supports Linux and Windows.

## Limits

The maximum page size is 64 KB. A report may have 900 lines.

## Backups

Run \`tally backup\` every night. Backups are kept for a month, and support restoring single files.
`,
    })),
);

test.each([['What is the maximum page size?', '64 KB']])('answers %j', async (question, words) => {
  expect((await library.answer(question)).answer?.text).toContain(words);
});

test.each(['What is the maximum queue size?'])('refuses %j', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test.each([
  ['How deep do I plant beans?', '| Bean |'],
  ['How wide is the shed?', undefined],
])('a unit in the head of a column measures its cells: %s', async (question, row) => {
  const garden = 'Plant,Sow from,Depth (cm)\nCarrot,March,1\nBean,May,3\nLeek,February,2\n';
  const library = await libraryOf({ 'garden.csv': garden });
  const { answer } = await library.answer(question, {});
  if (row === undefined) expect(answer).toBeNull();
  else expect(answer?.markdown).toContain(row);
});
