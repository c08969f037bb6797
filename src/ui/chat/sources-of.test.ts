// The sources in the side panel.
import { expect, it } from 'vitest';
import type { Message, Part } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';
import { expectsSources, sourcesOf } from './sources-of.ts';

const hit = (id: string): SearchHit => ({
  id,
  score: 1,
  source: 'guide',
  source_id: id,
  updated_at: '',
  snippet: id,
  marks: [],
  chunk: 0,
});
const message = (role: Message['role'], ...parts: Part[]): Message => ({
  id: role,
  conversation: 'c',
  seq: 0,
  role,
  parts,
  createdAt: '',
});
const question = message('user', { type: 'text', text: 'why?' });

it('lists the citations of the last answer by number, without invalid ones', () => {
  const answer = message('assistant', {
    type: 'citations',
    citations: [
      { number: 2, verified: true, hit: hit('b') },
      { number: 9, verified: false },
    ],
  });
  expect(sourcesOf([question, answer])).toEqual([{ number: 2, hit: hit('b') }]);
});

it('numbers the passages of a search', () => {
  const answer = message('assistant', { type: 'passages', query: 'why', hits: [hit('a'), hit('b')] });
  expect(sourcesOf([question, answer]).map(({ number }) => number)).toEqual([1, 2]);
});

it("clears the old answer's sources as soon as the next question is asked", () => {
  const answer = message('assistant', { type: 'passages', query: 'why', hits: [hit('a')] });
  expect(sourcesOf([question, answer, question])).toEqual([]);
  expect(sourcesOf([])).toEqual([]);
});

it('expects sources while the next answer has not begun, if the one before had some', () => {
  const answer = message('assistant', { type: 'passages', query: 'why', hits: [hit('a')] });
  const bare = message('assistant', { type: 'text', text: 'Hello.' });
  expect(expectsSources([question, answer], false)).toBe(true);
  expect(expectsSources([question, answer, question], true)).toBe(true);
  expect(expectsSources([question, answer, question, message('assistant')], true)).toBe(true);
  expect(expectsSources([question, bare, question], true)).toBe(false);
  expect(expectsSources([question, answer, question, bare], true)).toBe(false);
  expect(expectsSources([question, bare], false)).toBe(false);
  expect(expectsSources([], false)).toBe(false);
});
