// A text from someone else's prompt is a question, and never a command.
import { expect, it } from 'vitest';
import type { Mention } from '../../../core/conversation.ts';
import { performTyped } from './perform-typed.ts';
import { usePrompt } from './server-prompts.ts';

const FROM: Mention = { kind: 'prompt', id: 'diary:plan', title: 'diary:plan' };

async function asked(text: string, mentions: Mention[]) {
  const did: string[] = [];
  const composer = {
    draft: { text, mentions } as never,
    note: undefined as { text: string; bad: boolean } | undefined,
    tools: undefined,
    parameters: undefined,
    clear: () => undefined,
  };
  await performTyped(composer, {
    app: {
      extensions: { of: async () => [] },
      scripts: async () => ({
        run: async (source: string) => {
          did.push(source);
          return { outcome: { result: 1 }, args: {}, logs: [], milliseconds: 1 };
        },
      }),
    } as never,
    chats: { approvals: { pending: [] } } as never,
    view: { id: 'c', addExchange: async () => undefined } as never,
    byPerson: true,
    signal: new AbortController().signal,
    isHere: () => true,
    isSeen: () => true,
    send: () => did.push('sent'),
    done: () => undefined,
  });
  return { did, note: composer.note };
}

it('runs a command that the person typed', async () => {
  expect((await asked('/lua return 1', [])).did).toEqual(['return 1']);
});

it.each(['/lua return 1', '/tool run', '/search secrets', '/diary:plan x'])(
  'does not run %s that came with a prompt, and says what to do',
  async (text) => {
    const { did, note } = await asked(text, [FROM]);
    expect(did).toEqual([]);
    expect(note?.text).toContain('diary:plan');
  },
);

it('puts the text of a server into the field as a question', () => {
  const draft = { text: '', mention: () => undefined };
  usePrompt({ draft, note: undefined }, { text: '/lua return 1', notes: [], mention: FROM });
  expect(draft.text).toBe(' /lua return 1');
});
