// The client with the real serving code over a real message channel: every request settles, whatever happens.
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AddProgress, AddReport } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { PauseController } from '../base/pause-controller.ts';
import type { AddOptions } from './add.ts';
import { KnowledgeClient } from './client.ts';
import type { Incoming } from './incoming.ts';
import type { Library } from './library.ts';
import type { ToWorker } from './protocol.ts';
import type { SearchCall } from '../core/ports/remote-collections.ts';
import { serveLibrary } from './serve.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The two ends of a worker: the page holds `worker`, and the test sends the events of its death. */
function connect(opening: Promise<Partial<Library>>): {
  client: KnowledgeClient;
  worker: EventTarget;
  received: ToWorker[];
} {
  const { port1, port2 } = new MessageChannel();
  closing.push(() => port1.close());
  const received: ToWorker[] = [];
  const receive = serveLibrary(opening as Promise<Library>, (message) => port2.postMessage(message));
  port2.on('message', (message: ToWorker) => {
    received.push(message);
    receive(message);
  });
  const worker = Object.assign(new EventTarget(), {
    postMessage: (message: unknown) => port1.postMessage(message),
    terminate: () => port1.close(),
  });
  port1.on('message', (data) => worker.dispatchEvent(Object.assign(new Event('message'), { data })));
  return { client: new KnowledgeClient(worker as unknown as Worker), worker, received };
}

const never = new Promise<never>(() => {});
const quiet = { onChange: () => () => true, tidy: () => Promise.resolve() };

describe('a search with later updates', () => {
  const hit = (title: string): never => ({ title }) as never;

  /** Answers at once; `later` sends updates. */
  function slowly(): { library: Partial<Library>; later: SearchCall } {
    const later: SearchCall = {};
    const library = {
      ...quiet,
      search: (_query: string, _options?: object, call?: SearchCall) => {
        Object.assign(later, call);
        return Promise.resolve([hit('first')]);
      },
    };
    return { library, later };
  }

  test('receives each list after the answer, until the last', async () => {
    const { library, later } = slowly();
    const { client } = connect(Promise.resolve(library));
    const updates: unknown[] = [];
    expect(await client.search('moon', {}, undefined, (hits) => updates.push(hits))).toEqual([hit('first')]);
    later.onUpdate?.([hit('second')]);
    later.onUpdate?.([hit('third')]);
    later.onEnd?.();
    later.onUpdate?.([hit('too late')]);
    await client.sources().catch(() => undefined);
    expect(updates).toEqual([[hit('second')], [hit('third')]]);
  });

  test('ends on both sides with an abort after the answer', async () => {
    const { library, later } = slowly();
    const { client } = connect(Promise.resolve(library));
    const abort = new AbortController();
    const updates: unknown[] = [];
    await client.search('moon', {}, abort.signal, (hits) => updates.push(hits));
    abort.abort();
    await vi.waitFor(() => expect(later.signal?.aborted).toBe(true));
    later.onUpdate?.([hit('second')]);
    await client.sources().catch(() => undefined);
    expect(updates).toEqual([]);
  });

  test('gets no updates unless requested, and the library makes none', async () => {
    const { library, later } = slowly();
    const { client } = connect(Promise.resolve(library));
    await client.search('moon');
    expect(later).not.toHaveProperty('onUpdate');
  });
});

describe('requests', () => {
  test('return answers and failures as if the call were local', async () => {
    const { client } = connect(
      Promise.resolve({
        ...quiet,
        sources: () => [{ name: 'a', configured: true, healthy: true, documents: 1, chunks: 2 }],
        get: (id: string) => Promise.reject(new Failure('not_found', `document not found: ${id}`)),
      }),
    );
    await client.ready;
    expect(await client.sources()).toMatchObject([{ name: 'a' }]);
    const failure = await client.get('x').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'not_found', message: 'document not found: x' });
  });

  test('made before the library is open are answered afterwards', async () => {
    let open!: (library: Partial<Library>) => void;
    const { client } = connect(new Promise((resolve) => (open = resolve)));
    const asked = client.search('moon');
    open({ ...quiet, search: (query: string) => Promise.resolve([{ title: query } as never]) });
    expect(await asked).toEqual([{ title: 'moon' }]);
  });

  test("all fail with the library's own error if it can't be opened", async () => {
    const { client } = connect(Promise.reject(new Failure('unavailable', 'No storage. Reload the page.')));
    await expect(client.ready).rejects.toMatchObject({ message: 'No storage. Reload the page.' });
    await expect(client.list()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'No storage. Reload the page.',
    });
  });

  test("reject immediately with the signal's reason when aborted", async () => {
    const { client, received } = connect(Promise.resolve({ ...quiet, search: () => never }));
    const stop = new AbortController();
    const asked = client.search('moon', {}, stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await expect(client.search('moon', {}, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received.map(({ type }) => type)).toEqual(['request', 'abort']);
  });

  test('settle when the worker dies, before and after the start', async () => {
    const starting = connect(never);
    const asked = starting.client.search('moon');
    starting.worker.dispatchEvent(Object.assign(new Event('error'), { message: 'no such file' }));
    await expect(asked).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The library could not be started (no such file). Reload the page.',
    });
    await expect(starting.client.ready).rejects.toMatchObject({ code: 'unavailable' });
    await expect(starting.client.sources()).rejects.toMatchObject({ code: 'unavailable' });

    const running = connect(Promise.resolve({ ...quiet, search: () => never, sources: () => [] }));
    await running.client.ready;
    const [one, other] = [running.client.search('a'), running.client.search('b')];
    running.worker.dispatchEvent(new Event('messageerror'));
    await expect(one).rejects.toMatchObject({ code: 'unavailable' });
    await expect(other).rejects.toMatchObject({ code: 'unavailable' });
    expect(await running.client.sources()).toEqual([]); // It keeps running.
    const open = running.client.search('c');
    running.client.dispose();
    await expect(open).rejects.toMatchObject({ code: 'cancelled' });
    await expect(running.client.sources()).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('announce changes to listeners until they unsubscribe', async () => {
    let change!: () => void;
    const { client } = connect(
      Promise.resolve({
        ...quiet,
        onChange: (listener: () => void) => ((change = listener), () => true),
        sources: () => [],
      }),
    );
    let changes = 0;
    const stop = client.onChange(() => changes++);
    await client.ready;
    change();
    await client.sources();
    stop();
    change();
    await client.sources();
    expect(changes).toBe(1);
  });
});

describe('adding', () => {
  const report: AddReport = { documents: 0, chunks: 0, skipped: [], unchanged: 0, ids: [] };

  /** A library that processes its items with `take`. */
  function taking(take: (items: AsyncIterable<Incoming>, options: AddOptions) => Promise<AddReport>) {
    return connect(Promise.resolve({ ...quiet, add: take as Library['add'] }));
  }

  test('hands over a few items at a time, in order, as they are used', async () => {
    const seen: string[] = [];
    const { client, received } = taking(async (items) => {
      for await (const item of items) seen.push('document' in item ? item.document.body : item.path);
      return report;
    });
    const bodies = Array.from({ length: 150 }, (_, n) => `body ${n}`);
    await client.add(bodies.map((body) => ({ body })));
    expect(seen).toEqual(bodies);
    expect(received.flatMap((message) => (message.type === 'items' ? [message.items.length] : []))).toEqual([
      64, 64, 22,
    ]);
    expect(await client.add([])).toEqual(report);
  });

  test("waits for the library's answer after a stop", async () => {
    const stop = new AbortController();
    const { client } = taking(async (items, { signal }) => {
      for await (const _ of items) stop.abort();
      await vi.waitUntil(() => signal?.aborted);
      throw new Failure('cancelled', signal?.aborted ? 'Stopped. Nothing was added.' : 'not told', report);
    });
    await expect(client.add([{ body: 'a' }, { body: 'b' }], { signal: stop.signal })).rejects.toMatchObject({
      code: 'cancelled',
      message: 'Stopped. Nothing was added.',
      details: report,
    });
  });

  test('pauses and resumes, even when paused before the start', async () => {
    const pause = new PauseController();
    pause.set(true);
    const { client } = taking(async (_items, options) => {
      await vi.waitUntil(() => options.pause?.on);
      options.onProgress?.({ done: 0, total: 2, name: 'a' });
      options.onProgress?.({ done: 0, total: 2, name: 'a', held: true });
      await options.pause!.released();
      options.onProgress?.({ done: 0, total: 2, name: 'a' });
      return report;
    });
    const held: boolean[] = [];
    const onProgress = (progress: AddProgress): void => {
      held.push(progress.held ?? false);
      if (progress.held) pause.set(false);
    };
    expect(await client.add([{ body: 'a' }, { body: 'b' }], { pause, onProgress })).toEqual(report);
    // However fast they follow each other.
    expect(held).toEqual([false, true, false]);
  });

  test("rejects values that can't be cloned, and tells the library to stop", async () => {
    let stopped = false;
    const { client } = taking(async (items, { signal }) => {
      for await (const _ of items);
      stopped = signal?.aborted ?? false;
      return report;
    });
    await expect(client.add([{ body: 'a', metadata: { f: (() => 1) as never } }])).rejects.toMatchObject({
      code: 'bad_request',
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stopped).toBe(true);
  });
});
