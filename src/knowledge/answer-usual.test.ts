// Questions that a special and a usual way answer.
import { expect, test } from 'vitest';
import { libraryOf } from './library.test-support.ts';

const TALLY = `# Tally

Tally counts the words of your files and writes a report.

## Global install

Install Tally for all projects of a machine:

\`\`\`
npm install --global tally
\`\`\`

## Installation

Add Tally to your project:

\`\`\`
npm install tally
\`\`\`
`;

test.each([
  ['install tally', 'Installation'],
  ['How do I install Tally?', 'Installation'],
  ['How do I set up Tally?', 'Installation'],
  ['How do I install Tally globally?', 'Global install'],
])('answers %j by %s', async (question, heading) => {
  const library = await libraryOf({ 'tally.md': TALLY });
  const { answer } = await library.answer(question);
  expect(answer?.heading.endsWith(heading)).toBe(true);
});
