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

A kiln script is a file for firing without a person, e.g. \`firing.kiln\`. Using
them makes firings the same on each run.

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

test('says where a file is by its path', async () => {
  const library = await libraryOf({
    'storage.md':
      '# Storage\n\n## Kinds of data\n\nBy default, the cache is stored in the cache directory, and stored in memory when it is disabled. The cache makes firing faster.\n\n## Cache directory\n\n- `~/.cache/kiln`\n',
  });
  const { answer } = await library.answer('Where is the cache stored?');
  expect(answer?.text).toContain('~/.cache/kiln');
});

test('compares what the question names, word for word', async () => {
  const library = await libraryOf({
    'types.md':
      '# Chamber types\n\n## Heat and cool chamber\n\nThis is the standard chamber, which will both heat and cool pieces, and cool and heat them again. Heat and cool differ.\n\n## Cool only chamber\n\nThe cool only chamber is the opposite of the heat only chamber: nothing gets warmer in it.\n',
  });
  const { answer } = await library.answer('difference between heat only and cool only chambers');
  expect(answer?.text).toContain('opposite');
});

test('refuses the number of something by that of something else', async () => {
  const library = await libraryOf({
    'chambers.md':
      '# Chambers\n\n## Chamber options\n\n### chamber.maxCracks\n\nThe maximum number of cracks to keep for any piece. The default is 10.\n\n### chamber.color\n\nThe color of its door.\n',
  });
  expect((await library.answer('What is the maximum number of chambers?')).answer).toBeNull();
  expect((await library.answer('What is the maximum number of cracks?')).answer?.text).toContain('10');
});

test('refuses the number of something by a row about something else', async () => {
  const library = await libraryOf({
    'options.md':
      '# Options\n\n| Field | Description | Default |\n| --- | --- | --- |\n| `keepAlive` | The maximum number of pieces that a kiln can fire. | 10 |\n| `doors` | The doors of the routers. | 2 |\n',
    'routers.md': '# Routers\n\nRouters pass pieces on to a kiln.',
  });
  expect((await library.answer('What is the maximum number of routers?')).answer).toBeNull();
});

test('finds a definition after a link, and not in a quoted value', async () => {
  const library = await libraryOf({
    'metadata.md':
      '# Workshop metadata\n\nThe workshop metadata has one line for each workshop:\n\n- `"workshop"` -- a workshop root and its chambers\n- `"piece"` -- a piece\n',
    'workshops.md':
      '# Using workshops\n\nInspired by the [Potter](https://potter.example/reference/workshops.html) concept of the same name, a workshop is a group of kilns that are fired together.\n\nKilns of a workshop share a plan.\n',
  });
  const { answer } = await library.answer('What is a workshop?');
  expect(answer?.text).toContain('fired together');
});

test('takes the prompt of a command for no price', async () => {
  const library = await libraryOf({
    'list.md':
      '# kiln ls\n\n## Format\n\nThe format of Kiln Desktop prints 2 columns:\n\n| Column | Meaning |\n| --- | --- |\n| `.ID` | The number of the kiln |\n\n```\n$ kiln desktop ls\n```\n',
    'desktop.md': '# Kiln Desktop\n\nKiln Desktop shows the chambers in a window.',
  });
  expect((await library.answer('How much does Kiln Desktop cost?')).answer).toBeNull();
});
