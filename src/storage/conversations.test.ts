// Conversations and messages in IndexedDB: order, deletion with undo, and no orphans.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../core/conversation.ts';
import { ConversationTable } from './conversations.ts';
import { openDatabase, type Database } from './database.ts';

let db: Database;
let table: ConversationTable;
let count = 0;
beforeEach(async () => {
  db = await openDatabase({ name: `conversations-${++count}` });
  table = new ConversationTable(db);
});

afterEach(() => table.close());

function conversation(id: string, modifiedAt: string): Conversation {
  return { id, title: id, createdAt: '2026-01-01T00:00:00Z', modifiedAt };
}

function message(conversation: string, seq: number): Message {
  return {
    id: `${conversation}-${seq}`,
    conversation,
    seq,
    role: seq % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: String(seq) }],
    createdAt: '2026-01-01T00:00:00Z',
  };
}

describe('conversations', () => {
  it('are listed by their last change, newest first', async () => {
    await table.put(conversation('old', '2026-01-01T00:00:00Z'));
    await table.put(conversation('new', '2026-03-01T00:00:00Z'));
    await table.put(conversation('old', '2026-05-01T00:00:00Z'));
    expect((await table.list()).map(({ id }) => id)).toEqual(['old', 'new']);
    expect(await table.get('new')).toMatchObject({ title: 'new' });
    expect(await table.get('none')).toBeUndefined();
  });

  it('keep both of two simultaneous changes, and neither for a deleted chat', async () => {
    await table.put(conversation('a', '2026-01-01T00:00:00Z'));
    await Promise.all([
      table.change('a', (now) => ({ ...now, head: 'm1' })),
      table.change('a', (now) => ({ ...now, title: 'Named' })),
      table.change('gone', (now) => ({ ...now, title: 'Named' })),
    ]);
    expect(await table.list()).toEqual([
      { ...conversation('a', '2026-01-01T00:00:00Z'), head: 'm1', title: 'Named' },
    ]);
  });

  it('have their messages in order, and no others', async () => {
    for (const id of ['a', 'b']) await table.put(conversation(id, '2026-01-01T00:00:00Z'));
    for (const [id, seq] of [
      ['a', 10],
      ['b', 0],
      ['a', 2],
      ['a', 0],
    ] as const) {
      await table.putMessage(message(id, seq));
    }
    expect((await table.messages('a')).map(({ seq }) => seq)).toEqual([0, 2, 10]);
  });

  it('are removed with their messages and restored completely', async () => {
    for (const id of ['a', 'b']) {
      await table.put(conversation(id, '2026-01-01T00:00:00Z'));
      await table.putMessage(message(id, 0));
    }
    const removed = await table.remove('a');
    expect(removed).toEqual({
      conversation: conversation('a', '2026-01-01T00:00:00Z'),
      messages: [message('a', 0)],
    });
    expect(await db.count('messages')).toBe(1);
    expect((await table.list()).map(({ id }) => id)).toEqual(['b']);
    if (removed) await table.restore(removed);
    expect(await table.messages('a')).toEqual([message('a', 0)]);
  });

  it('accept no message of another conversation, and none at an occupied position', async () => {
    await table.put(conversation('a', '2026-01-01T00:00:00Z'));
    await table.putMessage(message('a', 0));
    const [mine] = await table.messages('a');
    const stranger = conversation('b', '2026-01-02T00:00:00Z');
    const taken = { ...message('b', 0), id: mine!.id };
    await expect(table.restore({ conversation: stranger, messages: [taken] })).rejects.toMatchObject({
      code: 'conflict',
    });
    const again = { ...conversation('a', '2026-01-03T00:00:00Z'), title: 'Another' };
    await expect(table.restore({ conversation: again, messages: [] })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await table.messages('a')).toEqual([mine]);
    expect(await table.list()).toEqual([conversation('a', '2026-01-01T00:00:00Z')]);
  });

  it("are removed without an error when they don't exist", async () => {
    expect(await table.remove('none')).toBeUndefined();
  });
});

describe('a change of the list', () => {
  it('is announced here and in other tabs, until the listener unsubscribes', async () => {
    const elsewhere = new ConversationTable(db);
    const heard = { here: 0, elsewhere: 0 };
    const stop = table.onChange(() => (heard.here += 1));
    elsewhere.onChange(() => (heard.elsewhere += 1));
    await table.put(conversation('a', '2026-01-01T00:00:00Z'));
    const removed = await table.remove('a');
    if (removed) await table.restore(removed);
    await expect.poll(() => heard).toEqual({ here: 3, elsewhere: 3 });
    stop();
    await table.put(conversation('b', '2026-01-01T00:00:00Z'));
    await expect.poll(() => heard).toEqual({ here: 3, elsewhere: 4 });
    elsewhere.close();
  });

  it('and a message are announced separately, the message only in other tabs', async () => {
    const elsewhere = new ConversationTable(db);
    const heard: string[] = [];
    table.onOtherMessage((id) => heard.push(`here ${id}`));
    await table.put(conversation('a', '2026-01-01T00:00:00Z'));
    elsewhere.onOtherMessage((id) => heard.push(`elsewhere ${id}`));
    elsewhere.onChange(() => heard.push('list'));
    await table.putMessage(message('a', 0));
    await expect.poll(() => heard.filter((one) => one !== 'list')).toEqual(['elsewhere a']);
    elsewhere.close();
  });
});

describe('a message', () => {
  it('is dropped once its conversation is gone', async () => {
    await expect(table.putMessage(message('gone', 0))).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.count('messages')).toBe(0);
  });

  it('replaces the one with its id, and never another one', async () => {
    await table.put(conversation('a', '2026-01-01T00:00:00Z'));
    await table.putMessage(message('a', 0));
    await table.putMessage({ ...message('a', 0), ended: 'answered' });
    expect(await table.messages('a')).toMatchObject([{ ended: 'answered' }]);
    await expect(table.putMessage({ ...message('a', 0), id: 'other' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await table.messages('a')).toHaveLength(1);
  });
});
