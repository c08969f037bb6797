// Answers from manuals and READMEs: which of several parts with the words of a question explains its subject.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'mistral.md': `# 9. Mistral: a heap profiler

To use this tool, specify the option.

## 9.1. Overview

Mistral is a heap profiler. It measures how much memory a program uses.

## 9.2. Acting on Mistral's information

Mistral's information is generally easy to act upon.

## 9.3. Mistral monitor commands

The Mistral tool provides monitor commands.
`,
  'errors.md': `# Errors

## Common system errors

- \`EPIPE\` (Broken pipe): A write on a pipe for which there is no process to read the data.
- \`ECONNWIPE\` (Connection wiped by the peer): A connection was forcibly closed by the other side.
`,
  'http.md': `# HTTP

## Sockets

The socket may have been destroyed, as with an \`ECONNWIPE\` error. Requests fail with the code \`ECONNWIPE\`. Retry after \`ECONNWIPE\`.
`,
  'picture-size.md': `# picture-size

Tells how large a picture is.

## Installation

\`\`\`sh
npm install picture-size
\`\`\`

## Usage

\`\`\`js
const { width, height } = pictureSize('photo.png');
\`\`\`
`,
  'random.md': `# Random values

## random.bytes(count)

Returns that many random bytes.

## random.identifier([options])

- \`options\`: \`cache\` keeps identifiers ready.

Generates a random identifier of 36 characters.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['What is Mistral?', /^Mistral is a heap profiler/],
  ['What does ECONNWIPE mean?', /forcibly closed/],
  ['How do I get the size of a picture?', /pictureSize\('photo.png'\)/],
  ['How do I install picture-size?', /npm install/],
])('answers “%s” with the part that explains it', async (question, words) => {
  expect((await library.answer(question)).answer?.text).toMatch(words);
});

test('names the function whose description answers', async () => {
  const { answer } = await library.answer('How do I generate a random identifier?');
  expect(answer?.text).toMatch(/^random\.identifier\(\[options\]\)/);
});
