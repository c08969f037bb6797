// A time limit that can be paused.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadline, Expired } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

/** Returns the current state of a promise. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  return Promise.race([
    promise.then(
      () => 'done',
      (problem: unknown) => (problem instanceof Expired ? 'expired' : 'failed'),
    ),
    vi.advanceTimersByTimeAsync(0).then(() => 'waiting'),
  ]);
}

it('expires on time, and settles with work that finishes earlier', async () => {
  const late = new Deadline(100).race(never);
  late.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(99);
  expect(await stateOf(late)).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await stateOf(late)).toBe('expired');
  expect(await new Deadline(100).race(Promise.resolve(5))).toBe(5);
});

it('pauses between hold and release, however many hold', async () => {
  const deadline = new Deadline(100);
  const race = deadline.race(never);
  race.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60);
  deadline.hold();
  deadline.hold();
  await vi.advanceTimersByTimeAsync(1000);
  deadline.release();
  await vi.advanceTimersByTimeAsync(1000);
  expect([await stateOf(race), deadline.passed]).toEqual(['waiting', false]);
  deadline.release();
  deadline.release();
  await vi.advanceTimersByTimeAsync(39);
  expect(await stateOf(race)).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await stateOf(race)).toBe('expired');
});

it('leaves no timer behind', async () => {
  await new Deadline(100).race(Promise.resolve());
  expect(vi.getTimerCount()).toBe(0);
});

it('restarts', async () => {
  const deadline = new Deadline(100);
  await vi.advanceTimersByTimeAsync(500);
  expect(deadline.passed).toBe(true);
  deadline.restart();
  expect(deadline.passed).toBe(false);
  expect(await deadline.race(Promise.resolve('in time'))).toBe('in time');
});
