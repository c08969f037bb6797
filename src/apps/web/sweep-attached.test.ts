// Attached files are deleted a day after the last chat that has them; other documents stay.
import { expect, it } from 'vitest';
import type { Message } from '../../core/conversation.ts';
import type { DocumentMeta } from '../../core/document.ts';
import { sweepAttached } from './sweep-attached.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const at = (id: string, added_at: string): DocumentMeta => ({ id, added_at }) as DocumentMeta;

function sweep(
  documents: DocumentMeta[],
  chats: Record<string, Pick<Message, 'mentions'>[]>,
): Promise<string[]> {
  const removed: string[] = [];
  const asked: string[] = [];
  return sweepAttached(
    {
      list: async ({ source }) => (asked.push(source), { documents }),
      remove: async (ids) => void removed.push(...ids),
    },
    { list: async () => Object.keys(chats).map((id) => ({ id })), messages: async (id) => chats[id]! },
    NOW,
  ).then((count) => {
    expect(asked).toEqual(['attached']);
    expect(count).toBe(removed.length);
    return removed;
  });
}

const mention = (id: string): Pick<Message, 'mentions'> => ({
  mentions: [{ kind: 'document', id, title: id, attached: true }],
});

it('removes files that no chat has, and keeps those that any chat has', async () => {
  const documents = ['a', 'b', 'c'].map((id) => at(id, '2026-11-20T00:00:00Z'));
  expect(await sweep(documents, { one: [mention('a'), {}], fork: [mention('c')] })).toEqual(['b']);
});

it('leaves files attached within a day: their chat may not have been asked yet', async () => {
  expect(await sweep([at('draft', '2026-11-23T11:00:00Z')], {})).toEqual([]);
});
