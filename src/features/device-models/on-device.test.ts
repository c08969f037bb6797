// An on-device model against a fake worker: streaming, calls, immediate stops, one question at a time, memory
// release.
import { describe, expect, it, vi } from 'vitest';
import type { ModelEvent, ModelRequest } from '../../models/model.ts';
import { DeviceGenerator, type GeneratorOptions, type GeneratorWorker } from './on-device.ts';
import type { DevicePlace, FromGenerator, ToGenerator } from './on-device-messages.ts';
import { templatePrompt } from './on-device-prompt.ts';

const PLACE: DevicePlace = { id: 'a/b', dtype: 'q4', externalData: 0 };
const TOOL = { name: 'now', description: 'The time', parameters: { type: 'object' as const } };
const ASKING: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Hello?' }],
  tools: [TOOL],
  toolChoice: 'auto',
};

class FakeWorker implements GeneratorWorker {
  onmessage: GeneratorWorker['onmessage'] = null;
  onerror: GeneratorWorker['onerror'] = null;
  readonly posted: ToGenerator[] = [];
  isTerminated = false;
  readonly #react: (message: ToGenerator, say: (data: FromGenerator) => void) => void;

  constructor(react: (message: ToGenerator, say: (data: FromGenerator) => void) => void) {
    this.#react = react;
  }

  say(data: FromGenerator): void {
    if (!this.isTerminated) this.onmessage?.({ data });
  }

  postMessage(message: ToGenerator): void {
    this.posted.push(message);
    queueMicrotask(() => this.#react(message, (data) => this.say(data)));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const READY: FromGenerator = { type: 'ready', device: 'CPU', contextWindow: 100, hasTools: false };

function setup(
  answer: (ask: Extract<ToGenerator, { type: 'ask' }>, say: (data: FromGenerator) => void) => void,
  options: Partial<GeneratorOptions> = {},
  loaded: (device: string) => FromGenerator = () => READY,
) {
  const workers: FakeWorker[] = [];
  const generator = new DeviceGenerator({
    start() {
      const worker = new FakeWorker((message, say) =>
        message.type === 'load' ? say(loaded(message.device)) : answer(message, say),
      );
      workers.push(worker);
      return worker;
    },
    grace: 20,
    ...options,
  });
  return { generator, workers };
}

const done = (id: number): FromGenerator => ({ type: 'done', id, input: 5, output: 2, reason: 'stop' });

async function run(
  generator: DeviceGenerator,
  request = ASKING,
  signal = new AbortController().signal,
  place = PLACE,
): Promise<{ events: ModelEvent[]; failure?: unknown }> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of generator.model(place).stream(request, signal)) events.push(event);
  } catch (failure) {
    return { events, failure };
  }
  return { events };
}

describe('an answer', () => {
  it('streams, with its calls extracted from the text', async () => {
    const { generator, workers } = setup(({ id }, say) => {
      for (const delta of ['I look. <tool', '_call>{"name":"now"}', '</tool_call>'])
        say({ type: 'text', id, delta });
      say(done(id));
    });
    expect(workers).toHaveLength(0);
    expect((await run(generator)).events).toEqual([
      { type: 'text', delta: 'I look. ' },
      { type: 'call_started', key: '1', name: 'now' },
      { type: 'call_finished', key: '1', call: { id: 'call_1', name: 'now', arguments: '{}' } },
      { type: 'usage', input: 5, output: 2 },
      { type: 'finish', reason: 'stop' },
    ]);
    await run(generator);
    expect(workers).toHaveLength(1);
  });

  it('waits for the previous one', async () => {
    const asked: number[] = [];
    const { generator } = setup(({ id }, say) => {
      asked.push(id);
      setTimeout(() => {
        expect(asked.at(-1)).toBe(id);
        say(done(id));
      }, 10);
    });
    const [first, second] = await Promise.all([run(generator), run(generator)]);
    expect([first.failure, second.failure]).toEqual([undefined, undefined]);
    expect(asked).toEqual([1, 2]);
  });

  it('refuses a prompt that is too long, and keeps the model loaded', async () => {
    const { generator, workers } = setup(({ id }, say) =>
      say({ type: 'refused', id, why: 'too_long', message: 'Too long.' }),
    );
    expect((await run(generator)).failure).toMatchObject({ code: 'too_large', message: 'Too long.' });
    expect(workers[0]!.isTerminated).toBe(false);
  });
});

describe('a stop', () => {
  const endless = (listens: boolean) =>
    setup(
      ({ id, stop }, say) => {
        say({ type: 'text', id, delta: 'on ' });
        if (!listens) return;
        const look = setInterval(() => {
          if (stop && Atomics.load(new Int32Array(stop), 0) === 0) return;
          clearInterval(look);
          say(done(id));
        }, 1);
      },
      { shared: true },
    );

  it('ends the answer immediately, and keeps a worker that stops on its own', async () => {
    const { generator, workers } = endless(true);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 5);
    const { events, failure } = await run(generator, ASKING, abort.signal);
    expect(events).toEqual([{ type: 'text', delta: 'on ' }]);
    expect(failure).toMatchObject({ name: 'AbortError' });
    expect(workers[0]!.isTerminated).toBe(false);
  });

  it('terminates a worker that continues, so that another answers the next question', async () => {
    const { generator, workers } = endless(false);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 5);
    await run(generator, ASKING, abort.signal);
    expect(workers[0]!.isTerminated).toBe(true);
    const again = new AbortController();
    setTimeout(() => again.abort(), 5);
    await run(generator, ASKING, again.signal);
    expect(workers).toHaveLength(2);
  });

  it('of a waiting question leaves the running one alone', async () => {
    const { generator } = setup(({ id }, say) => setTimeout(() => say(done(id)), 30));
    const abort = new AbortController();
    const first = run(generator);
    const second = run(generator, ASKING, abort.signal);
    abort.abort();
    expect((await second).failure).toMatchObject({ name: 'AbortError' });
    expect((await first).failure).toBeUndefined();
    expect((await run(generator)).failure).toBeUndefined();
  });
});

describe('the memory', () => {
  it('is freed after some idle time, and on request', async () => {
    vi.useFakeTimers();
    try {
      const { generator, workers } = setup(({ id }, say) => say(done(id)), { idle: 1_000 });
      await run(generator);
      expect(generator.loaded).toEqual({ id: 'a/b', device: 'CPU' });
      vi.advanceTimersByTime(1_001);
      expect(workers[0]!.isTerminated).toBe(true);
      await run(generator);
      generator.dispose();
      expect(workers[1]!.isTerminated).toBe(true);
      expect(generator.loaded).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('holds one model at a time', async () => {
    const { generator, workers } = setup(({ id }, say) => say(done(id)));
    await run(generator);
    await run(generator, ASKING, undefined, { ...PLACE, id: 'c/d' });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  it('freed during an answer ends it with a sentence', async () => {
    const { generator } = setup(({ id }, say) => {
      say({ type: 'text', id, delta: 'so' });
      setTimeout(() => generator.dispose('The model was deleted.'), 1);
    });
    expect((await run(generator)).failure).toMatchObject({ message: 'The model was deleted.' });
  });
});

describe('failures', () => {
  it('on the GPU cause a retry on the CPU, in another worker', async () => {
    const { generator, workers } = setup(
      ({ id }, say) => say(done(id)),
      {},
      (device) => (device === 'any' ? { type: 'unfit' } : READY),
    );
    expect((await run(generator)).events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    expect(workers[1]!.posted.map(({ type }) => type)).toEqual(['load', 'ask']);
  });

  it('to load are reported, and the next question tries again', async () => {
    const { generator, workers } = setup(
      ({ id }, say) => say(done(id)),
      {},
      () => ({ type: 'failed', message: 'no file' }),
    );
    const { failure } = await run(generator);
    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('no file') });
    await run(generator);
    expect(workers).toHaveLength(2);
  });
});

describe('the prompt', () => {
  const later: ModelRequest = {
    ...ASKING,
    messages: [
      { role: 'user', text: 'When?' },
      { role: 'assistant', text: '', calls: [{ id: 'c', name: 'now', arguments: '{"zone":"UTC"}' }] },
      { role: 'tool', call: 'c', name: 'now', output: '{"result":12}' },
      { role: 'user', text: 'Go on.' },
    ],
  };

  it("uses the template's own tool format if it has one", () => {
    const { messages, tools } = templatePrompt(later, true);
    expect(tools).toHaveLength(1);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    expect(messages[2]!.tool_calls?.[0]?.function).toEqual({ name: 'now', arguments: { zone: 'UTC' } });
    expect(messages[0]!.content).toBe('Be brief.');
  });

  it('describes tools in text otherwise, in alternating turns', () => {
    const { messages, tools } = templatePrompt(later, false);
    expect(tools).toBeUndefined();
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[0]!.content).toContain('"name":"now"');
    expect(messages[3]!.content).toBe('<tool_response>\n{"result":12}\n</tool_response>\n\nGo on.');
  });

  it('names no tools when the model must answer, and otherwise only those that fit', () => {
    expect(templatePrompt({ ...later, toolChoice: 'none' }, true).tools).toBeUndefined();
    const big = { ...TOOL, name: 'big', description: 'x'.repeat(7_000) };
    expect(templatePrompt({ ...ASKING, tools: [big, TOOL] }, true).tools).toHaveLength(1);
  });
});
