// The loop against a scripted model: the order of its events, its budgets, and that it closes everything open.
import { describe, expect, it, vi } from 'vitest';
import { applyEvent, type AgentEvent } from '../core/conversation.ts';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { CallReport } from '../core/tool.ts';
import { runLoop, type LoopOptions } from './loop.ts';
import type { Model, ModelEvent, ModelRequest } from '../models/model.ts';

type Script = ModelEvent[] | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>);

/** A model that follows one script per turn; the last one repeats. `requests` records its input. */
function scripted(...scripts: Script[]): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    id: 'scripted',
    requests,
    async *stream(request, signal) {
      requests.push({ ...request, messages: [...request.messages] });
      const script = scripts[Math.min(requests.length, scripts.length) - 1] as Script;
      yield* typeof script === 'function' ? script(request, signal) : script;
    },
  };
}

function say(text: string): ModelEvent[] {
  return [
    { type: 'text', delta: text },
    { type: 'usage', input: 10, output: 2 },
    { type: 'finish', reason: 'stop' },
  ];
}

function ask(...calls: [name: string, args: string, id?: string][]): ModelEvent[] {
  return [
    ...calls.flatMap(([name, args, id], key): ModelEvent[] => [
      { type: 'call_started', key: String(key), name },
      { type: 'call_delta', key: String(key), delta: args },
      { type: 'call_finished', key: String(key), call: { id: id ?? `m${key}`, name, arguments: args } },
    ]),
    { type: 'usage', input: 5, output: 1 },
    { type: 'finish', reason: 'stop' },
  ];
}

function report(result: CallReport['outcome'], args: JsonObject = {}): CallReport {
  return { outcome: result, args, logs: [], milliseconds: 1 };
}

const TOOL = (name: string) => ({ name, description: name, parameters: { type: 'object' as const } });

function options(model: Model, overrides: Partial<LoopOptions> = {}): LoopOptions {
  return {
    model,
    system: 'Be good.',
    messages: [{ role: 'user', text: 'question' }],
    tools: () => [TOOL('add'), TOOL('slow')],
    call: async (_name, args) => report({ result: 'done' }, args),
    signal: new AbortController().signal,
    ...overrides,
  };
}

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const list: AgentEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

function results(events: AgentEvent[]) {
  return events.flatMap((event) => (event.type === 'tool_result' ? [event.report.outcome] : []));
}

/** Rules for every list of events. */
function checkOrder(events: AgentEvent[]): void {
  expect(events.filter((event) => event.type === 'end')).toHaveLength(1);
  expect(events.at(-1)?.type).toBe('end');
  const opened = new Set(events.flatMap((event) => (event.type === 'tool_call' ? [event.id] : [])));
  const answered = events.flatMap((event) => (event.type === 'tool_result' ? [event.id] : []));
  expect(answered.toSorted()).toEqual([...opened].toSorted());
}

describe('an answer in words', () => {
  it('streams, sums the usage and ends', async () => {
    const events = await all(runLoop(options(scripted(say('Hello')))));
    expect(events).toEqual([
      { type: 'text', delta: 'Hello' },
      { type: 'end', reason: 'answered', usage: { input: 10, output: 2, context: 12 } },
    ]);
  });

  it('measures reasoning time, including the wait for its first event', async () => {
    const model = scripted(async function* () {
      await new Promise((resolve) => setTimeout(resolve, 60));
      yield { type: 'reasoning', delta: 'Hm' };
      yield* say('Yes.');
    });
    const [thought] = await all(runLoop(options(model)));
    expect(thought).toMatchObject({ type: 'reasoning', delta: 'Hm' });
    expect(thought?.type === 'reasoning' && thought.milliseconds).toBeGreaterThan(50);
  });

  it('that is empty is an error with a sentence', async () => {
    const events = await all(runLoop(options(scripted([{ type: 'finish', reason: 'stop' }]))));
    expect(events).toMatchObject([
      { type: 'error', error: { message: expect.stringMatching(/empty answer/) } },
      { type: 'end', reason: 'failed' },
    ]);
  });

  it('cut by the token limit is reported', async () => {
    const events = await all(
      runLoop(
        options(
          scripted([
            { type: 'text', delta: 'Hel' },
            { type: 'finish', reason: 'length' },
          ]),
        ),
      ),
    );
    expect(events).toMatchObject([
      { type: 'text' },
      { type: 'notice', text: expect.stringMatching(/cut off/) },
      { type: 'end', reason: 'answered' },
    ]);
  });

  it('without a finish counts as cut off', async () => {
    const events = await all(runLoop(options(scripted([{ type: 'text', delta: 'Hel' }]))));
    expect(events).toMatchObject([
      { type: 'text', delta: 'Hel' },
      { type: 'error', error: { message: expect.stringMatching(/cut off/) } },
      { type: 'end', reason: 'failed' },
    ]);
  });

  it('passes on a silence as a notice', async () => {
    const events = await all(runLoop(options(scripted([{ type: 'waiting', seconds: 10 }, ...say('Hi')]))));
    expect(events[0]).toMatchObject({
      type: 'notice',
      text: expect.stringMatching(/Still waiting.*10 seconds/),
    });
  });
});

describe('tool calls', () => {
  it('are reported while written, run, and returned to the model with the text around them', async () => {
    const model = scripted(
      [{ type: 'text', delta: 'Let me see.' }, ...ask(['add', '{"x":1}'])],
      say('Three.'),
    );
    const events = await all(
      runLoop(
        options(model, {
          call: async (_name, args, { onState }) => {
            onState('waiting');
            onState('running');
            return report({ result: 3 }, args);
          },
        }),
      ),
    );
    expect(events).toEqual([
      { type: 'text', delta: 'Let me see.' },
      { type: 'tool_call', id: 'call-1', name: 'add', args: {}, state: 'writing' },
      { type: 'tool_call', id: 'call-1', name: 'add', args: { x: 1 }, state: 'running' },
      { type: 'tool_state', id: 'call-1', state: 'waiting' },
      { type: 'tool_state', id: 'call-1', state: 'running' },
      { type: 'tool_result', id: 'call-1', name: 'add', report: report({ result: 3 }, { x: 1 }) },
      { type: 'text', delta: 'Three.' },
      { type: 'end', reason: 'answered', usage: { input: 15, output: 3, context: 12 } },
    ]);
    expect(model.requests[1]?.messages).toEqual([
      { role: 'user', text: 'question' },
      { role: 'assistant', text: 'Let me see.', calls: [{ id: 'm0', name: 'add', arguments: '{"x":1}' }] },
      { role: 'tool', call: 'm0', name: 'add', output: '{"result":3}' },
    ]);
  });

  it('tell the text of scripts while the model writes them, each its own', async () => {
    const piece = (key: string, delta: string) => ({ type: 'call_delta' as const, key, delta });
    const [first, second] = ['{"reason":"r","source":"return 1"}', '{"source":"return\\n2"}'];
    const model = scripted(
      [
        { type: 'call_started', key: 'a', name: 'lua_run_script' },
        piece('a', first.slice(0, 28)),
        { type: 'call_started', key: 'b', name: 'propose_tool' },
        piece('b', second.slice(0, 20)),
        piece('a', first.slice(28)),
        piece('b', second.slice(20)),
        { type: 'call_started', key: 'c', name: 'add' },
        piece('c', '{"source":"not a script"}'),
        { type: 'call_finished', key: 'a', call: { id: 'a', name: 'lua_run_script', arguments: first } },
        { type: 'call_finished', key: 'b', call: { id: 'b', name: 'propose_tool', arguments: second } },
        { type: 'call_finished', key: 'c', call: { id: 'c', name: 'add', arguments: '{}' } },
        { type: 'finish', reason: 'stop' },
      ],
      say('Done.'),
    );
    const events = await all(runLoop(options(model)));
    const written = (id: string): string[] =>
      events.flatMap((event) => (event.type === 'tool_source' && event.id === id ? [event.delta] : []));
    expect(written('call-1')).toEqual(['retu', 'rn 1']);
    expect(written('call-2').join('')).toBe('return\n2');
    expect(written('call-3')).toEqual([]);
    const whileWritten = events.slice(
      0,
      events.findIndex(({ type }) => type === 'tool_result'),
    );
    const parts = whileWritten.reduce(applyEvent, []);
    expect(parts[0]).toMatchObject({ args: { reason: 'r', source: 'return 1' } });
  });

  it('of one turn run in parallel, and return to the model in order', async () => {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const model = scripted(ask(['slow', '{}'], ['add', '{}']), say('ok'));
    const events = await all(
      runLoop(
        options(model, {
          call: async (name) => {
            if (name === 'slow') await held;
            else release?.();
            return report({ result: name });
          },
        }),
      ),
    );
    checkOrder(events);
    expect(events.flatMap((event) => (event.type === 'tool_result' ? [event.name] : []))).toEqual([
      'add',
      'slow',
    ]);
    expect(model.requests[1]?.messages.flatMap((m) => (m.role === 'tool' ? [m.output] : []))).toEqual([
      '{"result":"slow"}',
      '{"result":"add"}',
    ]);
  });

  it('that reuse the ids of an earlier turn stay separate on screen', async () => {
    const events = await all(
      runLoop(options(scripted(ask(['add', '{"x":1}']), ask(['add', '{"x":2}']), say('ok')))),
    );
    checkOrder(events);
    expect(new Set(events.flatMap((event) => (event.type === 'tool_result' ? [event.id] : []))).size).toBe(2);
  });

  it('to an unknown tool list the existing ones for the model', async () => {
    const call = vi.fn(options(scripted(say(''))).call);
    const events = await all(runLoop(options(scripted(ask(['nope', '{}']), say('sorry')), { call })));
    expect(results(events)).toEqual([
      { error: { code: 'not_found', message: 'no tool registered with name: nope; there are: add, slow' } },
    ]);
    expect(call).not.toHaveBeenCalled();
    expect(events.at(-1)).toMatchObject({ reason: 'answered' });
  });

  it.each([
    ['{"x": [1, 2', /not valid JSON/],
    ['[1]', /must be a JSON object/],
    [`{"x": "${'y'.repeat(300_000)}"}`, /longer than/],
  ])('with bad arguments %.12s are a result for the model', async (args, sentence) => {
    const model = scripted(ask(['add', args]), say('sorry'));
    const events = await all(runLoop(options(model)));
    expect(results(events)[0]?.error?.message).toMatch(sentence);
    const sent = model.requests[1]?.messages[1];
    expect(sent?.role === 'assistant' && sent.calls[0]?.arguments).toBe('{}');
    expect(events.at(-1)).toMatchObject({ reason: 'answered' });
  });

  it.each([
    [new Failure('denied', 'the user said no'), 'denied'],
    [new Error('boom'), 'tool_error'],
  ])('that reject are a result for the model', async (error, code) => {
    const events = await all(
      runLoop(options(scripted(ask(['add', '{}']), say('sorry')), { call: () => Promise.reject(error) })),
    );
    expect(results(events)).toEqual([{ error: { code, message: error.message } }]);
    expect(events.at(-1)).toMatchObject({ reason: 'answered' });
  });

  it('with a huge result are cut for the model, not for the user', async () => {
    const model = scripted(ask(['add', '{}']), say('ok'));
    const big = 'z'.repeat(100_000);
    const events = await all(runLoop(options(model, { call: async () => report({ result: big }) })));
    expect(results(events)).toEqual([{ result: big }]);
    const sent = model.requests[1]?.messages[2];
    const output = sent?.role === 'tool' ? sent.output : '';
    expect(output.length).toBeLessThan(24_200);
    expect(output).toMatch(/\[cut: the first 24000 of 100013 characters are shown\]$/);
  });

  it("send the adapter's extra data back with their turn", async () => {
    const model = scripted([{ type: 'raw', items: [{ secret: 1 }] }, ...ask(['add', '{}'])], say('ok'));
    await all(runLoop(options(model)));
    expect(model.requests[1]?.messages[1]).toMatchObject({ raw: [{ secret: 1 }] });
  });
});

describe('the budget', () => {
  it('of turns lets the model answer once more without tools', async () => {
    let n = 0;
    const model = scripted((request) =>
      (async function* () {
        yield* request.toolChoice === 'none' ? say('That is all.') : ask(['add', `{"n":${n++}}`]);
      })(),
    );
    const events = await all(runLoop(options(model)));
    checkOrder(events);
    expect(model.requests).toHaveLength(12);
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([...Array(11).fill('auto'), 'none']);
    expect(events.slice(-3)).toMatchObject([
      { type: 'notice', text: expect.stringMatching(/limit of tool calls/) },
      { type: 'text', delta: 'That is all.' },
      { type: 'end', reason: 'budget' },
    ]);
  });

  it('of turns holds for a model that never stops calling', async () => {
    let n = 0;
    const model = scripted(() =>
      (async function* () {
        yield* ask(['add', `{"n":${n++}}`]);
      })(),
    );
    const events = await all(runLoop(options(model, { budget: { turns: 3 } })));
    checkOrder(events);
    expect(model.requests).toHaveLength(3);
    expect(results(events).at(-1)?.error?.code).toBe('rate_limited');
    expect(events.at(-1)).toMatchObject({ reason: 'budget' });
  });

  it('of scripts allows three consecutive repairs, and does not limit other tools', async () => {
    const results: CallReport['outcome'][] = [];
    const bad = (n: number) => ask(['lua_run_script', `{"source":"bad ${n}"}`]);
    const good = ask(['lua_run_script', '{"source":"good"}']);
    const turns = [
      bad(1),
      bad(2),
      good,
      bad(3),
      bad(4),
      bad(5),
      bad(6),
      bad(7),
      ask(['add', '{}']),
      say('ok'),
    ];
    const call: LoopOptions['call'] = async (name, args) => {
      const fails = name === 'lua_run_script' && String(args['source']).startsWith('bad');
      const error = { code: 'tool_error' as const, message: 'script:1: no' };
      return report(fails ? { error } : { result: 1 }, args);
    };
    const tools = () => [TOOL('add'), TOOL('lua_run_script')];
    const events = await all(runLoop(options(scripted(...turns), { call, tools })));
    for (const event of events) if (event.type === 'tool_result') results.push(event.report.outcome);
    expect(results.map(({ error }) => error?.code ?? 'ok')).toEqual([
      ...['tool_error', 'tool_error', 'ok', 'tool_error', 'tool_error', 'tool_error', 'tool_error'],
      ...['rate_limited', 'ok'],
    ]);
    expect(results[7]?.error?.message).toContain('Send no further script');
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'answered' });
  });

  it('of calls refuses the rest and asks for an answer', async () => {
    const many = Array.from({ length: 40 }, (_, n): [string, string, string] => [
      'add',
      `{"n":${n}}`,
      `m${n}`,
    ]);
    const call = vi.fn(async () => report({ result: 1 }));
    const model = scripted(ask(...many), say('ok'));
    const events = await all(runLoop(options(model, { call })));
    checkOrder(events);
    expect(call).toHaveBeenCalledTimes(32);
    expect(results(events).filter((result) => result.error)).toHaveLength(8);
    expect(model.requests[1]?.toolChoice).toBe('none');
    expect(events.at(-1)).toMatchObject({ reason: 'budget' });
  });

  it('stops the third identical call, in any key order', async () => {
    const call = vi.fn(async () => report({ result: 1 }));
    const model = scripted(
      ask(['add', '{"a":1,"b":2}']),
      ask(['add', '{"b":2,"a":1}']),
      ask(['add', '{"a":1, "b":2}']),
      say('Enough.'),
    );
    const events = await all(runLoop(options(model, { call })));
    expect(call).toHaveBeenCalledTimes(2);
    expect(results(events)[2]?.error?.message).toMatch(/exactly these arguments 3 times/);
    expect(model.requests[3]?.toolChoice).toBe('none');
    expect(events.slice(-2)).toMatchObject([{ type: 'text' }, { type: 'end', reason: 'budget' }]);
  });

  it('of time ends a hanging tool', async () => {
    const events = await all(
      runLoop(
        options(scripted(ask(['slow', '{}'])), {
          budget: { time: 30 },
          call: () => new Promise(() => undefined),
        }),
      ),
    );
    checkOrder(events);
    expect(events.at(-2)).toMatchObject({ type: 'notice', text: expect.stringMatching(/^Stopped after/) });
    expect(events.at(-1)).toMatchObject({ reason: 'budget' });
  });

  it('of time pauses during an approval', async () => {
    const events = await all(
      runLoop(
        options(scripted(ask(['slow', '{}']), say('ok')), {
          budget: { time: 40 },
          call: async (_name, args, { onState }) => {
            onState('waiting');
            await new Promise((resolve) => setTimeout(resolve, 120));
            onState('running');
            return report({ result: 1 }, args);
          },
        }),
      ),
    );
    expect(events.at(-1)).toMatchObject({ reason: 'answered' });
  });
});

describe('stopping', () => {
  it('closes every open call, even of a tool that ignores the signal', async () => {
    const abort = new AbortController();
    const loop = runLoop(
      options(scripted(ask(['slow', '{"n":1}'], ['slow', '{"n":2}'])), {
        signal: abort.signal,
        call: () => new Promise(() => undefined),
      }),
    );
    const events: AgentEvent[] = [];
    for await (const event of loop) {
      events.push(event);
      if (event.type === 'tool_call' && event.state === 'running' && event.id === 'call-2') abort.abort();
    }
    checkOrder(events);
    expect(results(events)).toEqual([
      { error: { code: 'cancelled', message: 'stopped' } },
      { error: { code: 'cancelled', message: 'stopped' } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'stopped' });
  });

  it('in the middle of the arguments closes the half-written call', async () => {
    const abort = new AbortController();
    const model = scripted(async function* (_request, signal) {
      yield { type: 'call_started', key: '0', name: 'add' };
      abort.abort();
      signal.throwIfAborted();
    });
    const events = await all(runLoop(options(model, { signal: abort.signal })));
    checkOrder(events);
    expect(events.at(-1)).toMatchObject({ reason: 'stopped' });
  });

  it('before the start asks no model', async () => {
    const model = scripted(say('no'));
    const events = await all(runLoop(options(model, { signal: AbortSignal.abort() })));
    expect(events).toEqual([{ type: 'end', reason: 'stopped' }]);
    expect(model.requests).toEqual([]);
  });

  it('reading also stops the running tools', async () => {
    let given: AbortSignal | undefined;
    const loop = runLoop(
      options(scripted(ask(['slow', '{}'])), {
        call: (_name, _args, { signal }) => {
          given = signal;
          return new Promise(() => undefined);
        },
      }),
    );
    for await (const event of loop) if (event.type === 'tool_call' && event.state === 'running') break;
    expect(given?.aborted).toBe(true);
  });
});

describe('a model that fails', () => {
  it('ends the answer with the error, and closes open calls', async () => {
    const model = scripted(async function* () {
      yield { type: 'text', delta: 'Hm' };
      yield { type: 'call_started', key: '0', name: 'add' };
      throw new Failure('rate_limited', 'Too fast.', { retry_after: 3 });
    });
    const events = await all(runLoop(options(model)));
    checkOrder(events);
    expect(events.slice(-2)).toMatchObject([
      { type: 'error', error: { code: 'rate_limited', message: 'Too fast.', details: { retry_after: 3 } } },
      { type: 'end', reason: 'failed' },
    ]);
  });
});
