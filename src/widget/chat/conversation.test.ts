// A conversation in the window: turns grow, one question runs at a time, and the page gets each event once.
import { describe, expect, it, vi } from 'vitest';
import type { AgentEvent } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';
import type { ErrorData } from '../../core/errors.ts';
import type { PendingApproval, SiteChat } from '../site-chat.ts';
import { Conversation, type ShowsTurns } from './conversation.ts';

const hit = (title: string): SearchHit => ({
  id: title,
  score: 1,
  source: 'site',
  source_id: title,
  source_url: `/${title}.html#s`,
  updated_at: '2026-01-01T00:00:00Z',
  title,
  snippet: `About ${title}`,
  marks: [],
  chunk: 0,
});

/** A chat that follows a test's script, and waits where the script does. */
function scripted(script: (question: string, signal: AbortSignal) => AsyncGenerator<AgentEvent>) {
  let tell = (): void => undefined;
  const asked: { question: string; again: boolean }[] = [];
  const state = { pending: [] as PendingApproval[], cleared: 0, closed: 0 };
  const chat: SiteChat = {
    models: () => Promise.resolve([]),
    model: { kind: 'site' },
    choose: () => Promise.resolve(),
    test: () => Promise.resolve({ ok: true }),
    ask: (question, { signal = new AbortController().signal, again = false } = {}) => {
      asked.push({ question, again });
      return script(question, signal);
    },
    section: () => Promise.resolve(undefined),
    clear: () => void state.cleared++,
    get pending() {
      return state.pending;
    },
    onPending: (listener) => {
      tell = listener;
      return () => undefined;
    },
    answer: () => undefined,
    tools: () => [{ name: 'order', description: '', from: 'page', parameters: { type: 'object' } }],
    toolsProblem: undefined,
    registerTool: () => () => undefined,
    callTool: () => Promise.reject(new Error('not called')),
    setContext: () => undefined,
    close: () => void state.closed++,
  };
  const events: [string, unknown][] = [];
  const shows = {
    explain: (error: ErrorData) => Promise.resolve({ ...error, message: `${error.message}, explained` }),
    changed: vi.fn(),
    grew: vi.fn(),
    waits: vi.fn(),
  } satisfies ShowsTurns;
  const talk = new Conversation(chat, (name, detail) => (events.push([name, detail]), true), shows);
  return { talk, events, shows, asked, state, tell: () => tell() };
}

const start: AgentEvent = { type: 'start', conversation: 'c', message: 'm', mode: 'model', model: 'small' };

describe('a question', () => {
  it('gets text, sources and an end reason, which the page gets too', async () => {
    const { talk, events, shows } = scripted(async function* () {
      await Promise.resolve();
      yield start;
      yield { type: 'text', delta: 'Use ' };
      yield { type: 'text', delta: 'it [1].' };
      yield { type: 'citations', citations: [{ number: 1, verified: true, hit: hit('guide') }] };
      yield { type: 'end', reason: 'answered' };
    });
    const answer = await talk.ask('How?');
    const citations = [{ number: 1, title: 'guide', url: '/guide.html#s' }];
    expect(answer).toEqual({ text: 'Use it [1].', citations, reason: 'answered' });
    expect(talk.turns).toMatchObject([
      { question: 'How?', mode: 'model', model: 'small', reason: 'answered' },
    ]);
    expect(shows.grew).toHaveBeenCalledTimes(5);
    expect(events.map(([name]) => name)).toEqual(['perilune:ask', 'perilune:answer']);
    expect(events[1]?.[1]).toMatchObject({ text: 'Use it [1].', citations, tools: [], model: 'site' });
  });

  it('is answered by the best passage without a model', async () => {
    const { talk } = scripted(async function* () {
      await Promise.resolve();
      yield { ...start, mode: 'search' };
      yield { type: 'passages', query: 'q', hits: [hit('one'), hit('two')] };
      yield { type: 'end', reason: 'answered' };
    });
    const { text, citations } = await talk.ask('q');
    expect(text).toBe('About one');
    expect(citations.map(({ number, title }) => `${number} ${title}`)).toEqual(['1 one', '2 two']);
  });

  it('stops the previous one; asked again, it replaces the old answer', async () => {
    const { talk, asked } = scripted(async function* (question, signal) {
      yield start;
      if (question === 'slow' && !signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield { type: 'end', reason: signal.aborted ? 'stopped' : 'answered' };
    });
    const slow = talk.ask('slow');
    await Promise.resolve();
    expect(talk.isBusy).toBe(true);
    await talk.ask('next');
    expect((await slow).reason).toBe('stopped');
    expect(talk.isBusy).toBe(false);
    await talk.again();
    expect(talk.turns.map(({ question }) => question)).toEqual(['slow', 'next']);
    expect(asked.at(-1)).toEqual({ question: 'next', again: true });
  });
});

it('shows a failure with its details, and ends whatever happens', async () => {
  const { talk } = scripted(async function* (question) {
    await Promise.resolve();
    yield start;
    if (question === 'bug') throw new Error('broken');
    yield { type: 'error', error: { code: 'unavailable', message: 'no answer' } };
    yield { type: 'end', reason: 'failed' };
  });
  expect((await talk.ask('q')).reason).toBe('failed');
  expect(talk.turns[0]?.parts).toMatchObject([{ type: 'error', error: { message: 'no answer, explained' } }]);
  expect((await talk.ask('bug')).reason).toBe('failed');
  expect(talk.isBusy).toBe(false);
});

it('reports each tool to the page: its origin and its outcome', async () => {
  const report = (code?: 'denied') => ({
    outcome: code ? { error: { code, message: 'no' } } : { result: 1 },
    args: {},
    logs: [],
    milliseconds: 3,
  });
  const { talk, events } = scripted(async function* () {
    await Promise.resolve();
    yield start;
    yield { type: 'tool_call', id: '1', name: 'order', args: {}, state: 'running' };
    yield { type: 'tool_result', id: '1', name: 'order', report: report() };
    yield { type: 'tool_result', id: '2', name: 'search', report: report('denied') };
    yield { type: 'end', reason: 'answered' };
  });
  await talk.ask('q');
  expect(events.filter(([name]) => name === 'perilune:tool').map(([, detail]) => detail)).toEqual([
    { name: 'order', from: 'page', outcome: 'done', milliseconds: 3 },
    { name: 'search', from: 'perilune', outcome: 'denied', milliseconds: 3 },
  ]);
  expect(events.at(-1)?.[1]).toMatchObject({ tools: ['order'] });
});

it('reports each pending approval to the page once, with exactly what would run', () => {
  const { events, state, shows, tell } = scripted(async function* () {});
  const one: PendingApproval = {
    id: '1',
    tool: 'order',
    description: 'Orders',
    args: { item: 'x' },
    act: { kind: 'run' },
    hosts: ['shop.test'],
    canRemember: true,
  };
  state.pending = [one];
  tell();
  state.pending = [one, { ...one, id: '2' }];
  tell();
  state.pending = [];
  tell();
  expect(events).toHaveLength(2);
  expect(events[0]?.[1]).toEqual({ tool: 'order', args: { item: 'x' }, act: 'run', hosts: ['shop.test'] });
  expect(shows.waits).toHaveBeenLastCalledWith([], false);
});

it('reports a vote with its answer to the page, and clearing the chat forgets everything', async () => {
  const { talk, events, state } = scripted(async function* () {
    await Promise.resolve();
    yield start;
    yield { type: 'text', delta: 'So.' };
    yield { type: 'end', reason: 'answered' };
  });
  await talk.ask('Q');
  const [turn] = talk.turns;
  talk.vote(turn!, 'down', 'too short');
  const detail = { question: 'Q', answer: 'So.', vote: 'down', comment: 'too short' };
  expect(events.at(-1)).toEqual(['perilune:feedback', detail]);
  talk.clear();
  expect(talk.turns).toEqual([]);
  expect(state.cleared).toBe(1);
});

it('of many at the same time is asked and shown only if it is the last', async () => {
  const { talk, asked } = scripted(async function* (_, signal) {
    await Promise.resolve();
    yield start;
    yield { type: 'end', reason: signal.aborted ? 'stopped' : 'answered' };
  });
  const all = Array.from({ length: 50 }, (_, i) => talk.ask(`Question ${i}`));
  const reasons = (await Promise.all(all)).map(({ reason }) => reason);
  expect(reasons).toEqual([...Array.from({ length: 49 }, () => 'stopped'), 'answered']);
  expect(talk.turns.map(({ question }) => question)).toEqual(['Question 49']);
  expect(asked).toEqual([{ question: 'Question 49', again: false }]);
});

it('ends an endless answer', async () => {
  const state = { stopped: false };
  const { talk } = scripted(async function* (_, signal) {
    yield start;
    try {
      while (!signal.aborted) {
        await Promise.resolve();
        yield { type: 'text', delta: 'word '.repeat(2000) };
      }
    } finally {
      state.stopped = true;
    }
  });
  expect(await talk.ask('Q')).toMatchObject({ reason: 'failed' });
  expect(state.stopped).toBe(true);
  const [text, error] = talk.turns[0]!.parts;
  expect(text).toMatchObject({ type: 'text', text: expect.stringMatching(/^(?:word ){40000,44000}$/) });
  expect(error).toMatchObject({ type: 'error', error: { code: 'too_large' } });
});
