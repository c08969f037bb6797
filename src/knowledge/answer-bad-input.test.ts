// Any text pasted as a question: an answer or a sentence why there is none, within a second, and never a thrown
// error.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Library } from './library.ts';
import { MemoryDocuments } from './memory-documents.ts';

let ids = 0;
const library = new Library({
  store: new MemoryDocuments(),
  exclusive: (work) => work(),
  announce: () => undefined,
  newId: () => `id-${++ids}`,
  now: () => '2026-01-01T00:00:00.000Z',
});
const read = (name: string): string =>
  readFileSync(new URL(`../../public/samples/${name}`, import.meta.url), 'utf8');

beforeAll(async () => {
  await library.load();
  const names = ['contract.md', 'handbook.md', 'orders.csv', 'paper.html'];
  await library.add(names.map((name) => ({ file: new File([read(name)], name), path: name })));
});

/** Checks the guarantees that hold for every question. */
async function expectSound(question: string): Promise<void> {
  const started = performance.now();
  const { kind, answer, confidence, passages, near } = await library.answer(question);
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(confidence).toBeGreaterThanOrEqual(0);
  expect(confidence).toBeLessThanOrEqual(1);
  if (answer === null) {
    expect([kind, passages]).toEqual(['none', []]);
    expect(near).toBeDefined();
    return;
  }
  expect(answer.text.trim()).not.toBe('');
  const { body } = (await library.open(answer.document.id))!;
  const { start, end, mark, section } = answer;
  expect(0 <= section.start && section.start <= start && start < end && end <= section.end).toBe(true);
  expect(section.end).toBeLessThanOrEqual(body.length);
  expect(start <= mark!.start && mark!.start < mark!.end && mark!.end <= end).toBe(true);
}

test.each([
  ['nothing', ''],
  ['blanks', ' \n\t '],
  ['one letter', 'a'],
  ['a sign', '?'],
  ['emoji', '🏕️🥾'],
  ['another language', 'Wie lange ist die Kündigungsfrist im Vertrag?'],
  ['another script', '解約通知期間はどれくらいですか'],
  ['10,000 letters', 'a'.repeat(10_000)],
  ['10,000 characters of words', 'notice period payment '.repeat(455)],
  ['10,000 question marks', '?'.repeat(10_000)],
  ['10,000 digits', '1 '.repeat(5_000)],
  ['half a surrogate pair', 'tent \ud83c'],
  ['a pasted page', read('contract.md').slice(0, 10_000)],
  ['a pasted table', read('orders.csv').slice(0, 10_000)],
  ['pasted HTML', read('paper.html').slice(0, 10_000)],
])('answers or declines %s', async (_, question) => {
  await expectSound(question);
});

test('answers or declines any text', async () => {
  const words = fc.constantFrom(
    'notice',
    'how many',
    'FM-1010',
    '|',
    '`',
    '**',
    'Elin Fjeld',
    '7 days',
    '?',
    '\n',
    '-',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(words, { maxLength: 40 }).map((parts) => parts.join(' ')),
  );
  await fc.assert(fc.asyncProperty(texts, expectSound), { numRuns: 60 });
});
