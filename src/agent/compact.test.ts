// Chats longer than the context window: summarised on the way, stored with the answer, and summarised on request.
import { describe, expect, it } from 'vitest';
import type { AgentEvent, Conversation, Message } from '../core/conversation.ts';
import { Agent } from './agent.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { Model, ModelRequest } from '../models/model.ts';

function setup(contextWindow: number, exchanges: number) {
  const conversation: Conversation = { id: 'c', title: 't', createdAt: '', modifiedAt: '' };
  const messages = new Map<string, Message>();
  for (let seq = 0; seq < exchanges * 2; seq++) {
    const id = `m${seq}`;
    const text = `${id}; ${'x'.repeat(2_000)}`;
    const role = seq % 2 === 0 ? 'user' : 'assistant';
    messages.set(id, { id, conversation: 'c', seq, role, parts: [{ type: 'text', text }], createdAt: '' });
  }
  const asked: ModelRequest[] = [];
  const model: Model = {
    id: 'm',
    contextWindow,
    async *stream(request) {
      asked.push(request);
      yield { type: 'text', delta: request.system.startsWith('You sum up') ? 'short notes' : 'answer' };
      yield { type: 'usage', input: 10, output: 1 };
      yield { type: 'finish', reason: 'stop' };
    },
  };
  let ids = 0;
  const deps: AgentDeps = {
    model: async () => model,
    tools: { list: () => [], find: async () => [], call: () => Promise.reject(new Error('none')) },
    search: async () => [],
    gather: async () => [],
    answer: async () => ({ kind: 'none', answer: null, confidence: 0, passages: [] }),
    conversations: {
      get: async () => conversation,
      put: async (changed) => void Object.assign(conversation, changed),
      change: async (_, change) => void Object.assign(conversation, change(conversation)),
      messages: async () => [...messages.values()],
      putMessage: async (message) => void messages.set(message.id, message),
    },
    newId: () => `new-${++ids}`,
    now: () => '2026-11-22T00:00:00Z',
  };
  return { deps, agent: new Agent(deps), asked, messages };
}

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const list: AgentEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

const sent = ({ messages }: ModelRequest): string => JSON.stringify(messages);

describe('a chat longer than the context window', () => {
  it('is summarised once, and the next question continues from the stored summary', async () => {
    const { agent, asked, messages } = setup(8_000, 10);
    const events = await all(agent.send('next', { conversation: 'c' }));
    const summary = events.find((event) => event.type === 'summary');
    expect(summary).toMatchObject({ text: 'short notes' });
    const answer = [...messages.values()].find(({ parts }) => parts.some(({ type }) => type === 'summary'));
    expect(answer).toMatchObject({ role: 'assistant', ended: 'answered' });
    const last = asked.at(-1)!;
    expect(sent(last)).toContain('short notes');
    expect(sent(last)).not.toContain('m0;');
    expect(sent(last)).toContain('m19;');
    // The answer's usage includes the summary.
    expect(events.at(-1)).toMatchObject({ type: 'end', usage: { input: asked.length * 10 } });

    asked.length = 0;
    await all(agent.send('and then?', { conversation: 'c' }));
    expect(asked).toHaveLength(1);
    expect(sent(asked[0]!)).toContain('short notes');
  });

  it('is sent whole to a model with a larger window', async () => {
    const { agent, asked } = setup(100_000, 10);
    await all(agent.send('next', { conversation: 'c' }));
    expect(asked).toHaveLength(1);
    expect(sent(asked[0]!)).toContain('m0;');
  });
});

describe('a summary requested by a person', () => {
  it('stands for the whole branch, and is not stored by the agent', async () => {
    const { agent, messages } = setup(100_000, 3);
    const before = JSON.stringify([...messages]);
    expect(await agent.compact('c')).toEqual({
      answer: 'm5',
      summary: { type: 'summary', text: 'short notes', upTo: 'm5', exchanges: 3 },
    });
    expect(JSON.stringify([...messages])).toBe(before);
  });

  it('needs a model, something to summarise, and no answer in progress', async () => {
    const { agent, deps } = setup(100_000, 0);
    await expect(agent.compact('c')).rejects.toMatchObject({ code: 'conflict' });
    const without = new Agent({ ...deps, model: async () => undefined });
    await expect(without.compact('c')).rejects.toMatchObject({ code: 'unavailable' });
    const answering = agent.send('next', { conversation: 'c' });
    await answering.next();
    await expect(agent.compact('c')).rejects.toMatchObject({ code: 'conflict' });
    await answering.return();
  });
});
