// Calls of a worker's methods: answers, failures, and workers that are terminated.
import { expect, it, vi } from 'vitest';
import { Failure } from './errors.ts';
import {
  answerCall,
  WorkerCalls,
  type CalledWorker,
  type WorkerAnswer,
  type WorkerCall,
} from './worker-calls.ts';

class Scripted implements CalledWorker {
  readonly calls: WorkerCall[] = [];
  isOver = false;
  #message: ((event: { data: WorkerAnswer }) => void) | undefined;
  #error: (() => void) | undefined;

  postMessage(message: WorkerCall): void {
    this.calls.push(message);
  }

  addEventListener(type: 'message' | 'error', listener: never): void {
    if (type === 'message') this.#message = listener;
    else this.#error = listener;
  }

  terminate(): void {
    this.isOver = true;
  }

  answer(answer: WorkerAnswer): void {
    this.#message?.({ data: answer });
  }

  break(): void {
    this.#error?.();
  }
}

function calls() {
  const workers: Scripted[] = [];
  const ended = vi.fn();
  const start = (): Scripted => {
    workers.push(new Scripted());
    return workers.at(-1)!;
  };
  const made = new WorkerCalls(start, {
    patience: 1000,
    late: () => new Failure('timeout', 'late'),
    stopped: () => new Failure('cancelled', 'stopped'),
    broken: () => new Failure('unavailable', 'broken'),
    ended,
  });
  return { made, workers, ended };
}

it('gives each call its own answer', async () => {
  const { made, workers } = calls();
  const [first, second] = [made.call('add', [1, 2]), made.call('add', ['a'])];
  expect(workers[0]!.calls.map(({ id, args }) => [id, args])).toEqual([
    [1, [1, 2]],
    [2, ['a']],
  ]);
  workers[0]!.answer({ id: 2, error: { code: 'bad_request', message: 'no number' } });
  workers[0]!.answer({ id: 1, result: 3 });
  await expect(second).rejects.toMatchObject({ code: 'bad_request', message: 'no number' });
  expect(await first).toBe(3);
});

it('terminates a worker that is late, and fails all its calls', async () => {
  vi.useFakeTimers();
  try {
    const { made, workers, ended } = calls();
    const waiting = Promise.allSettled([made.call('sleep', []), made.call('other', [])]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await waiting).toMatchObject([{ reason: { code: 'timeout' } }, { reason: { code: 'timeout' } }]);
    expect([workers[0]!.isOver, made.isOpen, ended.mock.calls.length]).toEqual([true, false, 1]);
  } finally {
    vi.useRealTimers();
  }
});

it('starts a new worker after a call was stopped or the worker broke', async () => {
  const { made, workers } = calls();
  const stop = new AbortController();
  const stopped = made.call('sleep', [], stop.signal);
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  const broken = made.call('again', []);
  workers[1]!.break();
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  const late = made.call('third', []);
  // An error of a worker that is gone ends nothing.
  workers[1]!.break();
  workers[2]!.answer({ id: 3, result: 'fine' });
  expect(await late).toBe('fine');
});

it('answers with the result of a method, or with its error as data', async () => {
  const target = {
    half: (number: number) => number / 2,
    fail: () => Promise.reject(new Failure('too_large', 'no')),
  };
  expect(await answerCall({ id: 7, method: 'half', args: [8] }, () => target, 'unavailable')).toEqual({
    id: 7,
    result: 4,
  });
  expect(await answerCall({ id: 8, method: 'fail', args: [] }, () => target, 'unavailable')).toEqual({
    id: 8,
    error: { code: 'too_large', message: 'no' },
  });
});

it('can start its worker ahead of the first call', async () => {
  const { made, workers } = calls();
  made.start();
  const sum = made.call('add', []);
  expect(workers).toHaveLength(1);
  workers[0]!.answer({ id: 1, result: 0 });
  expect(await sum).toBe(0);
});
