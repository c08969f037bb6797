// Forked chats, and exchanges made without a model.
import { expect, it } from 'vitest';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { MessageTree } from '../../../core/message-tree.ts';
import { forkOf, forkTitle } from './fork.ts';
import { keepExchange } from './keep-exchange.ts';

const conversation: Conversation = {
  id: 'c',
  title: 'Tides',
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  head: 'a2',
  temporary: true,
};
const path: Message[] = [
  { id: 'q', conversation: 'c', seq: 4, parent: null, role: 'user', parts: [], createdAt: '' },
  {
    id: 'a',
    conversation: 'c',
    seq: 9,
    parent: 'q',
    role: 'assistant',
    parts: [{ type: 'summary', text: 'So far', upTo: 'q', exchanges: 1 }],
    createdAt: '',
    ended: 'answered',
  },
];

it('a fork has its own messages, stays temporary, and its summaries refer to them', () => {
  let ids = 0;
  const fork = forkOf(conversation, path, () => `n${++ids}`, '2026-02-02T00:00:00Z');
  const [question, answer] = fork.messages;
  expect(fork.conversation).toMatchObject({
    id: 'n1',
    temporary: true,
    head: answer?.id,
    forkedFrom: { conversation: 'c', message: 'a' },
  });
  expect(new Set([question?.id, answer?.id, 'q', 'a']).size).toBe(4);
  expect(answer?.parts[0]).toMatchObject({ upTo: question?.id });
  expect(new MessageTree(fork.messages).pathTo(fork.conversation.head)).toEqual(fork.messages);
});

it('an exchange without a model follows the shown branch, and creates a chat if there is none', async () => {
  const kept: (Conversation | Message)[] = [];
  const store = {
    get: () => Promise.resolve(undefined),
    put: (one: Conversation) => Promise.resolve(void kept.push(one)),
    putMessage: (one: Message) => Promise.resolve(void kept.push(one)),
  };
  const draft: Conversation = { id: '', title: '', createdAt: '', modifiedAt: '', temporary: true };
  const made = await keepExchange(store, {
    conversation: draft,
    all: [],
    after: null,
    question: '/help\nmore',
    parts: [{ type: 'text', text: 'Yes' }],
  });
  expect(made.conversation).toMatchObject({ title: '/help', temporary: true, head: made.messages[1].id });
  expect(made.conversation.id).not.toBe('');
  expect(kept).toEqual([made.conversation, ...made.messages]);
  expect(made.messages[1]).toMatchObject({ parent: made.messages[0].id, ended: 'answered', seq: 1 });
});

it('what cannot be saved stays on screen, with the reason', async () => {
  const store = {
    get: () => Promise.reject(new Error('full')),
    put: () => Promise.resolve(),
    putMessage: () => Promise.resolve(),
  };
  const made = await keepExchange(store, { conversation, all: path, after: 'a', question: 'x', parts: [] });
  expect(made.unsaved).toContain('Couldn’t save this');
  expect(made.messages.map(({ seq }) => seq)).toEqual([10, 11]);
});

it('gives each fork a title of its own', () => {
  expect(forkTitle('Tides', ['Tides'])).toBe('Tides (2)');
  expect(forkTitle('Tides', ['Tides', 'Tides (2)'])).toBe('Tides (3)');
  expect(forkTitle('Tides (2)', ['Tides', 'Tides (2)'])).toBe('Tides (3)');
});
