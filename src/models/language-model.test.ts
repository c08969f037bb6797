// The browser's built-in model, against a fake of the Prompt API as strict as the specification: the requests, the
// streaming, and the errors.
import { describe, expect, it } from 'vitest';
import type {
  LanguageModelApi,
  PromptOptions,
  SessionMessage,
  SessionOptions,
} from './language-model-api.ts';
import { languageModelGate } from './language-model.ts';
import { ToolChunks } from './language-model-tools.ts';
import type { ModelEvent, ModelRequest } from './model.ts';

const REQUEST: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Hello?' }],
  tools: [],
  toolChoice: 'auto',
};

const TOOL = { name: 'now', description: 'The time', parameters: { type: 'object' as const } };

interface Stand {
  languages?: readonly string[];
  state?: 'unavailable' | 'downloadable' | 'downloading' | 'available';
  /** Maximum characters of a session's initial prompts. */
  room?: number;
  answer?: readonly string[];
  /** Its answer under a constraint. */
  choice?: string;
  failsWith?: { at: 'create' | 'prompt' | 'stream'; name: string };
  /** Never answers. */
  isMute?: boolean;
  /** Makes the fake support tools; these are its chunks. */
  chunks?: readonly unknown[];
}

/** A fake of the browser's `LanguageModel`. */
function browser({
  languages = ['en'],
  state = 'available',
  room = Infinity,
  answer = ['Hi'],
  ...stand
}: Stand) {
  const seen = {
    created: [] as SessionOptions[],
    prompted: [] as { input: readonly SessionMessage[]; options: PromptOptions }[],
    destroyed: 0,
    aborted: 0,
  };
  const fail = (at: string): void => {
    if (stand.failsWith?.at === at) throw new DOMException('as told', stand.failsWith.name);
  };
  const speaks = ({ expectedInputs = [], expectedOutputs = [] }: SessionOptions): boolean =>
    [...expectedInputs, ...expectedOutputs].every(({ type, languages: wanted = [] }) => {
      // Web IDL enumerations throw for unknown values.
      if (type !== 'text' && !stand.chunks) throw new TypeError(`${type} is not a type`);
      return wanted.every((one) => languages.includes(one));
    });
  const api: LanguageModelApi = {
    availability: async (options = {}) => (speaks(options) ? state : 'unavailable'),
    async create(options = {}) {
      options.signal?.throwIfAborted();
      if (!speaks(options)) throw new DOMException('language', 'NotSupportedError');
      fail('create');
      const { initialPrompts = [] } = options;
      if (initialPrompts.some(({ role }, at) => role === 'system' && at > 0)) throw new TypeError('system');
      const size = initialPrompts.reduce((sum, { content }) => sum + content.length, 0);
      seen.created.push(options);
      if (size > room) throw new DOMException('too much', 'QuotaExceededError');
      if (state !== 'available') {
        const listeners: ((event: { loaded: number; total?: number }) => void)[] = [];
        options.monitor?.({ addEventListener: (_type, listener) => void listeners.push(listener) });
        for (const loaded of [0, 0.004, 0.5, 1]) {
          await Promise.resolve();
          for (const listener of listeners) listener({ loaded, total: 1 });
        }
      }
      return {
        async prompt(input, options = {}) {
          seen.prompted.push({ input, options });
          fail('prompt');
          return stand.choice ?? '{"tool":"none","arguments":{}}';
        },
        promptStreaming(input, options = {}) {
          seen.prompted.push({ input, options });
          fail('prompt');
          return new ReadableStream<unknown>({
            start(controller) {
              options.signal?.addEventListener('abort', () => {
                seen.aborted++;
                controller.error(new DOMException('stopped', 'AbortError'));
              });
              for (const part of stand.chunks ?? answer) controller.enqueue(part);
              if (stand.failsWith?.at === 'stream') {
                controller.error(new DOMException('as told', stand.failsWith.name));
              } else if (!stand.isMute) controller.close();
            },
          });
        },
        destroy: () => void seen.destroyed++,
      };
    },
  };
  return { api, seen };
}

async function run(
  stand: Stand,
  request: ModelRequest = REQUEST,
  languages: readonly string[] = ['en-GB', 'de'],
) {
  const { api, seen } = browser(stand);
  const events: ModelEvent[] = [];
  let failure: unknown;
  try {
    const model = languageModelGate(api, languages).model();
    for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  } catch (error) {
    failure = error;
  }
  return { events, failure, seen };
}

describe('availability of the browser’s model', () => {
  it('is asked for the user’s language, then for English', async () => {
    const { api } = browser({ languages: ['en', 'ja'], state: 'downloadable' });
    expect(await languageModelGate(api, ['ja-JP']).availability()).toBe('downloadable');
    expect(await languageModelGate(api, ['is']).availability()).toBe('downloadable');
    expect(await languageModelGate(browser({ state: 'unavailable' }).api, ['en']).availability()).toBe(
      'unavailable',
    );
  });

  it('is negative when there is no API, and when asking fails', async () => {
    expect(await languageModelGate(undefined, ['en']).availability()).toBe('unavailable');
    const api = { ...browser({}).api, availability: () => Promise.reject(new Error('policy')) };
    expect(await languageModelGate(api, ['en']).availability()).toBe('unavailable');
  });
});

describe('its download', () => {
  it('reports progress in steps, and leaves no session behind', async () => {
    const { api, seen } = browser({ state: 'downloadable' });
    const shares: number[] = [];
    const gate = languageModelGate(api, ['en']);
    await gate.download((share) => shares.push(share), new AbortController().signal);
    expect(shares).toEqual([0, 0.5, 1]);
    expect(seen.destroyed).toBe(1);
  });

  it('reports a refusal of the browser in a sentence', async () => {
    const { api } = browser({ state: 'downloadable', failsWith: { at: 'create', name: 'NotAllowedError' } });
    const refused = languageModelGate(api, ['en']).download(() => undefined, new AbortController().signal);
    await expect(refused).rejects.toMatchObject({ code: 'denied' });
  });
});

describe('an answer of the browser’s model', () => {
  it('streams from a session with the system prompt and the history, which is then destroyed', async () => {
    const { events, seen } = await run(
      { answer: ['Hel', 'lo', ''] },
      {
        ...REQUEST,
        messages: [
          { role: 'user', text: 'One?' },
          { role: 'assistant', text: 'Yes.', calls: [{ id: 'a', name: 'now', arguments: '{}' }] },
          { role: 'tool', call: 'a', name: 'now', output: '{"result":1}' },
          { role: 'assistant', text: 'It is 1.', calls: [] },
          { role: 'user', text: 'Two?' },
        ],
      },
    );
    expect(events).toEqual([
      { type: 'text', delta: 'Hel' },
      { type: 'text', delta: 'lo' },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(seen.created[0]!.initialPrompts).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'Yes.\nI call now with {}' },
      { role: 'user', content: 'Result of now, as data: {"result":1}' },
      { role: 'assistant', content: 'It is 1.' },
    ]);
    expect(seen.prompted.map(({ input }) => input)).toEqual([[{ role: 'user', content: 'Two?' }]]);
    expect(seen.created[0]!.expectedOutputs).toEqual([{ type: 'text', languages: ['en'] }]);
    expect(seen.destroyed).toBe(1);
  });

  it('reports a download only while there is one', async () => {
    const { events } = await run({ state: 'downloadable' });
    expect(events.filter(({ type }) => type === 'downloading')).toEqual([
      { type: 'downloading', share: 0 },
      { type: 'downloading', share: 0.5 },
      { type: 'downloading', share: 1 },
    ]);
    expect((await run({})).events.map(({ type }) => type)).not.toContain('downloading');
  });

  it('omits the oldest exchanges when they don’t fit', async () => {
    const messages = [1, 2, 3, 4].flatMap((n) => [
      { role: 'user' as const, text: `Question ${n}` },
      { role: 'assistant' as const, text: `Answer ${n}`, calls: [] },
    ]);
    const { events, seen } = await run(
      { room: 50 },
      {
        ...REQUEST,
        messages: [...messages, { role: 'user', text: 'And now?' }],
      },
    );
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    expect(seen.created.at(-1)!.initialPrompts?.map(({ content }) => content)).toEqual([
      'Be brief.',
      'Question 3',
      'Answer 3',
      'Question 4',
      'Answer 4',
    ]);
  });

  it('stops immediately when aborted, and when its reader leaves', async () => {
    const { api, seen } = browser({ isMute: true, answer: ['Well'] });
    const abort = new AbortController();
    const model = languageModelGate(api, ['en']).model();
    const reading = (async () => {
      for await (const event of model.stream(REQUEST, abort.signal)) if (event.type === 'text') abort.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.aborted).toBe(1);
    for await (const event of model.stream(REQUEST, new AbortController().signal))
      if (event.type === 'text') break;
    await expect.poll(() => [seen.aborted, seen.destroyed]).toEqual([2, 2]);
  });

  it.each([
    ['create', 'QuotaExceededError', 'too_large', /too long/],
    ['create', 'NotAllowedError', 'denied', /right after a click/],
    ['create', 'NetworkError', 'unavailable', /could not download/],
    ['prompt', 'OperationError', 'unavailable', /failed: as told/],
    ['stream', 'NotReadableError', 'unavailable', /Rephrase/],
  ] as const)('explains in a sentence when %s fails with %s', async (at, name, code, message) => {
    const { failure } = await run({ failsWith: { at, name } });
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('reports a missing model', async () => {
    const { failure } = await run({ state: 'unavailable' });
    expect(failure).toMatchObject({ code: 'unavailable' });
  });
});

describe('tools of the browser’s model', () => {
  const asking: ModelRequest = { ...REQUEST, tools: [TOOL] };

  it('are called through an answer that matches a schema', async () => {
    const { events, seen } = await run({ choice: '{"tool":"now","arguments":{"zone":"UTC"}}' }, asking);
    expect(events).toEqual([
      { type: 'call_started', key: '0', name: 'now' },
      { type: 'call_finished', key: '0', call: { id: 'call_1', name: 'now', arguments: '{"zone":"UTC"}' } },
      { type: 'finish', reason: 'stop' },
    ]);
    const [{ options }] = seen.prompted as [(typeof seen.prompted)[number]];
    expect(options.responseConstraint).toMatchObject({ properties: { tool: { enum: ['none', 'now'] } } });
    expect(seen.created[0]!.initialPrompts?.[0]!.content).toContain('The time');
  });

  it.each([
    ['wants none', { choice: '{"tool":"none","arguments":{}}' }],
    ['names an unknown tool', { choice: '{"tool":"rm","arguments":{}}' }],
    ['answers something unreadable', { choice: 'Hm.' }],
  ])('are dropped, so that it answers in words, when it %s', async (_what, stand) => {
    const { events } = await run(stand, asking);
    expect(events).toEqual([
      { type: 'text', delta: 'Hi' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('use the browser’s own tool calls if it has them', async () => {
    const call = { callId: 'x1', name: 'now', arguments: { zone: 'UTC' } };
    const { events, seen } = await run(
      { chunks: ['I look. ', [{ type: 'tool-call', value: call }]] },
      asking,
    );
    expect(events).toEqual([
      { type: 'text', delta: 'I look. ' },
      { type: 'call_started', key: '1', name: 'now' },
      { type: 'call_finished', key: '1', call: { id: 'x1', name: 'now', arguments: '{"zone":"UTC"}' } },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(seen.created[0]!.tools).toEqual([
      { name: 'now', description: 'The time', inputSchema: { type: 'object' } },
    ]);
    expect(seen.prompted).toHaveLength(1);
    expect(seen.prompted[0]!.options.responseConstraint).toBeUndefined();
  });

  it('have unique ids, even if the browser repeats one', () => {
    const call = { type: 'tool-call', value: { callId: 'c', name: 'now', arguments: {} } };
    const events = new ToolChunks().read([call, call]);
    const ids = events.flatMap((event) => (event.type === 'call_finished' ? [event.call.id] : []));
    expect(ids).toEqual(['c', 'c_2']);
  });

  it('are not offered when the model must answer', async () => {
    const { seen } = await run({}, { ...asking, toolChoice: 'none' });
    expect(seen.prompted).toHaveLength(1);
    expect(seen.prompted[0]!.options.responseConstraint).toBeUndefined();
  });
});
