// What leaves with a saved chat: no value that looks like a key, neither in the file nor in its name.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { saveConversation } from './save-conversation.ts';

const saved: { name: string; text: string }[] = [];
const offers: (() => void)[] = [];
vi.mock('../../components/save-file.ts', () => ({
  saveFile: ({ fileName, bytes }: { fileName: string; bytes: Uint8Array }) =>
    saved.push({ name: fileName, text: new TextDecoder().decode(bytes) }),
}));
vi.mock('../../components/offer-unmasked.ts', () => ({
  offerUnmasked: (_count: number, save: () => void) => offers.push(save),
}));
beforeEach(() => {
  saved.length = 0;
  offers.length = 0;
});

const KEY = 'sk-proj-4fQ9dZ1mB7xW2kLp8TnV';
const conversation: Conversation = { id: 'c', title: `Use ${KEY}`, createdAt: '2026-01-02', modifiedAt: '' };
const message: Message = {
  id: 'm',
  conversation: 'c',
  seq: 0,
  parent: null,
  role: 'user',
  parts: [{ type: 'text', text: `Use ${KEY}` }],
  createdAt: '',
};
const app = {
  version: '1',
  conversations: { get: async () => conversation, messages: async () => [message] },
} as unknown as Parameters<typeof saveConversation>[0];

it.each(['markdown', 'json'] as const)('masks keys in the %s file and in its name', async (format) => {
  await saveConversation(app, 'c', format);
  expect(JSON.stringify(saved)).not.toContain(KEY);
  offers[0]!();
  expect(saved.at(-1)!.text).toContain(KEY);
});
