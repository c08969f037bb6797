// Subscribing to something that has to load first.
import { expect, it, vi } from 'vitest';
import { followLater } from './follow-later.ts';

it('starts once it has loaded, until the component is destroyed', async () => {
  const stop = vi.fn();
  const end = followLater(Promise.resolve('parts'), (loaded) => {
    expect(loaded).toBe('parts');
    return stop;
  });
  await Promise.resolve();
  expect(stop).not.toHaveBeenCalled();
  end();
  expect(stop).toHaveBeenCalledOnce();
});

it('does not start after the component was destroyed, and reports nothing', async () => {
  const [follow, failed] = [vi.fn(() => () => undefined), vi.fn()];
  followLater(Promise.resolve(), follow, failed)();
  followLater(Promise.reject(new Error('late')), follow, failed)();
  await new Promise((resolve) => setTimeout(resolve));
  expect([follow, failed].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it('reports why it failed', async () => {
  const failed = vi.fn();
  followLater(Promise.reject(new Error('gone')), () => () => undefined, failed);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(new Error('gone')));
});
