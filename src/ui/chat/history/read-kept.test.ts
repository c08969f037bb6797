// Reading a stored conversation while it is being changed.
import { expect, it } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { ConversationRecord } from '../conversation-record.svelte.ts';
import { readKept } from './read-kept.ts';

const CHAT: Conversation = { id: 'c', title: 'Sea', createdAt: '', modifiedAt: '', head: 'b' };

it('is never older than a choice made while it was read', async () => {
  let stored = CHAT;
  let reads = 0;
  const record = new ConversationRecord({
    get: async () => stored,
    change: async (_id, change) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      stored = change(stored);
    },
  });
  record.take(CHAT);
  const store = {
    get: async () => {
      const before = stored;
      if (reads++ === 0) void record.change((chat) => ({ ...chat, head: 'a' }));
      return before;
    },
    messages: async () => [],
    isAnswered: async () => false,
  };
  expect((await readKept(store, 'c', record)).conversation).toMatchObject({ head: 'a' });
  expect(reads).toBe(2);
});

it('is read even if a change could not be stored', async () => {
  const record = new ConversationRecord({
    get: async () => CHAT,
    change: async () => Promise.reject(new Error('full')),
  });
  record.take(CHAT);
  await expect(record.change((chat) => ({ ...chat, head: 'a' }))).rejects.toThrow('full');
  const store = { get: async () => CHAT, messages: async () => [], isAnswered: async () => false };
  expect((await readKept(store, 'c', record)).conversation).toEqual(CHAT);
});
