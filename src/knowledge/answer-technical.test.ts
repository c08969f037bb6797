// Newcomers' questions about technical documentation.
import { expect, test } from 'vitest';
import { libraryOf } from './library.test-support.ts';

test('finds how something is published for the question how to upload it', async () => {
  const library = await libraryOf({
    'dials.md':
      '# Dials\n\nKiln has one dial for each chamber. Set a dial with `kiln dial`.\n\n## Adding pieces\n\nAdd a glaze with `kiln add`.\n\n## Sending pieces\n\nPublish a glaze with `kiln publish`.',
  });
  const { answer } = await library.answer('How do I upload a glaze?');
  expect(answer?.text).toContain('kiln publish');
});

const SCRIPTS = `# Running scripts

A kiln script is a file for firing without a person, e.g. \`firing.kiln\`. Such files are plain text.

## With a glaze

If a firing needs a glaze, name it:

\`\`\`
kiln fire --with celadon firing.kiln
\`\`\`

## Without anything

Plain firings need no options.
`;

test('answers how something is done by no definition', async () => {
  const library = await libraryOf({ 'scripts.md': SCRIPTS });
  const { answer } = await library.answer('How do I run a kiln script that needs a glaze?');
  expect(answer?.text).toContain('--with celadon');
  expect(answer?.heading).toContain('With a glaze');
});

const STARTING = `# Starting Kiln automatically

Jump to the configuration for your system:

- Windows
- macOS
- Linux

## Windows

### Task Scheduler

Open the Task Scheduler and create a task that starts Kiln when you log on.

## macOS

Run \`brew services start kiln\`.

## Linux

Run \`systemctl enable kiln\`.
`;

test('answers by a section, not by the list of sections', async () => {
  const library = await libraryOf({ 'starting.md': STARTING });
  const { answer } = await library.answer('start kiln automatically on Windows');
  expect(answer?.text).toContain('create a task');
  expect(answer?.text).not.toContain('Jump');
});
