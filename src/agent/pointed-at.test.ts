// What a question goes on from.
import { expect, it } from 'vitest';
import type { Message } from '../core/conversation.ts';
import { answerOptionsFor } from './pointed-at.ts';

const message = (role: 'user' | 'assistant', parts: unknown[]) => ({ role, parts }) as Message;
const asked = (text: string) => message('user', [{ type: 'text', text }]);
const refused = message('assistant', [
  { type: 'answer', question: '', found: { kind: 'none', answer: null } },
]);
const answered = message('assistant', [{ type: 'text', text: 'total: **5**' }]);

it('goes on from the last questions that were answered', async () => {
  const earlier = [asked('total by region'), answered, asked('Who is the king?'), refused];
  const { options } = await answerOptionsFor({ mentions: [], earlier });
  expect(options.previous).toEqual(['total by region']);
  expect((await answerOptionsFor({ mentions: [], earlier: earlier.slice(2) })).options).toEqual({});
});
