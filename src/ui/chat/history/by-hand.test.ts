// Repeating what the user did without a model: no model is asked, and the new answer is a version of the first.
import { expect, it } from 'vitest';
import type { AgentEvent, Conversation, Message, Part } from '../../../core/conversation.ts';
import { MessageTree } from '../../../core/message-tree.ts';
import type { CallReport } from '../../../core/tool.ts';
import { placeOfTask, type Task } from '../answer-task.ts';
import { answerByHand } from './by-hand.ts';

const both = { conversation: 'c', createdAt: '', byHand: true };
const conversation: Conversation = { id: 'c', title: '', createdAt: '', modifiedAt: '', head: 'a' };

function exchange(text: string, parts: Part[]): Message[] {
  return [
    { ...both, id: 'q', seq: 0, parent: null, role: 'user', parts: [{ type: 'text', text }] },
    { ...both, id: 'a', seq: 1, parent: 'q', role: 'assistant', parts, ended: 'answered' },
  ];
}

async function does(task: Task, all: Message[], signal = new AbortController().signal) {
  const did: string[] = [];
  const kept: Message[] = [];
  const report = (result: string): CallReport => ({
    outcome: { result },
    args: {},
    logs: [],
    milliseconds: 1,
  });
  const app = {
    tools: {
      call: async (name: string, args: unknown) => {
        did.push(`${name} ${JSON.stringify(args)}`);
        return report('ran');
      },
    },
    scripts: async () => ({
      run: async (source: string) => {
        did.push(`lua ${source}`);
        if (source === 'broken') throw new Error('no sandbox');
        return report('42');
      },
    }),
    knowledge: {
      search: async (words: string, { sources }: { sources?: string[] }) => {
        did.push(`search ${words} in ${String(sources)}`);
        return [];
      },
    },
    conversations: {
      get: async () => conversation,
      put: async ({ head }: Conversation) => void did.push(`head ${head === 'a' ? 'old' : 'new'}`),
      putMessage: async (message: Message) => void kept.push(message),
    },
  } as unknown as Parameters<typeof answerByHand>[0];
  const tree = new MessageTree(all);
  const place = placeOfTask(task, { tree, all, messages: tree.pathTo('a') }, 'c');
  const events: AgentEvent[] = [];
  for await (const event of answerByHand(app, place, signal)) events.push(event);
  return { did, kept, events, place };
}

const again: Task = { kind: 'again', question: 'q' };

it('runs a script again as written in the question, and keeps it next to the first', async () => {
  const { did, kept, events } = await does(again, exchange('/lua return 6 * 7', []));
  expect(did).toEqual(['lua return 6 * 7', 'head new']);
  expect(events.map(({ type }) => type)).toEqual(['start', 'tool_call', 'tool_result', 'end']);
  expect(kept.map(({ id }) => id)).toEqual(['q', kept[1]?.id]);
  expect(kept[1]).toMatchObject({
    parent: 'q',
    seq: 2,
    byHand: true,
    ended: 'answered',
    parts: [{ name: 'lua_run_script', state: 'done' }],
  });
});

it('runs a tool again with the same arguments', async () => {
  const ran: Part = { type: 'tool', id: 't', name: 'weather', args: { city: 'Oslo' }, state: 'done' };
  const { did } = await does(again, exchange('Ran weather', [ran]));
  expect(did[0]).toBe('weather {"city":"Oslo"}');
});

it('searches again with the same scope, and accepts another command in place of one', async () => {
  const found = exchange('/search tides', []);
  found[0]!.mentions = [{ kind: 'source', id: 'notes', title: 'Notes' }];
  expect((await does(again, found)).did[0]).toBe('search tides in notes');
  const task: Task = { kind: 'ask', text: '/lua return 1', options: { after: null, byHand: true } };
  const { did, kept } = await does(task, found);
  expect(did[0]).toBe('lua return 1');
  expect(kept[0]).toMatchObject({ role: 'user', byHand: true, parent: null, seq: 2 });
});

it('ends as failed or stopped like any answer', async () => {
  const failed = await does(again, exchange('/lua broken', []));
  expect(failed.kept[1]).toMatchObject({ parts: [{ type: 'tool', state: 'failed' }] });
  const foreign = await does(again, exchange('/compact', []));
  expect(foreign.events).toMatchObject([
    {},
    { type: 'error', error: { code: 'bad_request' } },
    { reason: 'failed' },
  ]);
  const stopped = await does(again, exchange('/lua return 1', []), AbortSignal.abort());
  expect(stopped.events.at(-1)).toMatchObject({ type: 'end', reason: 'stopped' });
});

it('asks the model again if a model answered', () => {
  const all = exchange('/lua is what language?', []).map(({ byHand: _, ...message }) => message);
  const tree = new MessageTree(all);
  const place = placeOfTask(again, { tree, all, messages: all }, 'c');
  expect(place.answer.byHand).toBeUndefined();
  expect(place.above.at(-1)?.id).toBe('q');
});
