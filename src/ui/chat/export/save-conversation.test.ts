// What leaves with a saved chat: no value that looks like a key, neither in the file nor in its name, and no private
// path in what others read.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { saveConversation, savePage } from './save-conversation.ts';

const saved: { name: string; text: string }[] = [];
const offers: (() => void)[] = [];
vi.mock('../../components/save-file.ts', () => ({
  saveFile: ({ fileName, bytes }: { fileName: string; bytes: Uint8Array }) =>
    saved.push({ name: fileName, text: new TextDecoder().decode(bytes) }),
}));
vi.mock('../../components/offer-unmasked.ts', () => ({
  offerUnmasked: (_count: number, save: () => void) => offers.push(save),
}));
vi.mock('../../components/markdown.ts', () => ({ loadMarkdown: async () => ({}) }));
vi.mock('./page-of.ts', () => ({
  pageOf: async (chat: Conversation, path: readonly Message[]) => JSON.stringify([chat, path]),
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

it('masks private paths in what others read, in texts and tool calls, and keeps them if asked', async () => {
  const path = '/home/alice/plans.md';
  const call = { type: 'tool', id: 't', name: 'read', args: { file: path }, state: 'done' };
  const told = { ...message, parts: [{ type: 'text', text: `See ${path}` }, call] } as unknown as Message;
  const chat = { ...conversation, title: `About ${path}` };
  const found = { get: async () => chat, messages: async () => [told] };
  const withPaths = { ...app, conversations: found } as unknown as Parameters<typeof savePage>[0];
  await savePage(withPaths, 'c', { sources: true, tools: true });
  await saveConversation(withPaths, 'c', 'markdown');
  expect(saved).toHaveLength(2);
  expect(JSON.stringify(saved)).not.toContain('alice');
  for (const keep of offers) keep();
  expect(saved.slice(2).map(({ text }) => text.includes(path))).toEqual([true, true]);
});
