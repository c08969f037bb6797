// What a screen follows that has to be loaded first.
import { expect, it, vi } from 'vitest';
import { followLater } from './follow-later.ts';

it('is followed once it is there, until the screen goes', async () => {
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

it('is not followed when it comes after the screen has gone, and not complained about either', async () => {
  const [follow, failed] = [vi.fn(() => () => undefined), vi.fn()];
  followLater(Promise.resolve(), follow, failed)();
  followLater(Promise.reject(new Error('late')), follow, failed)();
  await new Promise((resolve) => setTimeout(resolve));
  expect([follow, failed].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it('says why it cannot be followed', async () => {
  const failed = vi.fn();
  followLater(Promise.reject(new Error('gone')), () => () => undefined, failed);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(new Error('gone')));
});
