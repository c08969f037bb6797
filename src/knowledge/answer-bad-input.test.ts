// Any text pasted as a question: an answer or a sentence why there is none, within a second, and never a thrown
// error.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { broughtText, libraryOf, sampleTexts } from './library.test-support.ts';

let library: Library;

beforeAll(async () => void (library = await libraryOf(sampleTexts())));

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
  ['names that every object has', 'What is the constructor of __proto__, hasOwnProperty or toString?'],
  ['an amount of them', 'Is 5 constructor more than 3 valueOf?'],
  ['a pasted page', broughtText('contract.md').slice(0, 10_000)],
  ['a pasted table', broughtText('orders.csv').slice(0, 10_000)],
  ['pasted HTML', broughtText('paper.html').slice(0, 10_000)],
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
