// Questions about a thing that the documents lack, although they have most of the question's words.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'perks.md': `# Perks

## Coworking space stipend

You can expense up to $200 a month for a coworking space. A true coworking space is for working only.

## Severance

If your contract is terminated, you may be eligible for severance: 4 weeks of pay in the first year, and 2 more for each further one. Several other terms are in your contract.
`,
  'titles.md': `# Titles of the company

| Title | Mastery |
| ----- | ------- |
| Rep | Follows the procedures that were established for all teams of the company. |
| Lead | Oversees the work of others. Sees that established goals of the company are met. |
`,
  'editor.md': `# Editor

## Enable flags in the extension

To enable flags in the extension of the editor, list them in its settings. The extension reads them when it starts.

## Theme of the manual

The pages of this manual have a dark theme.
`,
  'engine.md': `# The storage engine

The default of the engine is one connection. To use another size of its pages, set \`page_size\`.

## Timeouts

A connection pool of the proxy closes after 30 seconds.
`,
};

/** So many passages that the words of a question tell what is rare. */
const OTHERS = Object.fromEntries(
  Array.from({ length: 400 }, (_, i) => [
    `page-${i}.md`,
    `# Page ${i}\n\n${`Line ${i} of this page tells how the harbor stores rope number ${i}, tar and sails. `.repeat(5)}`,
  ]),
);

let library: Library;
let handbook: Library;

beforeAll(async () => {
  library = await libraryOf({ ...DOCUMENTS, ...OTHERS });
  handbook = await libraryOf({
    ...DOCUMENTS,
    ...OTHERS,
    'operators.md':
      '# Operators\n\nThe language has unary, binary and set operators.\n\n## Set operators\n\nThe following set operators can be used to combine two vectors of the same length:\n\n- `and` keeps what is in both\n- `unless` drops it\n',
    'upgrade.md':
      '# Migrating to v7\n\n## Folders are ignored by default\n\nTo ignore a folder, the pattern of the folder no longer needs a star.\n',
    'ignore.md':
      '# Ignore files\n\n## Ignore a folder\n\nAdd the name of the folder and a slash to `ignores`. Files in a folder that is ignored are never read by the program.\n',
    'flags.md':
      '# Flags\n\n| Flag | Description | Default |\n| --- | --- | --- |\n| `--listen` | Address to listen on for the UI | 0.0.0.0:9090 |\n| `--scrape.timeout` | Until a scrape is given up | 10s |\n',
    'sweep.md':
      '---\ntitle: kiln sweep\n---\n\nRemoves cold ashes from the chamber, and never touches what still burns.\n\n- `-q` -- Says nothing while it works.\n',
    'history.md': `# History of the museum

Ada Lind founded the museum in 1911. The building was designed by an engineer.
`,
    'conduct.md':
      '# Conduct\n\n## Personal relationships at work\n\nTell People Ops about a relationship with a colleague. Managers never supervise a partner.\n',
  });
});

test.each([
  'Can I date a coworker?',
  'Who founded the company?',
  'How do I enable dark mode in the extension?',
  'Does the engine support transactions across shards?',
])('refuses “%s”', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test.each([
  ['Can I expense a coworking space?', '$200'],
  ['How much severance do I get when I am laid off?', '4 weeks'],
  ['How do I enable flags in the extension?', 'settings'],
  ['Who founded the museum?', 'Ada Lind'],
  ['Who designed the building?', 'by an engineer'],
  ['Which set operators are there?', 'unless'],
  ['How do I ignore a folder?', 'slash to ignores'],
  ['Which address does the interface listen on?', '9090'],
  ['How long is the scrape timeout?', '10s'],
  ['How do I remove cold ashes?', 'kiln sweep'],
])('answers “%s”', async (question, words) => {
  expect((await handbook.answer(question)).answer?.text).toContain(words);
});

test('finds relationships at work for a date', async () => {
  expect((await handbook.answer('Can I date a coworker?')).answer?.heading).toContain('relationships');
});
