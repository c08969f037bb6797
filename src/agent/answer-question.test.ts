// Answering a question: a table that opens slowly comes after the documents, but before no answer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LibraryAnswer } from '../core/answer.ts';
import { QUERY_TABLE } from '../core/table.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { answerQuestion, type QuestionDeps } from './answer-question.ts';

const NOTHING: LibraryAnswer = {
  kind: 'none' as LibraryAnswer['kind'],
  answer: null,
  confidence: 0,
  passages: [],
};
const BLOCK = { text: 'Sales were fine.' } as NonNullable<LibraryAnswer['answer']>;
const BLOCK_IN_MAY = { ...BLOCK, text: 'Sales in May were fine.' };
const BLOCK_OF_MAY = { ...BLOCK, text: 'You may cancel at once.' };
const TOOL = { name: QUERY_TABLE, description: '', enabled: true, policy: 'allow' } as ToolInfo;
const QUESTION = 'What are the total sales by country?';

function deps(slow: number, found: LibraryAnswer): QuestionDeps {
  return {
    tools: [TOOL],
    today: '2026-11-23',
    answer: async () => found,
    call: async ({ name, args }) =>
      ({ name, args, outcome: { result: { rows: [{ n: 1 }] } } }) as unknown as CallReport,
    compute: async () => {
      await new Promise((resolve) => setTimeout(resolve, slow));
      return {
        sql: 'SELECT 1',
        document: 'd',
        title: 'Orders',
        source: 'files',
        source_id: 'orders.csv',
        of: 1,
      };
    },
  };
}

async function ask(slow: number, found: LibraryAnswer): Promise<string> {
  const asking = answerQuestion(QUESTION, {}, deps(slow, found), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  const answer = await asking;
  return answer.report ? 'table' : (answer.found.answer?.text ?? 'nothing');
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['at once', 10, NOTHING, 'table'],
  ['at once, though a document answers', 10, { ...NOTHING, answer: BLOCK }, 'table'],
  ['after seconds, as no document answers', 6000, NOTHING, 'table'],
  ['too late, as a document answers', 6000, { ...NOTHING, answer: BLOCK }, BLOCK.text],
  [
    'after seconds, as the document answers with some rows',
    6000,
    { ...NOTHING, kind: 'table' as const, answer: BLOCK },
    'table',
  ],
  ['never', 50_000, NOTHING, 'nothing'],
])('a table that answers %s', async (_when, slow, found, expected) => {
  expect(await ask(slow, found)).toBe(expected);
});

it.each([
  ['and by month?', [QUESTION], 'table'],
  ['and by month?', ['How long is the warranty?'], 'nothing'],
  ['How long is the warranty?', [QUESTION], 'nothing'],
])('asks the tables about %s after %j: %s', async (question, previous, expected) => {
  const compute = vi.fn(deps(0, NOTHING).compute!);
  const asking = answerQuestion(
    question,
    { previous },
    { ...deps(0, NOTHING), compute },
    new AbortController().signal,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await asking).report ? 'table' : 'nothing').toBe(expected);
  if (expected === 'table') expect(compute).toHaveBeenCalledWith(question, { previous }, expect.anything());
});

it.each([
  ['What is the total of the invoice?', true],
  ['How many days of vacation do I get in total?', false],
])('looks into the document that answers: %s', async (question, isComputed) => {
  const document = { id: 'i', title: 'Invoice 7', source: 'files' };
  const compute = vi.fn<NonNullable<QuestionDeps['compute']>>(async (asked, scope, signal) =>
    scope.documents ? deps(0, NOTHING).compute!(asked, scope, signal) : undefined,
  );
  const found = { ...NOTHING, answer: { ...BLOCK, document } } as LibraryAnswer;
  const asking = answerQuestion(question, {}, { ...deps(0, found), compute }, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await asking).report !== undefined).toBe(isComputed);
  if (isComputed) expect(compute.mock.lastCall?.[1]).toMatchObject({ documents: ['i'] });
});

it.each([
  ['when no document answers', NOTHING, 'table'],
  ['when a document answers without the day', { ...NOTHING, answer: BLOCK }, 'table'],
  ['when a document only says what may be', { ...NOTHING, answer: BLOCK_OF_MAY }, 'table'],
  ['unless a document answers with the day', { ...NOTHING, answer: BLOCK_IN_MAY }, BLOCK_IN_MAY.text],
])('says which days a table lacks %s', async (_when, found, expected) => {
  const compute = async () => ({
    ...(await deps(0, found).compute!('', {}, AbortSignal.abort()))!,
    lacks: { asked: ['May'] },
  });
  const given = { ...deps(0, found), compute };
  const asking = answerQuestion(QUESTION, {}, given, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  const answer = await asking;
  expect(answer.report ? 'table' : answer.found.answer?.text).toBe(expected);
});
