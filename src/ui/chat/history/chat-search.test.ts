// Searching all chats: each is read once, and again only when it has changed.
import { expect, it, vi } from 'vitest';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { wordsOf } from '../../../core/search-conversations.ts';
import { ChatSearch } from './chat-search.ts';

const chat = (id: string, modifiedAt = '1'): Conversation => ({
  id,
  title: `Chat ${id}`,
  createdAt: '',
  modifiedAt,
});

function searchIn(texts: Record<string, string>, ended: Message['ended'] | 'open' = 'answered') {
  const messages = vi.fn(async (id: string): Promise<Message[]> => {
    const text = texts[id];
    if (text === undefined) throw new Error('gone');
    return [
      {
        id: `${id}-1`,
        conversation: id,
        seq: 0,
        role: 'assistant',
        parts: [{ type: 'text', text }],
        createdAt: '',
        ...(ended !== 'open' && ended && { ended }),
      },
    ];
  });
  const search = new ChatSearch({ messages });
  const find = async (
    list: Conversation[],
    query: string,
    most = 50,
    signal = new AbortController().signal,
  ) => {
    const found: string[] = [];
    for await (const hits of search.find(list, wordsOf(query), most, signal))
      found.push(...hits.map(({ conversation }) => conversation.id));
    return found;
  };
  return { messages, find };
}

it('reads every chimmediately for many searches, in list order, and stops at the limit', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`c${at}`, `about ${at % 2 ? 'tides' : 'moons'}`]),
  );
  const list = Object.keys(texts).map((id) => chat(id));
  const { messages, find } = searchIn(texts);
  expect(await find(list, 'tides', 3)).toEqual(['c1', 'c3', 'c5']);
  expect(messages.mock.calls.length).toBeLessThan(20);
  expect(await find(list, 'tides')).toHaveLength(50);
  expect(await find(list, 'nothing like it')).toEqual([]);
  expect(messages).toHaveBeenCalledTimes(100);
});

it('reads changed or unfinished chats again, and skips unreadable ones', async () => {
  const texts: Record<string, string> = { a: 'old words', b: 'more words' };
  const { messages, find } = searchIn(texts);
  expect(await find([chat('a'), chat('b'), chat('gone')], 'words')).toEqual(['a', 'b']);
  texts['a'] = 'new text';
  expect(await find([chat('a', '2'), chat('b')], 'new')).toEqual(['a']);
  expect(messages.mock.calls.map(([id]) => id)).toEqual(['a', 'b', 'gone', 'a']);
  const growing = searchIn({ a: 'half' }, 'open');
  await growing.find([chat('a')], 'half');
  await growing.find([chat('a')], 'half');
  expect(growing.messages).toHaveBeenCalledTimes(2);
});

it('finds with each keystroke what a fresh search would find', async () => {
  const texts = { a: 'zeal and tides', b: 'zebra crossing', c: 'a zebra', d: 'crossing' };
  const list = Object.keys(texts).map((id) => chat(id));
  const { find } = searchIn(texts);
  for (const query of [
    'z',
    'ze',
    'zeb',
    'zebra c',
    'zebra cr',
    'zebra',
    'cr',
    'c',
    'zebra',
    'tid',
    'a',
    'a z',
    'z',
  ]) {
    expect(await find(list, query, 2), query).toEqual(await searchIn(texts).find(list, query, 2));
  }
});

it('ends when nobody waits for it any more', async () => {
  const { find } = searchIn({ a: 'words' });
  expect(await find([chat('a')], 'words', 50, AbortSignal.abort())).toEqual([]);
});
