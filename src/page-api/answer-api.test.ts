// `knowledge.answer`: the promised shape, and clear errors for bad input.
import { describe, expect, it } from 'vitest';
import type { AnswerBlock, LibraryAnswer } from '../core/answer.ts';
import type { SearchHit } from '../core/document.ts';
import { answerForPage } from './answer-api.ts';

/** What a page gets of the block. */
const SHOWN = {
  text: 'Twice a year.',
  markdown: '**Twice** a year.',
  document: { id: 'd', title: 'Stove', source: 'files' },
  heading: 'Sweeping',
  start: 3,
  end: 20,
};
const block: AnswerBlock = {
  ...SHOWN,
  chunk: 1,
  section: { markdown: '**Twice** a year.', start: 3, end: 20, complete: true },
};
const hit = { id: 'e', title: 'Oven' } as SearchHit;
const FOUND: LibraryAnswer = { kind: 'text', answer: block, confidence: 0.8, passages: [hit], asked: 'x' };

function answering(found: LibraryAnswer) {
  const asked: unknown[][] = [];
  const answerOnce = async (...given: unknown[]) => {
    asked.push(given);
    return { found };
  };
  const list = async () => [{ id: 'c1', name: 'Reports' }];
  return { app: { agent: { answerOnce }, collections: async () => ({ list }) as never }, asked };
}

describe('knowledge.answer', () => {
  it('returns the block that answers, in exactly the promised shape', async () => {
    const { app, asked } = answering(FOUND);
    expect(await answerForPage(app, 'How often?', { limit: 2, source: 'files' })).toEqual({
      kind: 'text',
      answer: SHOWN,
      confidence: 0.8,
      passages: [hit],
    });
    expect(asked[0]!.slice(0, 3)).toEqual(['How often?', { limit: 2, source: 'files' }, { kind: 'page' }]);
  });

  it('names the page of a file', async () => {
    const { app } = answering({ ...FOUND, answer: { ...block, page: 4 } });
    expect((await answerForPage(app, 'How often?', {})).answer).toMatchObject({ page: 4 });
  });

  it('is null with the closest match when nothing answers', async () => {
    const near = { passages: [hit], missing: ['zebra'] };
    const { app } = answering({ kind: 'none', answer: null, confidence: 0.1, passages: [], near });
    expect(await answerForPage(app, 'zebra?', {})).toEqual({
      kind: 'none',
      answer: null,
      confidence: 0.1,
      passages: [hit],
    });
  });

  it('names the tool that answered', async () => {
    const tool = { name: 'calculator', arguments: { expression: '2+2' }, result: { result: 4 } };
    const { app } = answering({ kind: 'tool', answer: null, confidence: 1, passages: [], tool });
    expect(await answerForPage(app, '2+2', {})).toMatchObject({ kind: 'tool', answer: null, tool });
  });

  it('answers each part of a compound question', async () => {
    const one = { question: 'How often?', kind: 'text' as const, answer: block, confidence: 0.8 };
    const none = { question: 'Why?', kind: 'none' as const, answer: null, confidence: 0 };
    const { app } = answering({ ...FOUND, parts: [one, none] });
    const { parts } = await answerForPage(app, 'How often? Why?', {});
    expect(parts).toMatchObject([{ answer: { text: 'Twice a year.' } }, { question: 'Why?', answer: null }]);
  });

  it.each<[string, unknown, Record<string, unknown>, RegExp]>([
    ['no question', undefined, {}, /question must be a string/],
    ['a number', 5, {}, /question must be a string/],
    ['an empty question', '  ', {}, /question is empty/],
    ['a limit of zero', 'a', { limit: 0 }, /limit must be a whole number/],
    ['a fractional limit', 'a', { limit: 1.5 }, /limit must be a whole number/],
    ['a limit in words', 'a', { limit: 'three' }, /limit must be a whole number/],
    ['a source that is not a name', 'a', { source: 3 }, /source must be the name/],
    ['sources that are not names', 'a', { source: ['x', 3] }, /source must be the name/],
  ])('rejects %s', async (_, question, options, message) => {
    const { app, asked } = answering(FOUND);
    await expect(answerForPage(app, question, options)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(message),
    });
    expect(asked).toEqual([]);
  });

  it('rejects before it starts when the signal has aborted', async () => {
    const { app, asked } = answering(FOUND);
    await expect(answerForPage(app, 'a', { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});
