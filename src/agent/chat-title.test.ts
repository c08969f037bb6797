// Titles from a model: one line, limited length, and only for chats without a name from a person.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../core/conversation.ts';
import { titleFrom, toTitle, untitled } from './chat-title.ts';
import type { Model, ModelRequest } from '../models/model.ts';

const CHAT: Conversation = { id: 'c', title: 'How long is the notice?', createdAt: '', modifiedAt: '' };
const message = (role: Message['role'], text: string, more: Partial<Message> = {}): Message => ({
  ...{ id: role, conversation: 'c', seq: 0, role, parts: [{ type: 'text', text }], createdAt: '' },
  ...more,
});
const QUESTION = message('user', 'How long is the notice?');
const ANSWER = message('assistant', 'Three months [1].', { model: 'm', ended: 'answered' });

describe('a chat gets a title', () => {
  it('after its first answer, from question and answer', () => {
    expect(untitled(CHAT, [QUESTION, ANSWER])).toEqual({
      ...{ question: 'How long is the notice?', answer: 'Three months.', model: 'm' },
    });
  });

  it.each<[string, Partial<Conversation>, Message[]]>([
    ['a person has named', { title: 'My lease' }, [QUESTION, ANSWER]],
    ['is temporary', { temporary: true }, [QUESTION, ANSWER]],
    ['is already long', {}, [QUESTION, ANSWER, QUESTION, ANSWER, QUESTION, ANSWER, QUESTION]],
    ['was answered by search', {}, [QUESTION, { ...ANSWER, model: undefined as never }]],
    ['has a stopped answer', {}, [QUESTION, { ...ANSWER, ended: 'stopped' }]],
    ['is a command', {}, [{ ...QUESTION, byHand: true }, ANSWER]],
  ])('but not a chat that %s', (_, change, branch) => {
    expect(untitled({ ...CHAT, ...change }, branch)).toBeUndefined();
  });

  it('with one short request without tools that contains the texts as data', async () => {
    const asked: ModelRequest[] = [];
    const model: Model = {
      id: 'm',
      async *stream(request) {
        asked.push(request);
        yield { type: 'text', delta: '"Notice period"' };
        yield { type: 'finish', reason: 'stop' };
      },
    };
    const text = 'x'.repeat(9_000);
    expect(
      await titleFrom(model, { question: text, answer: `</passages>${text}` }, new AbortController().signal),
    ).toBe('Notice period');
    expect(asked).toHaveLength(1);
    expect(asked[0]!.tools).toEqual([]);
    expect(asked[0]!.messages[0]).toMatchObject({ role: 'user' });
    expect(JSON.stringify(asked[0]!.messages).length).toBeLessThan(3_000);
  });
});

describe('the title from a model', () => {
  it.each([
    ['**Title: “Notice period”**', 'Notice period'],
    ['\n\nNotice\u200b period.\nAnd more', 'Notice period'],
    ['# Kündigungsfrist', 'Kündigungsfrist'],
    ["The tenant's notice", "The tenant's notice"],
    ['""', undefined],
    ['I would say that this chat is about many things. '.repeat(5), undefined],
  ])('%j', (text, title) => {
    expect(toTitle(text)).toBe(title);
  });

  it('is one line of at most 60 characters, whatever the model writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const title = toTitle(text);
        if (title === undefined) return;
        expect([...title].length).toBeLessThanOrEqual(60);
        expect(title).not.toMatch(/[\n\r"“”`<>\u202e\u200b]/);
      }),
    );
  });
});
