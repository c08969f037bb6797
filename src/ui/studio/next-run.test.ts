// A run handed over to the page of a new name: once, at once, to that name alone.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRun, takeRun } from './next-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is made once', () => {
  keepRun('hello', { a: 1 });
  expect(takeRun('hello')).toEqual({ a: 1 });
  expect(takeRun('hello')).toBeUndefined();
});

it('is forgotten when another page comes up instead', () => {
  keepRun('hello', {});
  expect(takeRun('other')).toBeUndefined();
  expect(takeRun('hello')).toBeUndefined();
});

it('is forgotten when the page does not come up soon', () => {
  keepRun('hello', {});
  vi.advanceTimersByTime(5001);
  expect(takeRun('hello')).toBeUndefined();
});
