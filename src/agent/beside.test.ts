// A second model answers beside the current one: both at once, and the branch shown stays.
import { expect, it } from 'vitest';
import type { AgentEvent } from '../core/conversation.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import type { ModelEvent } from '../models/model.ts';
import { Agent } from './agent.ts';
import type { AgentDeps } from './agent-deps.ts';
import { MemoryConversations } from './memory-conversations.ts';

function bench() {
  const conversations = new MemoryConversations();
  /** Functions that let a model answer, by its name. */
  const gates = new Map<string, () => void>();
  let ids = 0;
  const stream = (name: string) =>
    async function* (): AsyncGenerator<ModelEvent, void> {
      await new Promise<void>((resolve) => gates.set(name, resolve));
      yield { type: 'text', delta: `${name} answers.` };
      yield { type: 'finish', reason: 'stop' };
    };
  const deps: AgentDeps = {
    model: async (choice?: ModelChoice) => {
      const name = choice?.model ?? 'first';
      return { id: name, stream: stream(name) };
    },
    tools: { list: () => [], find: async () => [], call: () => Promise.reject(new Error('no tool')) },
    search: async () => [],
    gather: async () => [],
    answer: async () => ({ kind: 'none', answer: null, confidence: 0, passages: [] }),
    conversations,
    newId: () => `id-${++ids}`,
    now: () => '2026-01-02T03:04:05.000Z',
  };
  return { agent: new Agent(deps), conversations, gates };
}

const SECOND = { connection: 'c', model: 'second' };

async function read(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function gateOf(gates: ReadonlyMap<string, () => void>, name: string): Promise<() => void> {
  for (;;) {
    const open = gates.get(name);
    if (open) return open;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

it('answers while the first one is still streaming, on a branch of its own', async () => {
  const { agent, conversations, gates } = bench();
  let question = '';
  const first = (async () => {
    for await (const event of agent.send('Which?', { conversation: 'c' }))
      if (event.type === 'start') question = event.question ?? '';
  })();
  const openFirst = await gateOf(gates, 'first');
  const second = read(agent.regenerate('c', question, { beside: SECOND }));
  (await gateOf(gates, 'second'))();
  expect((await second).at(-1)).toMatchObject({ type: 'end', reason: 'answered' });
  openFirst();
  await first;
  const answers = (await conversations.messages('c')).filter(({ role }) => role === 'assistant');
  expect(answers.map(({ model, parent }) => [model, parent]).sort()).toEqual([
    ['first', question],
    ['second', question],
  ]);
  expect(new Set(answers.map(({ seq }) => seq)).size).toBe(2);
  const kept = await conversations.get('c');
  expect(kept?.head).toBe(answers.find(({ model }) => model === 'first')?.id);
  expect(kept).not.toHaveProperty('model');
});

it('allows no third answer', async () => {
  const { agent, gates } = bench();
  let question = '';
  const first = (async () => {
    for await (const event of agent.send('Which?', { conversation: 'c' }))
      if (event.type === 'start') question = event.question ?? '';
  })();
  const openFirst = await gateOf(gates, 'first');
  const second = read(agent.regenerate('c', question, { beside: SECOND }));
  const openSecond = await gateOf(gates, 'second');
  const third = await read(agent.regenerate('c', question, { beside: SECOND }));
  expect(third).toContainEqual(expect.objectContaining({ type: 'error' }));
  openSecond();
  openFirst();
  await Promise.all([first, second]);
});
