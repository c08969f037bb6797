// Passing a run to the page of a renamed tool: once, promptly, and only to that name.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRun, takeRun } from './next-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once', () => {
  keepRun('hello', { a: 1 });
  expect(takeRun('hello')).toEqual({ a: 1 });
  expect(takeRun('hello')).toBeUndefined();
});

it('is dropped when another page opens instead', () => {
  keepRun('hello', {});
  expect(takeRun('other')).toBeUndefined();
  expect(takeRun('hello')).toBeUndefined();
});

it('is dropped when the page does not open soon', () => {
  keepRun('hello', {});
  vi.advanceTimersByTime(5001);
  expect(takeRun('hello')).toBeUndefined();
});
