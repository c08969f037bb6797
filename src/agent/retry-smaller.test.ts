// A first question that is too long for a model whose context window was not known.
import { expect, it } from 'vitest';
import type { AgentEvent } from '../core/conversation.ts';
import { connectModel } from '../models/connect.ts';
import { QuirksByEndpoint } from '../models/endpoint-quirks.ts';
import { Agent } from './agent.ts';
import type { AgentDeps } from './agent-deps.ts';
import { MemoryConversations } from './memory-conversations.ts';

const TOO_LONG =
  '{"error":{"message":"This model\'s maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens."}}';
const ANSWER =
  'data: {"choices":[{"index":0,"delta":{"content":"It fits."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** An agent whose endpoint refuses the first requests. */
function bench(refusals: number) {
  const budgets: number[] = [];
  let requests = 0;
  const fetch = async (): Promise<Response> =>
    ++requests <= refusals
      ? new Response(TOO_LONG, { status: 400, headers: { 'content-type': 'application/json' } })
      : new Response(ANSWER, { headers: { 'content-type': 'text/event-stream' } });
  const quirks = new QuirksByEndpoint();
  const settings = { baseUrl: 'http://127.0.0.1:1/v1', model: 'm', api: 'chat' } as const;
  let ids = 0;
  const deps: AgentDeps = {
    model: () => connectModel(settings, 'k', { fetch, retries: 0, quirks }),
    tools: { list: () => [], find: async () => [], call: () => Promise.reject(new Error('no tool')) },
    search: async () => [],
    gather: async (_, { tokens }) => {
      budgets.push(tokens);
      return [];
    },
    answer: async () => ({ kind: 'none', answer: null, confidence: 0, passages: [] }),
    conversations: new MemoryConversations(),
    newId: () => `id-${++ids}`,
    now: () => '2026-01-02T03:04:05.000Z',
  };
  return { agent: new Agent(deps), budgets };
}

async function read(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

it('is asked again with the passages that fit', async () => {
  const { agent, budgets } = bench(1);
  const events = await read(agent.send('What does shipping cost?'));
  expect(events.map(({ type }) => type)).toEqual(['start', 'text', 'end']);
  expect(budgets).toHaveLength(2);
  expect(budgets[1]).toBeLessThan(budgets[0]!);
});

it('is refused if that does not fit either', async () => {
  const { agent, budgets } = bench(2);
  const events = await read(agent.send('What does shipping cost?'));
  expect(events).toMatchObject([
    { type: 'start' },
    { type: 'error', error: { code: 'too_large' } },
    { type: 'end', reason: 'failed' },
  ]);
  expect(budgets).toHaveLength(2);
});
