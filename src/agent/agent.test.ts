// The whole Agent against a scripted OpenAI-compatible server, in both wire formats, and in search mode.
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerBlock, LibraryAnswer } from '../core/answer.ts';
import type { AgentEvent, Conversation, Message } from '../core/conversation.ts';
import type { SearchHit, SearchOptions } from '../core/document.ts';
import type { WireApi } from '../core/settings.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { Agent } from './agent.ts';
import type { AgentDeps } from './agent-deps.ts';
import { connectModel } from '../models/connect.ts';
import type { Model, ModelEvent, ModelRequest } from '../models/model.ts';
import { searchHit } from '../core/search-hits.test-support.ts';
import { listedTool } from '../core/tools.test-support.ts';

const hit = (id: string, title: string, snippet: string): SearchHit => searchHit(id, { title, snippet });
const HITS: SearchHit[] = [
  hit('d1', 'Locks', 'A write lock is exclusive.'),
  hit('d2', 'Backups', 'Use .backup.'),
];

function tool(name: string, description: string, properties: ToolInfo['parameters']['properties']): ToolInfo {
  const parameters = { type: 'object', properties, required: Object.keys(properties ?? {}) } as const;
  return listedTool(name, { description, parameters, origin: 'bundled', policy: 'allow' });
}

const BLOCK: AnswerBlock = {
  text: 'A write lock is exclusive.',
  markdown: 'A write lock is **exclusive**.',
  document: { id: 'd1', title: 'Locks', source: 'files' },
  heading: 'Kinds',
  start: 10,
  end: 40,
  chunk: 2,
  section: { markdown: 'A write lock is **exclusive**.', start: 10, end: 40, complete: true },
};
const FOUND: LibraryAnswer = { kind: 'text', answer: BLOCK, confidence: 0.9, passages: [HITS[1]!] };
const NOTHING: LibraryAnswer = { kind: 'none', answer: null, confidence: 0.1, passages: [] };

const TOOLS = [
  tool('calculator', 'Evaluates an arithmetic expression.', {
    expression: { type: 'string', description: 'such as 1 + 2' },
  }),
  tool('find_in_docs', 'Finds passages in your documents.', { query: { type: 'string' } }),
];

/** Creates an Agent with conversations in memory and all other dependencies. */
function bench(overrides: Partial<AgentDeps> = {}) {
  const conversations = new Map<string, Conversation>();
  const messages = new Map<string, Message>();
  const saves: Message[] = [];
  const calls: { name: string; args: unknown; caller: unknown }[] = [];
  let ids = 0;
  let time = Date.parse('2026-11-01T10:00:00Z');
  const deps: AgentDeps = {
    model: async () => undefined,
    tools: {
      list: () => TOOLS,
      find: async () => [],
      call: async (name, args, { caller }): Promise<CallReport> => {
        calls.push({ name, args, caller });
        const result =
          name === 'calculator' ? 8 : { results: [{ ...hit('d9', 'Deep', 'Found deeper.'), chunk: 4 }] };
        return { outcome: { result }, args: args as CallReport['args'], logs: [], milliseconds: 1 };
      },
    },
    search: async () => HITS,
    gather: async (question, { tokens: _, before: __, ...options }, signal) =>
      (await deps.search(question, options, signal)).map((hit) => ({ ...hit, text: hit.snippet })),
    answer: async () => FOUND,
    conversations: {
      get: async (id) => conversations.get(id),
      put: async (conversation) => void conversations.set(conversation.id, conversation),
      change: async (id, change) => {
        const held = conversations.get(id);
        if (held) conversations.set(id, change(held));
      },
      messages: async (id) =>
        [...messages.values()].filter((m) => m.conversation === id).sort((a, b) => a.seq - b.seq),
      putMessage: async (message) => {
        saves.push(message);
        messages.set(message.id, message);
      },
    },
    newId: () => `id-${++ids}`,
    now: () => new Date((time += 10)).toISOString(),
    ...overrides,
  };
  return { agent: new Agent(deps), deps, conversations, messages, saves, calls };
}

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const list: AgentEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

function text(events: AgentEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
}

function types(events: AgentEvent[]): string[] {
  return events
    .map((event) => event.type)
    .filter((type, i, list) => type !== 'text' || list[i - 1] !== 'text');
}

let server: LLMock;
beforeAll(async () => {
  server = new LLMock({ port: 0, chunkSize: 7 });
  await server.start();
});
beforeEach(() => {
  server.reset();
});
afterAll(() => server.stop());

function connect(api: WireApi): () => Promise<Model> {
  return () => connectModel({ baseUrl: `${server.url}/v1`, model: 'test-model', api }, 'sk-test');
}

describe('a slow profile', () => {
  it('is not waited for after the answer is stopped, and its late error is ignored', async () => {
    const asked: AbortSignal[] = [];
    const { agent } = bench({
      model: connect('chat'),
      profile: (_conversation, signal) =>
        new Promise((resolve) => {
          asked.push(signal);
          signal.addEventListener('abort', () => resolve({ name: 'slow', problem: 'slow was stopped.' }));
        }),
    });
    const stop = new AbortController();
    const answering = all(agent.send('What is a write lock?', { signal: stop.signal }));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort();
    const events = await answering;
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stopped' });
    expect(types(events)).not.toContain('error');
  });
});

describe('a profile that cannot be used', () => {
  const profile = async () => ({ name: 'reviewer', tools: [], problem: 'reviewer needs area.' });

  it('is reported before anything is sent, and no other model is asked', async () => {
    const { agent, messages } = bench({ model: connect('chat'), profile });
    const events = await all(agent.send('What do you say?', { conversation: 'c' }));
    expect(events.slice(1)).toEqual([
      { type: 'error', error: { code: 'bad_request', message: 'reviewer needs area.' } },
      { type: 'end', reason: 'failed' },
    ]);
    expect([...messages.values()].map(({ role, ended }) => [role, ended])).toEqual([
      ['user', undefined],
      ['assistant', 'failed'],
    ]);
    await expect(agent.compact('c')).rejects.toMatchObject({ message: 'reviewer needs area.' });
    expect(server.getRequests()).toEqual([]);
  });

  it('does not prevent search', async () => {
    expect(types(await all(bench({ profile }).agent.send('locks')))).toContain('passages');
  });
});

describe.each(['chat', 'responses'] as const)('a model over the %s format', (api) => {
  it('streams an answer that cites a given passage', async () => {
    server.onMessage('locks', { content: 'A write lock is exclusive [1].' });
    const { agent, messages, conversations } = bench({ model: connect(api) });
    const events = await all(agent.send('How do locks work?'));
    expect(types(events)).toEqual(['start', 'text', 'citations', 'end']);
    expect(events[0]).toMatchObject({ mode: 'model', model: 'test-model' });
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(1);
    expect(text(events)).toBe('A write lock is exclusive [1].');
    expect(events.at(-2)).toMatchObject({ citations: [{ number: 1, verified: true, hit: { id: 'd1' } }] });
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'answered' });
    expect([...conversations.values()].map(({ title }) => title)).toEqual(['How do locks work?']);
    expect([...messages.values()].map(({ role, seq, ended }) => ({ role, seq, ended }))).toEqual([
      { role: 'user', seq: 0, ended: undefined },
      { role: 'assistant', seq: 1, ended: 'answered' },
    ]);
  });

  it('waits at most a second for a better order of the passages', async () => {
    server.onMessage('order', { content: 'Done.' });
    const asked: SearchOptions[] = [];
    const search = async (_query: string, options: SearchOptions): Promise<SearchHit[]> => {
      asked.push(options);
      return HITS;
    };
    await all(bench({ model: connect(api), search }).agent.send('which order'));
    expect(asked).toEqual([{ patience: 1000 }]);
  });

  it('marks the calls of a model that an automation asked', async () => {
    server.on(
      { userMessage: 'by itself', hasToolResult: false },
      { toolCalls: [{ name: 'calculator', arguments: '{"expression": "2 + 2"}' }] },
    );
    server.on({ userMessage: 'by itself', hasToolResult: true }, { content: 'It is 4.' });
    const { agent, calls } = bench({ model: connect(api) });
    await all(agent.send('Do it by itself', { automation: 'a' }));
    expect(calls[0]?.caller).toMatchObject({ kind: 'agent', automation: 'a' });
  });

  it('runs streamed parallel tool calls and answers from their results', async () => {
    server.on(
      { userMessage: 'both', hasToolResult: false },
      {
        toolCalls: [
          { name: 'calculator', arguments: '{"expression": "2 + 2 * 3"}' },
          { name: 'find_in_docs', arguments: '{"query": "deep things"}' },
        ],
      },
    );
    server.on({ userMessage: 'both', hasToolResult: true }, { content: 'It is 8, see [3] and [7].' });
    const { agent, calls } = bench({ model: connect(api) });
    const events = await all(agent.send('Do both'));
    expect(calls.map(({ name, args }) => ({ name, args }))).toEqual([
      { name: 'calculator', args: { expression: '2 + 2 * 3' } },
      { name: 'find_in_docs', args: { query: 'deep things' } },
    ]);
    expect(calls[0]?.caller).toMatchObject({ kind: 'agent', call: 'call-1' });
    expect(
      events.filter((event) => event.type === 'tool_call').map(({ id, state }) => `${id} ${state}`),
    ).toEqual(['call-1 writing', 'call-2 writing', 'call-1 running', 'call-2 running']);
    const sent = JSON.stringify(server.getLastRequest()?.body);
    expect(sent).toContain('{\\"result\\":8}');
    expect(sent).toContain('\\"cite\\":3');
    expect(events.find((event) => event.type === 'citations')).toMatchObject({
      citations: [
        { number: 3, verified: true, hit: { id: 'd9', chunk: 4 } },
        { number: 7, verified: false },
      ],
    });
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'answered' });
  });

  it('remembers the previous exchange, without its citation marks', async () => {
    server.onMessage('first', { content: 'Locks are exclusive [1].' });
    server.onMessage('second', { content: 'Yes.' });
    const { agent } = bench({ model: connect(api) });
    await all(agent.send('first question', { conversation: 'c1' }));
    await all(agent.send('second question', { conversation: 'c1' }));
    const sent = JSON.stringify(server.getLastRequest()?.body);
    expect(sent).toContain('first question');
    expect(sent).toContain('Locks are exclusive.');
    expect(sent).toContain('second question');
  });

  it('stops in the middle of an answer and keeps the text so far', async () => {
    server.onMessage('long', { content: 'word '.repeat(280) }, { latency: 100, chunkSize: 200 });
    const { agent, messages } = bench({ model: connect(api) });
    const abort = new AbortController();
    const events: AgentEvent[] = [];
    for await (const event of agent.send('long answer', { signal: abort.signal })) {
      events.push(event);
      if (text(events).length > 20) abort.abort();
    }
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stopped' });
    const answer = [...messages.values()].at(-1);
    expect(answer?.ended).toBe('stopped');
    expect(answer?.parts).toMatchObject([{ type: 'text', text: text(events) }]);
  });

  it('reports a cut-off answer when the stream breaks, and keeps its text', async () => {
    server.onMessage('cut', { content: 'word '.repeat(100) }, { truncateAfterChunks: 9, latency: 10 });
    const { agent, messages } = bench({ model: connect(api) });
    const events = await all(agent.send('cut me'));
    expect(text(events)).toContain('word');
    expect(events.find((event) => event.type === 'error')).toMatchObject({
      error: { code: 'unavailable', message: expect.stringContaining('cut off') },
    });
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'failed' });
    expect([...messages.values()].at(-1)).toMatchObject({ ended: 'failed' });
  });

  it.each([
    [401, 'denied', /refused the key \(401\)/],
    [500, 'unavailable', /failed \(500\)/],
    [429, 'rate_limited', /is refusing requests for now \(429\)/],
  ] as const)('turns a lasting %i into a sentence', async (status, code, sentence) => {
    server.onMessage('fail', { error: { message: 'nope' }, status, retryAfter: 0 });
    const { agent } = bench({ model: connect(api) });
    const events = await all(agent.send('fail please'));
    expect(types(events)).toEqual(['start', 'error', 'end']);
    expect(events[1]).toMatchObject({ error: { code, message: expect.stringMatching(sentence) } });
  });

  it('recovers from one failure of the server', async () => {
    server.onMessage('again', { content: 'Here it is.' });
    server.nextRequestError(500, { message: 'hiccup' });
    const { agent } = bench({ model: connect(api) });
    const events = await all(agent.send('try again'));
    expect(text(events)).toBe('Here it is.');
  });
});

describe('search mode', () => {
  it('answers with a block of the documents and other places, and stores both', async () => {
    const { agent, messages } = bench();
    const events = await all(agent.send('how is a lock held'));
    expect(types(events)).toEqual(['start', 'answer', 'passages', 'end']);
    expect(events[0]).toMatchObject({ mode: 'search' });
    expect(events[1]).toMatchObject({ question: 'how is a lock held', found: { answer: BLOCK } });
    expect(events[2]).toMatchObject({ hits: [{ id: 'd1', snippet: BLOCK.text, chunk: 2 }, { id: 'd2' }] });
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'answered' });
    expect([...messages.values()].at(-1)).toMatchObject({
      ended: 'answered',
      parts: [{ type: 'answer' }, { type: 'passages' }],
    });
  });

  it('asks the library once: the first answer is final', async () => {
    const asked: unknown[] = [];
    const { agent } = bench({
      answer: async (...given) => {
        asked.push(given.slice(0, 2));
        return FOUND;
      },
      search: () => Promise.reject(new Error('nothing is searched besides')),
    });
    await all(agent.send('where are locks kept'));
    expect(asked).toEqual([['where are locks kept', {}]]);
  });

  it('completes a question from earlier ones on the branch, and answers from what it refers to', async () => {
    const asked: unknown[] = [];
    const { agent } = bench({
      answer: async (_question, options) => {
        asked.push(options);
        return FOUND;
      },
    });
    await all(agent.send('how do I lock a table', { conversation: 'c' }));
    await all(agent.send('and on Windows?', { conversation: 'c' }));
    await all(
      agent.send('in the manual?', {
        conversation: 'c',
        mentions: [{ kind: 'source', id: 'files', title: 'files' }],
      }),
    );
    expect(asked).toEqual([
      {},
      { previous: ['how do I lock a table'] },
      { previous: ['how do I lock a table', 'and on Windows?'], sources: ['files'] },
    ]);
  });

  it('marks the calls of an automation, so that none of them asks', async () => {
    const { agent, calls } = bench();
    await all(agent.send('what is 2+2*3', { automation: 'a' }));
    expect(calls[0]?.caller).toEqual({ kind: 'schedule', automation: 'a' });
  });

  it('computes a sum with the calculator at once', async () => {
    const { agent, calls } = bench();
    const events = await all(agent.send('what is 2+2*3'));
    expect(types(events)).toEqual(['start', 'text', 'tool_call', 'tool_result', 'end']);
    expect(text(events)).toBe('8');
    expect(calls).toMatchObject([
      { name: 'calculator', args: { expression: '2+2*3' }, caller: { kind: 'user' } },
    ]);
  });

  it('leaves a tool that needs approval to the person, with its form filled in', async () => {
    const tools = { ...bench().deps.tools, list: () => [{ ...TOOLS[0]!, policy: 'ask' as const }] };
    const { agent, calls } = bench({ tools });
    const events = await all(agent.send('what is 2+2*3'));
    expect(events).toMatchObject([
      { type: 'start' },
      { type: 'offers', offers: [{ name: 'calculator', args: { expression: '2+2*3' } }] },
      { type: 'end' },
    ]);
    expect(calls).toEqual([]);
  });

  it('offers beside an answer only tools whose name and arguments are in the question', async () => {
    const split = tool('split_bill', 'Splits', { bill: { type: 'number' }, people: { type: 'integer' } });
    const { agent, calls } = bench({ tools: { ...bench().deps.tools, list: () => [...TOOLS, split] } });
    expect(await all(agent.send('Split a bill of 60 among 3 people'))).toMatchObject([
      { type: 'start' },
      { type: 'answer', found: { answer: BLOCK } },
      { type: 'passages' },
      { type: 'offers', offers: [{ name: 'split_bill', args: { bill: 60, people: 3 } }] },
      { type: 'end' },
    ]);
    expect(types(await all(agent.send('How is a bill split')))).not.toContain('offers');
    expect(calls).toEqual([]);
  });

  it('does not let a tool that it runs call another one', async () => {
    const only: unknown[] = [];
    const { deps } = bench();
    const { agent } = bench({
      tools: {
        ...deps.tools,
        call: (name, args, options) => {
          only.push(options.only);
          return deps.tools.call(name, args, options);
        },
      },
    });
    await all(agent.send('2+2'));
    expect(only).toEqual([['calculator']]);
  });

  it('looks up a sum that the calculator cannot parse, and shows its form', async () => {
    const { deps } = bench();
    const report = { args: {}, logs: [], milliseconds: 1 };
    const outcome = { error: { code: 'tool_error' as const, message: 'division by zero' } };
    const { agent } = bench({ tools: { ...deps.tools, call: async () => ({ ...report, outcome }) } });
    expect(types(await all(agent.send('1/0')))).toEqual(['start', 'answer', 'passages', 'offers', 'end']);
  });

  it.each(['hello', 'What can you do?'])('greets back: “%s”', async (question) => {
    const { agent } = bench({ answer: () => Promise.reject(new Error('nothing is looked up')) });
    const events = await all(agent.send(question));
    expect(types(events)).toEqual(['start', 'text', 'suggestions', 'end']);
    expect(events[2]).toMatchObject({ questions: expect.arrayContaining([expect.any(String)]) });
  });

  it('reports in plain words that nothing answers, and offers what may help', async () => {
    const { agent } = bench({ answer: async () => NOTHING });
    const events = await all(agent.send('zebra migration'));
    expect(events).toMatchObject([
      { type: 'start' },
      { type: 'answer', found: { kind: 'none', answer: null } },
      { type: 'notice', code: 'nothing_found', text: expect.stringMatching(/Nothing in your library/) },
      { type: 'end' },
    ]);
    const { agent: other } = bench({ answer: async () => NOTHING });
    expect(types(await all(other.send('find the documents about zebras')))).toContain('offers');
  });

  it('names the closest match when nothing answers', async () => {
    const near = { passages: HITS, missing: ['zebra'] };
    const { agent } = bench({ answer: async () => ({ ...NOTHING, near }) });
    const events = await all(agent.send('zebra locks'));
    expect(types(events)).toEqual(['start', 'answer', 'passages', 'end']);
    expect(events[2]).toMatchObject({ hits: HITS });
  });

  it('reports a failed library', async () => {
    const { agent } = bench({ answer: () => Promise.reject(new Error('index is broken')) });
    const events = await all(agent.send('zebra'));
    expect(events.slice(1)).toMatchObject([
      { type: 'error', error: { message: 'index is broken' } },
      { type: 'end', reason: 'failed' },
    ]);
  });
});

/** A model that emits these events, one list per turn; the last one repeats. */
function scripted(...turns: ModelEvent[][]): Model {
  let turn = 0;
  return {
    id: 'scripted',
    async *stream() {
      yield* turns[Math.min(turn++, turns.length - 1)] as ModelEvent[];
    },
  };
}

const SAID: ModelEvent[] = [
  { type: 'text', delta: 'Hello' },
  { type: 'finish', reason: 'stop' },
];

describe('storage', () => {
  it('saves the question before asking the model', async () => {
    let savedThen: string[] = [];
    const { agent, saves } = bench({
      model: async () => ({
        id: 'watching',
        async *stream() {
          savedThen = saves.map(({ role }) => role);
          yield* SAID;
        },
      }),
    });
    await all(agent.send('hi'));
    expect(savedThen).toEqual(['user']);
  });

  it('saves after each tool result', async () => {
    const { agent, saves } = bench({
      model: async () =>
        scripted(
          [
            { type: 'call_started', key: '0', name: 'calculator' },
            {
              type: 'call_finished',
              key: '0',
              call: { id: 'a', name: 'calculator', arguments: '{"expression":"1"}' },
            },
            { type: 'finish', reason: 'stop' },
          ],
          SAID,
        ),
    });
    await all(agent.send('hi'));
    const unfinished = saves.filter(({ role, ended }) => role === 'assistant' && !ended);
    expect(unfinished.at(-1)?.parts).toMatchObject([
      { type: 'tool', state: 'done', report: { outcome: { result: 8 } } },
    ]);
  });

  it('keeps an answer when its reader has left', async () => {
    const { agent, messages } = bench({ model: async () => scripted(SAID) });
    for await (const event of agent.send('hi')) if (event.type === 'text') break;
    expect([...messages.values()].at(-1)).toMatchObject({ ended: 'stopped', parts: [{ text: 'Hello' }] });
  });

  it('answers even when nothing can be saved, and reports it once', async () => {
    const { agent } = bench({
      model: async () => scripted(SAID),
      conversations: {
        get: async () => undefined,
        put: () => Promise.reject(new Error('disk full')),
        change: () => Promise.reject(new Error('disk full')),
        messages: async () => [],
        putMessage: () => Promise.reject(new Error('disk full')),
      },
    });
    const events = await all(agent.send('hi'));
    expect(events.slice(1)).toEqual([
      { type: 'notice', code: 'not_saved', text: 'This answer could not be saved: disk full' },
      { type: 'text', delta: 'Hello' },
      { type: 'end', reason: 'answered' },
    ]);
  });

  it('rejects a second question while a conversation is being answered', async () => {
    const { agent, messages } = bench({ model: async () => scripted(SAID) });
    const first = agent.send('one', { conversation: 'c' });
    await first.next();
    const second = await all(agent.send('two', { conversation: 'c' }));
    expect(second.slice(1)).toMatchObject([
      { type: 'error', error: { code: 'conflict' } },
      { type: 'end', reason: 'failed' },
    ]);
    await all(first);
    expect(messages.size).toBe(2);
  });

  it('rejects a question without words, and stores nothing of it', async () => {
    const { agent, messages } = bench();
    const events = await all(agent.send(' \n'));
    expect(events.slice(1)).toMatchObject([
      { type: 'error', error: { code: 'bad_request' } },
      { type: 'end', reason: 'failed' },
    ]);
    expect(messages.size).toBe(0);
  });

  it('saves streaming text every two seconds, not for every word', async () => {
    const words = Array.from({ length: 500 }, (): ModelEvent => ({ type: 'text', delta: 'word ' }));
    const { agent, saves } = bench({
      model: async () => scripted([...words, { type: 'finish', reason: 'stop' }]),
    });
    // This clock advances 10 ms per reading, so 500 words take about five seconds.
    await all(agent.send('hi'));
    const unfinished = saves.filter(({ role, ended }) => role === 'assistant' && !ended);
    expect(unfinished.length).toBeGreaterThanOrEqual(2);
    expect(unfinished.length).toBeLessThanOrEqual(4);
  });

  it('reports a model that cannot be connected at the end of the answer', async () => {
    const { agent } = bench({ model: () => Promise.reject(new Error('no key')) });
    const events = await all(agent.send('hi'));
    expect(events).toMatchObject([
      { type: 'start', mode: 'model' },
      { type: 'error', error: { message: 'no key' } },
      { type: 'end', reason: 'failed' },
    ]);
  });
});

describe('with 500 tools', () => {
  const MANY = [
    ...['search', 'find_tools'].map((name): ToolInfo => ({ ...tool(name, name, {}), builtin: true })),
    ...Array.from({ length: 500 }, (_, n) => tool(`tool_${n}`, `Does thing ${n}.`, {})),
    { ...tool('for_people', 'Only for people.', {}), llmCallable: false },
  ];

  /** A model that makes these calls, one per turn, and then answers; `given` lists the tools of each request. */
  function caller(
    ...calls: [name: string, args: string][]
  ): Model & { given: string[][]; systems: string[] } {
    const given: string[][] = [];
    const systems: string[] = [];
    return {
      id: 'caller',
      given,
      systems,
      async *stream({ tools, system }) {
        given.push(tools.map(({ name }) => name));
        systems.push(system);
        const next = calls[given.length - 1];
        if (!next) return yield* SAID;
        const [name, args] = next;
        yield { type: 'call_started', key: '0', name };
        yield { type: 'call_finished', key: '0', call: { id: 'm', name, arguments: args } };
        yield { type: 'finish', reason: 'stop' };
      },
    };
  }

  function operations(model: Model, find?: AgentDeps['tools']['find']) {
    const asked: [string, number][] = [];
    const called: string[] = [];
    const setUp = bench({
      model: async () => model,
      tools: {
        list: () => MANY,
        find: async (query, limit) => {
          asked.push([query, limit]);
          return find ? find(query, limit) : MANY.slice(2, 2 + limit);
        },
        call: async (name, args): Promise<CallReport> => {
          called.push(name);
          const outcome: CallReport['outcome'] =
            name === 'for_people'
              ? { error: { code: 'denied', message: 'for people only' } }
              : { result: name === 'find_tools' ? { tools: [{ name: 'tool_400' }] } : 1 };
          return { outcome, args: args as CallReport['args'], logs: [], milliseconds: 1 };
        },
      },
    });
    return { ...setUp, asked, called };
  }

  it('offers the built-ins and the 20 best matches, and explains how to find more', async () => {
    const model = caller();
    const { agent, asked } = operations(model);
    await all(agent.send('Do thing 3'));
    expect(asked).toEqual([['Do thing 3', 20]]);
    expect(model.given[0]).toEqual(['search', 'find_tools', ...MANY.slice(2, 22).map(({ name }) => name)]);
    expect(model.systems[0]).toContain('call `find_tools`');
  });

  it('offers the tools named by find_tools in the next request, and for later questions', async () => {
    const model = caller(['find_tools', '{"query":"thing 400"}'], ['tool_400', '{}']);
    const { agent, called } = operations(model);
    await all(agent.send('Do thing 400', { conversation: 'c' }));
    expect(model.given.map((names) => names.includes('tool_400'))).toEqual([false, true, true]);
    expect(called).toEqual(['find_tools', 'tool_400']);
    await all(agent.send('Again', { conversation: 'c' }));
    await all(agent.send('Again', { conversation: 'other' }));
    expect(model.given.slice(3).map((names) => names.includes('tool_400'))).toEqual([true, false]);
  });

  it('passes on calls of tools that were not offered, and lets the registry refuse them', async () => {
    const { agent, called } = operations(caller(['tool_444', '{}'], ['for_people', '{}'], ['no_such', '{}']));
    const events = await all(agent.send('Do it'));
    expect(called).toEqual(['tool_444', 'for_people']);
    expect(
      events.flatMap((event) => (event.type === 'tool_result' ? [event.report.outcome] : [])),
    ).toMatchObject([{ result: 1 }, { error: { code: 'denied' } }, { error: { code: 'not_found' } }]);
  });

  it('answers with the built-ins when the tool search fails', async () => {
    const model = caller();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { agent } = operations(model, () => Promise.reject(new Error('no index')));
    expect((await all(agent.send('Do it'))).at(-1)).toMatchObject({ reason: 'answered' });
    expect(model.given).toEqual([['search', 'find_tools']]);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('does not search when there are few tools, and does not mention find_tools', async () => {
    const model = caller();
    const { agent } = bench({ model: async () => model });
    await all(agent.send('Do it'));
    expect(model.given).toEqual([TOOLS.map(({ name }) => name)]);
    expect(model.systems[0]).not.toContain('find_tools');
  });
});

describe('an answer that was cut off', () => {
  /** A model that emits these texts in turn, all but the last one cut off. */
  function inTurn(...texts: string[]) {
    const asked: ModelRequest[] = [];
    const model: Model = {
      id: 'm',
      async *stream(request): AsyncGenerator<ModelEvent> {
        asked.push(request);
        const said = texts[asked.length - 1]!;
        for (const delta of said.match(/.{1,4}/gs)!) yield { type: 'text', delta };
        yield { type: 'finish', reason: asked.length < texts.length ? 'length' : 'stop' };
      },
    };
    return { asked, model: async () => model };
  }

  it('continues in the same text, with code and citations intact', async () => {
    const { asked, model } = inTurn(
      'Locks [1].\n\n```lua\nlocal a',
      'local a = 1\n',
      '```lua\nreturn a\n```\nSee [2].',
    );
    const { agent, messages } = bench({ model });
    const events = await all(agent.send('locks', { conversation: 'c' }));
    const { message } = events[0] as AgentEvent & { type: 'start' };
    expect(events.some((event) => event.type === 'notice' && event.code === 'cut_off')).toBe(true);
    await all(agent.resume('c', message));
    expect(messages.get(message)!.parts.map(({ type }) => type)).toEqual(['text', 'notice', 'citations']);
    await all(agent.resume('c', message));
    expect(messages.get(message)).toMatchObject({
      ended: 'answered',
      parts: [
        { type: 'text', text: 'Locks [1].\n\n```lua\nlocal a = 1\nreturn a\n```\nSee [2].' },
        {
          type: 'citations',
          citations: [
            { number: 1, verified: true },
            { number: 2, verified: true },
          ],
        },
      ],
    });
    expect(asked[1]!.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringContaining('Go on exactly') as string,
    });
    expect([...messages.values()]).toHaveLength(2);
  });
});

describe('a title', () => {
  function named(title: string) {
    let asked = 0;
    const model: Model = {
      id: 'm',
      async *stream(): AsyncGenerator<ModelEvent> {
        yield { type: 'text', delta: asked++ === 0 ? 'They are exclusive.' : title };
        yield { type: 'finish', reason: 'stop' };
      },
    };
    return bench({ model: async () => model });
  }

  it('comes from the model', async () => {
    const { agent, conversations } = named('Write locks');
    await all(agent.send('What are locks?', { conversation: 'c' }));
    await agent.entitle('c');
    expect(conversations.get('c')?.title).toBe('Write locks');
  });

  it('is not replaced when a person has set one', async () => {
    const { agent, conversations } = named('Write locks');
    await all(agent.send('What are locks?', { conversation: 'c' }));
    conversations.set('c', { ...conversations.get('c')!, title: 'Mine' });
    await agent.entitle('c');
    expect(conversations.get('c')?.title).toBe('Mine');
  });
});
