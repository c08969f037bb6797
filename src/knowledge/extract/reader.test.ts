// The worker that reads files: reused, ended when it is silent, slow or broken, and unaffected by messages of
// libraries.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packedReader, type ReaderWorker } from './reader.ts';
import { serveReader } from './serve-reader.ts';

type Listener = (event: { data: unknown; message?: string }) => void;

/** A worker whose code is the given function; the real one is `serveReader`. */
class TestWorker implements ReaderWorker {
  static all: TestWorker[] = [];
  ended = false;
  readonly #listeners: Record<string, Listener[]> = {};
  readonly #receive: (message: unknown) => void;

  constructor(
    inside: (send: (message: unknown) => void, fail: (why: string) => void) => (message: unknown) => void,
  ) {
    TestWorker.all.push(this);
    this.#receive = inside(
      (data) => this.#tell('message', { data }),
      (message) => this.#tell('error', { data: undefined, message }),
    );
  }

  #tell(type: string, event: Parameters<Listener>[0]): void {
    if (!this.ended) for (const listener of this.#listeners[type] ?? []) listener(event);
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#receive(structuredClone(message, { transfer }));
  }

  addEventListener(type: string, listener: never): void {
    (this.#listeners[type] ??= []).push(listener);
  }

  terminate(): void {
    this.ended = true;
  }
}

const TIMES = { silence: 1000, time: 5000, idle: 20_000 };
const bytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

beforeEach(() => {
  TestWorker.all = [];
});
afterEach(() => {
  vi.useRealTimers();
});

test('reads one file after another in one worker, and ends it when no more come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const read = packedReader(() => new TestWorker((send) => serveReader(send)), TIMES);
  expect((await read('xlsx', bytes('kestrel.xlsx'))).metadata['sheets']).toEqual(['Burns', 'Crew']);
  await expect(read('xlsx', new Uint8Array([1, 2, 3]))).rejects.toThrow('the file is damaged or incomplete');
  expect((await read('epub', bytes('kestrel.epub'))).author).toBe('Mara Lind');
  expect(TestWorker.all.map(({ ended }) => ended)).toEqual([false]);
  vi.advanceTimersByTime(TIMES.idle);
  expect(TestWorker.all.map(({ ended }) => ended)).toEqual([true]);
});

test('ends a worker that hangs, rejects its file, and reads the next file in another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const insides = [() => () => undefined, (send: (message: unknown) => void) => serveReader(send)];
  const read = packedReader(() => new TestWorker(insides.shift()!), TIMES);
  const hanging = expect(read('pdf', bytes('kestrel.pdf'))).rejects.toThrow('reading it took too long');
  await vi.advanceTimersByTimeAsync(TIMES.silence);
  await hanging;
  expect(TestWorker.all[0]!.ended).toBe(true);
  expect((await read('xlsx', bytes('kestrel.xlsx'))).metadata['format']).toBe('xlsx');
});

test('stops an import without waiting for the current file', async () => {
  const read = packedReader(() => new TestWorker(() => () => undefined), TIMES);
  const abort = new AbortController();
  const stopped = expect(read('pdf', bytes('kestrel.pdf'), abort.signal)).rejects.toThrow(
    'reading it was stopped',
  );
  abort.abort();
  await stopped;
  expect(TestWorker.all[0]!.ended).toBe(true);
});

test('keeps a worker with signs of life, but not forever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let beat: ReturnType<typeof setInterval> | undefined;
  const read = packedReader(
    () =>
      new TestWorker((send) => (message) => {
        beat = setInterval(() => send({ ...(message as object), type: 'alive' }), 900);
      }),
    TIMES,
  );
  let settled = false;
  const endless = read('pdf', bytes('kestrel.pdf')).catch(
    (error: Error) => ((settled = true), error.message),
  );
  await vi.advanceTimersByTimeAsync(TIMES.time - 1);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await endless).toMatch('reading it took too long');
  clearInterval(beat);
});

test('matches an answer to the file it names, however often and late it comes', async () => {
  let answered: object | undefined;
  const read = packedReader(
    () =>
      new TestWorker((send) => {
        const serve = serveReader((answer) => {
          if (answered) send(answered);
          send(answer);
          if ((answer as { type: string }).type === 'done') answered = answer as object;
        });
        return serve;
      }),
    TIMES,
  );
  expect((await read('epub', bytes('kestrel.epub'))).author).toBe('Mara Lind');
  expect((await read('xlsx', bytes('kestrel.xlsx'))).metadata['format']).toBe('xlsx');
});

test("reports a crashed worker's error as a refusal, and ignores a library's messages in it", async () => {
  const read = packedReader(
    () =>
      new TestWorker((send, fail) => () => {
        send({ action: 'ready', type: 'done' });
        fail('out of memory');
      }),
    TIMES,
  );
  await expect(read('pdf', bytes('kestrel.pdf'))).rejects.toThrow('the file reader stopped (out of memory)');
  expect(TestWorker.all[0]!.ended).toBe(true);
});

test('counts the time of a file from when its worker is loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const loading = TIMES.silence * 0.9;
  const read = packedReader(
    () =>
      new TestWorker((send) => {
        // Answers nothing of its own: the file takes as long as loading did.
        const receive = serveReader((answer) => {
          const isSign = (answer as { type: string }).type === 'alive';
          if (isSign) send(answer);
          else setTimeout(() => send(answer), loading);
        });
        return (message) => void setTimeout(() => receive(message), loading);
      }),
    TIMES,
  );
  const document = read('xlsx', bytes('kestrel.xlsx'));
  await vi.advanceTimersByTimeAsync(loading);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(2));
  await vi.advanceTimersByTimeAsync(loading);
  expect((await document).metadata['format']).toBe('xlsx');
});
