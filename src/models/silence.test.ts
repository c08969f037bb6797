// When a stream counts as silent.
import { afterEach, expect, it, vi } from 'vitest';
import type { ModelEvent } from './model.ts';
import { Pulse, watchSilence } from './silence.ts';

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
afterEach(() => vi.useRealTimers());
const word: ModelEvent = { type: 'text', delta: 'word' };

it("does not count the reader's own pauses as silence", async () => {
  async function* source(): AsyncGenerator<ModelEvent> {
    yield word;
    await wait(10);
    yield word;
  }
  const events: ModelEvent[] = [];
  const limits = { notice: 60, limit: 80 };
  for await (const event of watchSilence(source(), new Pulse(), limits, new AbortController().signal)) {
    events.push(event);
    await wait(150);
  }
  expect(events).toEqual([word, word]);
});

it('reports each silence once', async () => {
  const pulse = new Pulse();
  const response = new Response(
    new ReadableStream({
      async start(controller) {
        for (let n = 0; n < 2; n++) {
          await wait(130);
          controller.enqueue(new TextEncoder().encode('x'));
        }
        await wait(130);
        controller.close();
      },
    }),
  );
  async function* source(): AsyncGenerator<ModelEvent> {
    const reader = pulse.listen(response).body?.getReader();
    while (!(await reader?.read())?.done) yield word;
  }
  const types: string[] = [];
  const limits = { notice: 50, limit: 1000 };
  for await (const event of watchSilence(source(), pulse, limits, new AbortController().signal))
    types.push(event.type);
  expect(types).toEqual(['waiting', 'text', 'waiting', 'text', 'waiting']);
});

it('reports an announced pause, which is no silence', async () => {
  const pulse = new Pulse();
  async function* source(): AsyncGenerator<ModelEvent> {
    await wait(10);
    pulse.pause(8000);
    await wait(100);
    pulse.listen(new Response('x'));
    yield word;
  }
  const events: ModelEvent[] = [];
  const limits = { notice: 40, limit: 60 };
  for await (const event of watchSilence(source(), pulse, limits, new AbortController().signal))
    events.push(event);
  expect(events).toEqual([{ type: 'waiting', seconds: 8, retry: true }, word]);
});

it('counts an announced pause down, second by second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const pulse = new Pulse();
  async function* source(): AsyncGenerator<ModelEvent> {
    pulse.pause(2000);
    await wait(2000);
    pulse.listen(new Response('x'));
    yield word;
  }
  const seconds: unknown[] = [];
  const limits = { notice: 5000, limit: 9000 };
  const reading = (async () => {
    for await (const event of watchSilence(source(), pulse, limits, new AbortController().signal))
      seconds.push(event.type === 'waiting' ? event.seconds : event.type);
  })();
  await vi.advanceTimersByTimeAsync(2000);
  await reading;
  expect(seconds).toEqual([2, 1, 'text']);
});

it('finds the sentinel even in several pieces', async () => {
  const pulse = new Pulse();
  const pieces = ['data: {"a":1}\n\ndata: [DO', 'NE', ']\n\n'];
  const response = new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
  );
  expect(pulse.done).toBe(false);
  await pulse.listen(response).text();
  expect([pulse.begun, pulse.done]).toEqual([true, true]);
});

it('does not take the body of a refusal for the beginning of an answer', async () => {
  const pulse = new Pulse();
  await pulse.listen(new Response('{}', { status: 500 })).text();
  expect(pulse.begun).toBe(false);
});
