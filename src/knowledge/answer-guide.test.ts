// The app's own guide beside a person's documents: it answers questions about the app, and nothing else.
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { GUIDE_SOURCE } from '../core/answer.ts';
import { broughtText, memoryLibrary, SAMPLES } from './library.test-support.ts';

const library = memoryLibrary();

async function addFolder(folder: string, names: readonly string[], source: string): Promise<void> {
  const files = names.map((name) => ({
    file: new File([broughtText(name, folder)], name),
    path: name,
    given: { source, source_id: name, metadata: { language: 'en' } },
  }));
  await library.add(files);
}

beforeAll(async () => {
  await library.load();
  const guide = readdirSync(new URL('../../public/demo-docs/', import.meta.url));
  await addFolder(
    'demo-docs',
    guide.filter((name) => name.endsWith('.md')),
    GUIDE_SOURCE,
  );
  await addFolder('samples', SAMPLES, 'samples');
});

test.each([
  ['What is Perilune?', /answers questions from your own documents/],
  ['Is my data private?', /Nothing leaves your device/],
  ['does anything leave my computer', /Nothing leaves your device/],
  ['Do I need an API key?', /only for a model in the cloud/],
  ['Which browsers work?', /Firefox/],
  ['keyboard shortcuts', /Ctrl\+K/],
  ['Does it work offline?', /offline/],
  ['What is kept of a Word file?', /headings, lists, tables/],
  ['How large can a file be?', /20 MB/],
  ['is my data sent anywhere?', /send your data anywhere/],
  ['The model does not answer', /Test connection/],
])('answers “%s” from the guide', async (question, words) => {
  const { answer } = await library.answer(question);
  expect(answer?.document.source).toBe(GUIDE_SOURCE);
  expect(answer?.text).toMatch(words);
});

test.each([
  'How many vacation days do I get?',
  'What happens if I lose my laptop?',
  'my account is locked',
  'What does shipping to Norway cost?',
  'Can I work from home?',
])("answers “%s” from a person's documents", async (question) => {
  const { answer } = await library.answer(question);
  expect(answer?.document.source).toBe('samples');
});

test.each(['What is the capital of France?', 'What is the dental plan?', 'Who won the world cup in 1998?'])(
  'declines “%s”',
  async (question) => {
    expect((await library.answer(question)).answer).toBeNull();
  },
);
