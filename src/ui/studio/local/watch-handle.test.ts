// Noticing changes behind a handle: by the browser's observer, or by polling while the page is visible.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryFolder } from './memory-folder.test-support.ts';
import { watchHandle, type WatchAround } from './watch-handle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function around(more: Partial<WatchAround> = {}): WatchAround {
  return {
    later: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    visible: () => true,
    now: () => 0,
    ...more,
  };
}

it('polls about once a second, and reports changed, new, deleted and unreadable files', async () => {
  const disk = new MemoryFolder({ 'a.lua': '1', '.git/x': '1' });
  const changed = vi.fn();
  const stop = watchHandle(disk.folder('f'), changed, around());
  const passes = async (): Promise<number> => {
    changed.mockClear();
    await vi.advanceTimersByTimeAsync(2200);
    return changed.mock.calls.length;
  };
  // Once at the beginning: files may have changed since the last visit.
  expect(await passes()).toBe(1);
  expect(await passes()).toBe(0);
  disk.put('a.lua', '2');
  expect(await passes()).toBe(1);
  disk.put('lib/b.lua', '');
  expect(await passes()).toBe(1);
  disk.put('.git/x', '2');
  disk.put('a.lua.crswap', 'half');
  expect(await passes()).toBe(0);
  disk.files.delete('lib/b.lua');
  expect(await passes()).toBe(1);
  stop();
  disk.put('a.lua', '3');
  expect(await passes()).toBe(0);
});

it('does not poll while hidden, and catches up afterwards', async () => {
  const disk = new MemoryFolder({ 'a.lua': '1' });
  let visible = true;
  const changed = vi.fn();
  const stop = watchHandle(disk.file('a.lua'), changed, around({ visible: () => visible }));
  await vi.advanceTimersByTimeAsync(2000);
  visible = false;
  changed.mockClear();
  disk.put('a.lua', '2');
  await vi.advanceTimersByTimeAsync(5000);
  expect(changed).not.toHaveBeenCalled();
  visible = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
});

it('gets changes from the observer immediately, grouped, and rarely polls', async () => {
  const disk = new MemoryFolder({ 'a.lua': '1' });
  const changed = vi.fn();
  let tell = (): void => undefined;
  const disconnect = vi.fn();
  class Observer {
    disconnect = disconnect;
    constructor(told: () => void) {
      tell = told;
    }
    async observe(): Promise<void> {
      // It always may.
    }
  }
  const stop = watchHandle(disk.file('a.lua'), changed, around({ Observer }));
  await vi.advanceTimersByTimeAsync(200);
  changed.mockClear();
  for (let count = 0; count < 5; count += 1) tell();
  await vi.advanceTimersByTimeAsync(150);
  expect(changed).toHaveBeenCalledTimes(1);
  disk.put('a.lua', '2');
  await vi.advanceTimersByTimeAsync(2000);
  expect(changed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  expect(disconnect).toHaveBeenCalledTimes(1);
});
