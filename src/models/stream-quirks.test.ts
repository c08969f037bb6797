// Streams as real servers send them, based on the reports named beside each, read by the whole adapter in pieces of
// any size. Every call has a beginning and an end, and the only thing thrown is a Failure.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { WireApi } from '../core/settings.ts';
import { connectModel } from './connect.ts';
import type { ModelEvent, ModelMessage } from './model.ts';

type Call = [id: string, name: string, args: string];

interface Outcome {
  text: string;
  reasoning: string;
  calls: Call[];
  usage: object[];
  finish: string | undefined;
  events: ModelEvent[];
}

/** Returns the events of `answer`, the body of a response; `sizes` are the bytes of its pieces, repeated. */
async function read(
  answer: string,
  { api = 'chat' as WireApi, sizes = [4096], baseUrl = 'http://127.0.0.1:1/v1' } = {},
): Promise<Outcome> {
  const bytes = new TextEncoder().encode(answer);
  const fetch = async (): Promise<Response> => {
    let at = 0;
    let piece = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const size = sizes[piece++ % sizes.length] ?? 1;
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, (at += size)));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const model = await connectModel({ baseUrl, model: 'm', api }, 'k', { fetch, retries: 0 });
  const request = { system: '', messages: [], tools: [], toolChoice: 'auto' as const };
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  return {
    events,
    text: events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join(''),
    reasoning: events.flatMap((event) => (event.type === 'reasoning' ? [event.delta] : [])).join(''),
    calls: events.flatMap((event) =>
      event.type === 'call_finished' ? [[event.call.id, event.call.name, event.call.arguments]] : [],
    ) as Call[],
    usage: events.flatMap(({ type, ...event }) => (type === 'usage' ? [event] : [])),
    finish: events.flatMap((event) => (event.type === 'finish' ? [event.reason] : []))[0],
  };
}

const sse = (...chunks: unknown[]): string =>
  chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');
const delta = (value: object, finish: string | null = null, more: object = {}) => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
  ...more,
});
const call = (index: number | undefined, id: unknown, name: unknown, args: unknown, more: object = {}) =>
  delta({
    tool_calls: [{ ...(index !== undefined && { index }), id, function: { name, arguments: args }, ...more }],
  });
const END = [delta({}, 'tool_calls'), '[DONE]'];

const LLAMA_TEXT = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', annotations: [], text: 'Let me look.' }],
};
const LLAMA_CALLS = [
  { id: 'fc_1', type: 'function_call', arguments: '{"x":1}', call_id: 'call_1', name: 'add' },
  { id: 'fc_2', type: 'function_call', arguments: '{}', call_id: 'call_2', name: 'now' },
];

interface Quirk {
  name: string;
  answer: string;
  api?: WireApi;
  expected: Partial<Omit<Outcome, 'events'>>;
}

const QUIRKS: Quirk[] = [
  {
    name: 'OpenAI: id and name first, then fragments',
    answer: sse(
      call(0, 'a', 'add', ''),
      call(0, undefined, undefined, '{"x"'),
      call(0, undefined, undefined, ':1}'),
      ...END,
    ),
    expected: { calls: [['a', 'add', '{"x":1}']], finish: 'stop' },
  },
  {
    name: 'Ollama: all parallel calls at index 0 (ollama#15457)',
    answer: sse(call(0, 'call_1', 'add', '{"x":1}'), call(0, 'call_2', 'add', '{"x":2}'), ...END),
    expected: {
      calls: [
        ['call_1', 'add', '{"x":1}'],
        ['call_2', 'add', '{"x":2}'],
      ],
    },
  },
  {
    name: 'Ollama, earlier: no index (ollama#7881)',
    answer: sse(
      call(undefined, 'call_1', 'add', '{"x":1}'),
      call(undefined, 'call_2', 'sub', '{"y":2}'),
      ...END,
    ),
    expected: {
      calls: [
        ['call_1', 'add', '{"x":1}'],
        ['call_2', 'sub', '{"y":2}'],
      ],
    },
  },
  {
    name: 'Ollama: the whole call in one chunk, finish_reason stop beside it',
    answer: sse(
      delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'add', arguments: '{"x":1}' } }] }, 'stop'),
      '[DONE]',
    ),
    expected: { calls: [['a', 'add', '{"x":1}']], finish: 'stop' },
  },
  {
    name: 'index 0 for all, and no ids: a whole object ends a call',
    answer: sse(call(0, '', 'add', '{"x":1}'), call(0, '', 'add', '{"x":2}'), ...END),
    expected: {
      calls: [
        ['call_1', 'add', '{"x":1}'],
        ['call_2', 'add', '{"x":2}'],
      ],
    },
  },
  {
    name: 'LM Studio and Kimi: a fresh id with every chunk',
    answer: sse(
      call(0, 'r1', 'add', ''),
      call(0, 'r2', undefined, '{"x"'),
      call(0, 'r3', undefined, ':1}'),
      ...END,
    ),
    expected: { calls: [['r1', 'add', '{"x":1}']] },
  },
  {
    name: 'LiteLLM: parallel calls at index 0, each in fragments (litellm#33678, vercel/ai#14277)',
    answer: sse(
      call(0, 'a', 'add', ''),
      call(0, undefined, undefined, '{"x"'),
      call(0, undefined, undefined, ':1}'),
      call(0, 'b', 'add', ''),
      call(0, undefined, undefined, '{"x":2}'),
      call(0, 'c', 'now', ''),
      ...END,
    ),
    expected: {
      calls: [
        ['a', 'add', '{"x":1}'],
        ['b', 'add', '{"x":2}'],
        ['c', 'now', '{}'],
      ],
    },
  },
  {
    name: 'llama.cpp 0.7.0, as recorded: a role without text, calls in fragments, times beside the usage',
    answer: sse(
      delta({ role: 'assistant', content: null }),
      delta({ content: 'Let me look.' }),
      call(0, 'LPtW', 'add', '{', { type: 'function' }),
      call(0, undefined, undefined, '"x"'),
      call(0, undefined, undefined, ': 1}'),
      call(1, '3nk2', 'now', '{', { type: 'function' }),
      call(1, undefined, undefined, '}'),
      delta({}, 'tool_calls'),
      {
        choices: [],
        usage: {
          completion_tokens: 16,
          prompt_tokens: 1040,
          total_tokens: 1056,
          prompt_tokens_details: { cached_tokens: 0 },
        },
        timings: { cache_n: 0, prompt_n: 1040 },
      },
      '[DONE]',
    ),
    expected: {
      text: 'Let me look.',
      calls: [
        ['LPtW', 'add', '{"x": 1}'],
        ['3nk2', 'now', '{}'],
      ],
      usage: [{ input: 1040, output: 16, cached: 0 }],
      finish: 'stop',
    },
  },
  {
    name: 'MiniMax and NIM: the full name with every chunk',
    answer: sse(
      call(0, 'a', 'add', ''),
      call(0, 'a', 'add', '{"x"'),
      call(0, 'a', 'add', ':1}'),
      call(0, 'a', 'add', ''),
      ...END,
    ),
    expected: { calls: [['a', 'add', '{"x":1}']] },
  },
  {
    name: 'LM Studio: an empty name on later chunks (lmstudio-bug-tracker#649)',
    answer: sse(call(0, 'a', 'add', '{"x"'), call(0, 'a', '', ':1}'), ...END),
    expected: { calls: [['a', 'add', '{"x":1}']] },
  },
  {
    name: 'ids that are numbers',
    answer: sse(call(0, 0, 'add', '{}'), call(1, 1, 'sub', '{}'), ...END),
    expected: {
      calls: [
        ['0', 'add', '{}'],
        ['1', 'sub', '{}'],
      ],
    },
  },
  {
    name: 'arguments that are empty, missing, or an object',
    answer: sse(
      call(0, 'a', 'now', ''),
      call(1, 'b', 'now', undefined),
      call(2, 'c', 'add', { x: 1 }),
      ...END,
    ),
    expected: {
      calls: [
        ['a', 'now', '{}'],
        ['b', 'now', '{}'],
        ['c', 'add', '{"x":1}'],
      ],
    },
  },
  {
    name: 'arguments that the limit cut: kept as they are, for the loop to refuse',
    answer: sse(call(0, 'a', 'add', '{"x": [1, 2'), delta({}, 'length'), '[DONE]'),
    expected: { calls: [['a', 'add', '{"x": [1, 2']], finish: 'length' },
  },
  {
    name: 'Gemini: signed calls without index, usage in every chunk',
    answer: sse(
      delta(
        {
          tool_calls: [
            {
              id: '',
              function: { name: 'add', arguments: '{"x":1}' },
              extra_content: { google: { thought_signature: 'sig' } },
            },
          ],
        },
        null,
        { usage: { prompt_tokens: 10, completion_tokens: 4 } },
      ),
      delta({}, 'stop', { usage: { prompt_tokens: 10, completion_tokens: 9 } }),
      '[DONE]',
    ),
    expected: { calls: [['call_1', 'add', '{"x":1}']], usage: [{ input: 10, output: 9 }], finish: 'stop' },
  },
  {
    name: 'vLLM with continuous usage: repeated in each chunk, counted once',
    answer: sse(
      delta({ content: 'a' }, null, { usage: { prompt_tokens: 5, completion_tokens: 1 } }),
      delta({ content: 'b' }, 'stop', { usage: { prompt_tokens: 5, completion_tokens: 2 } }),
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } },
      '[DONE]',
    ),
    expected: { text: 'ab', usage: [{ input: 5, output: 2 }] },
  },
  {
    name: 'OpenAI: usage last, in a chunk without choices, with what was cached and reasoned',
    answer: sse(
      delta({ content: 'a' }, 'stop', { usage: null }),
      {
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 5,
          prompt_tokens_details: { cached_tokens: 4 },
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      },
      '[DONE]',
    ),
    expected: { usage: [{ input: 9, output: 5, cached: 4, reasoning: 3 }] },
  },
  {
    name: 'DeepSeek: reasoning_content, and cached tokens under its own name',
    answer: sse(
      delta({ reasoning_content: 'hm', content: null }),
      delta({ content: 'ok' }, 'stop', {
        usage: { prompt_tokens: 9, completion_tokens: 5, prompt_cache_hit_tokens: 8 },
      }),
      '[DONE]',
    ),
    expected: { text: 'ok', reasoning: 'hm', usage: [{ input: 9, output: 5, cached: 8 }] },
  },
  {
    name: 'OpenRouter: comments between chunks, reasoning as a field of its own',
    answer: `: OPENROUTER PROCESSING\n\n${sse(delta({ reasoning: 'hm' }))}: OPENROUTER PROCESSING\n\n${sse(delta({ content: 'ok' }, 'stop'), '[DONE]')}`,
    expected: { text: 'ok', reasoning: 'hm', finish: 'stop' },
  },
  {
    name: 'Azure: a first chunk without choices; line ends with carriage returns',
    answer: sse(
      { choices: [], prompt_filter_results: [] },
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'ok' }, 'stop'),
      '[DONE]',
    ).replaceAll('\n', '\r\n'),
    expected: { text: 'ok', finish: 'stop' },
  },
  {
    name: 'Mistral: text as a list of parts, its thinking left out',
    answer: sse(
      delta(
        {
          content: [
            { type: 'thinking', thinking: [] },
            { type: 'text', text: 'ok' },
          ],
        },
        'stop',
      ),
      '[DONE]',
    ),
    expected: { text: 'ok' },
  },
  {
    name: 'deltas, calls and usage that are null',
    answer: sse(
      { choices: [{ delta: null }], usage: null },
      delta({ content: 'ok', tool_calls: null }, 'stop'),
      '[DONE]',
    ),
    expected: { text: 'ok', calls: [] },
  },
  {
    name: 'Responses: text without an end, cut by the limit',
    api: 'responses',
    answer: sse(
      { type: 'response.output_text.delta', output_index: 0, item_id: 'm', delta: 'Once' },
      {
        type: 'response.incomplete',
        response: {
          output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Once' }] }],
          incomplete_details: { reason: 'max_output_tokens' },
        },
      },
    ),
    expected: { text: 'Once', finish: 'length' },
  },
  {
    name: 'Responses: usage with what was cached and reasoned',
    api: 'responses',
    answer: sse(
      { type: 'response.output_text.delta', output_index: 0, delta: 'ok' },
      {
        type: 'response.completed',
        response: {
          output: [],
          usage: {
            input_tokens: 9,
            output_tokens: 5,
            input_tokens_details: { cached_tokens: 4 },
            output_tokens_details: { reasoning_tokens: 3 },
          },
        },
      },
    ),
    expected: { text: 'ok', usage: [{ input: 9, output: 5, cached: 4, reasoning: 3 }], finish: 'stop' },
  },
  {
    name: 'Responses: call_id differs from id; arguments come whole at the end alone',
    api: 'responses',
    answer: sse(
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '{"x":1}' },
      },
      { type: 'response.completed', response: { output: [] } },
    ),
    expected: { calls: [['call_1', 'add', '{"x":1}']] },
  },
  {
    name: 'Responses of llama.cpp 0.7.0, as recorded: ids and no output_index, calls side by side, all of it again at the end',
    api: 'responses',
    answer: sse(
      { type: 'response.created', response: { id: 'resp_1', object: 'response', status: 'in_progress' } },
      { type: 'response.output_item.added', item: { id: 'msg_1', content: [], type: 'message' } },
      { type: 'response.content_part.added', item_id: 'msg_1', part: { type: 'output_text', text: '' } },
      { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Let me' },
      { type: 'response.output_text.delta', item_id: 'msg_1', delta: ' look.' },
      { type: 'response.output_item.added', item: { ...LLAMA_CALLS[0], arguments: '' } },
      { type: 'response.function_call_arguments.delta', delta: '{', item_id: 'fc_1' },
      { type: 'response.function_call_arguments.delta', delta: '"x":1}', item_id: 'fc_1' },
      { type: 'response.output_item.added', item: { ...LLAMA_CALLS[1], arguments: '' } },
      { type: 'response.function_call_arguments.delta', delta: '{}', item_id: 'fc_2' },
      { type: 'response.output_text.done', item_id: 'msg_1', text: 'Let me look.' },
      { type: 'response.output_item.done', item: LLAMA_TEXT },
      { type: 'response.output_item.done', item: LLAMA_CALLS[0] },
      { type: 'response.output_item.done', item: LLAMA_CALLS[1] },
      {
        type: 'response.completed',
        response: {
          output: [LLAMA_TEXT, ...LLAMA_CALLS],
          usage: { input_tokens: 942, output_tokens: 16, input_tokens_details: { cached_tokens: 11 } },
        },
      },
    ),
    expected: {
      text: 'Let me look.',
      calls: [
        ['call_1', 'add', '{"x":1}'],
        ['call_2', 'now', '{}'],
      ],
      usage: [{ input: 942, output: 16, cached: 11 }],
      finish: 'stop',
    },
  },
  {
    name: 'Responses whose items have a fresh id in each event: the place tells them apart',
    api: 'responses',
    answer: sse(
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', id: 'r1', call_id: 'call_1', name: 'add', arguments: '' },
      },
      {
        type: 'response.function_call_arguments.delta',
        output_index: 0,
        item_id: 'r2',
        delta: '{"x":1}',
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { type: 'function_call', id: 'r3', call_id: 'call_1', name: 'add', arguments: '{"x":1}' },
      },
      {
        type: 'response.completed',
        response: {
          output: [{ type: 'function_call', id: 'r4', call_id: 'call_1', name: 'add', arguments: '{"x":1}' }],
        },
      },
    ),
    expected: { calls: [['call_1', 'add', '{"x":1}']] },
  },
];

describe('a stream of', () => {
  it.each(QUIRKS)('$name', async ({ answer, api = 'chat', expected }) => {
    expect(await read(answer, { api })).toMatchObject(expected);
    // Split anywhere, even within a character.
    const byByte = await read(answer, { api, sizes: [1, 7, 3] });
    expect(byByte).toMatchObject(expected);
    for (const { type, key } of byByte.events.filter((event) => 'key' in event) as {
      type: string;
      key: string;
    }[]) {
      const of = byByte.events.flatMap((event) => ('key' in event && event.key === key ? [event.type] : []));
      expect([type, of[0], of.at(-1)]).toEqual([type, 'call_started', 'call_finished']);
    }
  });
});

describe('any server output', () => {
  const piece = fc.oneof(
    fc.record(
      {
        index: fc.oneof(fc.nat(3), fc.constant(null)),
        id: fc.oneof(fc.constantFrom('', 'a', 'b', null), fc.nat(3)),
        function: fc.oneof(
          fc.constant(null),
          fc.record(
            {
              name: fc.constantFrom('', 'add', 'sub', null),
              arguments: fc.oneof(fc.constantFrom('', '{', '{}', '{"x":1}', '}'), fc.jsonValue()),
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );
  const chunk = fc.oneof(
    fc.array(piece, { maxLength: 3 }).map((tool_calls) => delta({ tool_calls })),
    fc.string().map((content) => delta({ content })),
    fc.jsonValue().map((value) => delta({ content: value, reasoning: value, tool_calls: value })),
    fc.jsonValue(),
    fc.constant(delta({}, 'tool_calls')),
    fc.record({
      type: fc.constantFrom('response.output_item.done', 'response.completed'),
      item: fc.jsonValue(),
      response: fc.jsonValue(),
    }),
  );

  it.each(['chat', 'responses'] as const)(
    'over %s, every call is complete with a unique id, and every failure is a sentence',
    async (api) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(chunk, { maxLength: 12 }),
          fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 4 }),
          async (chunks, sizes) => {
            let outcome: Outcome;
            try {
              outcome = await read(sse(...chunks.map((one) => JSON.stringify(one)), '[DONE]'), {
                api,
                sizes,
              });
            } catch (error) {
              expect(error).toBeInstanceOf(Failure);
              return;
            }
            const { calls, events } = outcome;
            expect(new Set(calls.map(([id]) => id)).size).toBe(calls.length);
            for (const [id, name, args] of calls) {
              expect([typeof id, typeof name, typeof args]).toEqual(['string', 'string', 'string']);
              expect(args).not.toBe('');
            }
            const started = events.flatMap((event) => (event.type === 'call_started' ? [event.key] : []));
            const finished = events.flatMap((event) => (event.type === 'call_finished' ? [event.key] : []));
            if (outcome.finish) expect(finished.sort()).toEqual(started.sort());
          },
        ),
        { numRuns: 150 },
      );
    },
    30_000,
  );
});

describe('a call signed by Gemini', () => {
  const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/openai';

  async function sent(messages: ModelMessage[], baseUrl: string): Promise<Record<string, unknown>[]> {
    let body: { messages?: { tool_calls?: Record<string, unknown>[] }[] } = {};
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      body = JSON.parse(String(init?.body)) as typeof body;
      return new Response(sse(delta({ content: 'ok' }, 'stop')), {
        headers: { 'content-type': 'text/event-stream' },
      });
    };
    const model = await connectModel({ baseUrl, model: 'm', api: 'auto' }, 'k', { fetch, retries: 0 });
    const request = { system: '', messages, tools: [], toolChoice: 'auto' as const };
    for await (const event of model.stream(request, new AbortController().signal)) void event;
    return body.messages?.flatMap(({ tool_calls = [] }) => tool_calls) ?? [];
  }

  const calls = ['a', 'b'].map((id) => ({ id, name: 'add', arguments: '{}' }));

  it('returns with its signature, the others without', async () => {
    const answer = sse(
      call(0, 'a', 'add', '{}', { extra_content: { google: { thought_signature: 'sig' } } }),
      call(1, 'b', 'add', '{}'),
      ...END,
    );
    const raw = (await read(answer)).events.flatMap((event) => (event.type === 'raw' ? event.items : []));
    const [first, second] = await sent([{ role: 'assistant', text: '', calls, raw }], GEMINI);
    expect(first?.['extra_content']).toEqual({ google: { thought_signature: 'sig' } });
    expect(second).not.toHaveProperty('extra_content');
  });

  it('of an earlier answer gets a substitute signature, for Gemini only', async () => {
    const earlier: ModelMessage[] = [{ role: 'assistant', text: '', calls }];
    const [first, second] = await sent(earlier, GEMINI);
    expect(first).toHaveProperty('extra_content.google.thought_signature');
    expect(second).not.toHaveProperty('extra_content');
    expect((await sent(earlier, 'http://localhost:1/v1'))[0]).not.toHaveProperty('extra_content');
  });
});
