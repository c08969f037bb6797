// A page that is being left: how long failures wait.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLeaving } from './page-leaving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function waits(stays: (signal: AbortSignal) => Promise<void>, signal = new AbortController().signal) {
  let ended = false;
  void stays(signal).then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(0);
  return () => !ended;
}

it('does not wait while the page stays', async () => {
  const isWaiting = await waits(watchLeaving(new EventTarget()));
  expect(isWaiting()).toBe(false);
});

it.each(['beforeunload', 'pagehide'])('waits five seconds after %s', async (type) => {
  const page = new EventTarget();
  const stays = watchLeaving(page);
  page.dispatchEvent(new Event(type));
  const isWaiting = await waits(stays);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(isWaiting()).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(isWaiting()).toBe(false);
  expect((await waits(stays))()).toBe(false);
});

it('does not wait for a page that came back, or after a stop', async () => {
  const page = new EventTarget();
  const stays = watchLeaving(page);
  page.dispatchEvent(new Event('pagehide'));
  const stop = new AbortController();
  const isWaiting = await waits(stays, stop.signal);
  expect(isWaiting()).toBe(true);
  stop.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(isWaiting()).toBe(false);
  page.dispatchEvent(new Event('pageshow'));
  expect((await waits(stays))()).toBe(false);
});
