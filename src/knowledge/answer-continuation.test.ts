// Answers that only introduce what comes next, prices as a share, and days that no text names.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const FILLER = 'The kiln keeps its own records of each firing, and nobody has to write them down. ';

const DOCUMENTS = {
  'lost.md': `# Lost keys

## What to do when a key is lost

A lost key is a risk for everyone in the building. Please follow the steps below, and don't worry.

## Door keys

Ring the caretaker on 4411, who changes the lock.

## Bicycle keys

Ask at reception for the bolt cutter.
`,
  'kiln.md': `# Set up the kiln

${FILLER.repeat(3)}

## Install the kiln on Fedora

Fedora installs the kiln as a service, which starts with the machine. ${FILLER.repeat(4)}

### Stable releases

\`\`\`
dnf copr enable potters/stable
\`\`\`

${'The stable releases come out in spring and in autumn. '.repeat(20)}

### Testing releases

\`\`\`
dnf copr enable potters/testing
\`\`\`
`,
  'benefits.md': `# Benefits

## Dental insurance

The company pays 100% of the premium. Everyone is enrolled on the first day.

## Desk equipment

In the first year you choose a chair and a desk for the office at home.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test('shows the steps that an introduction leads to', async () => {
  const { answer } = await library.answer('What do I do when I lost a key?');
  expect(answer?.text).toContain('follow the steps below');
  expect(answer?.text).toContain('4411');
});

test('shows the first commands below the sentences about them', async () => {
  const { answer } = await library.answer('How do I install the kiln on Fedora?');
  expect(answer?.text).toContain('potters/stable');
});

test('reads a share of the premium as a price', async () => {
  const { answer } = await library.answer('How much does dental insurance cost employees?');
  expect(answer?.text).toContain('100% of the premium');
});

test('refuses to name days that no text names', async () => {
  const { answer } = await library.answer('Which days do I have to be in the office?');
  expect(answer).toBeNull();
});
