// The run list: filters, pages, and updates on hold while the user points at it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { matches, type RunFilter, type RunSummary } from '../../core/run-record.ts';
import { RunList, sinceOf, type RunStore } from './run-list.svelte.ts';

const NOW = new Date(2026, 10, 21, 12, 0).getTime();
const id = (number: number): string => String(number).padStart(4, '0');

function run(number: number, status: RunSummary['status'] = 'ok'): RunSummary {
  return {
    id: id(number),
    startedAt: new Date(NOW).toISOString(),
    tool: { id: 't', name: 'echo', version: '1', bundle: 'mine', kind: 'lua' },
    caller: { kind: 'user' },
    status,
    milliseconds: 1,
    size: 1,
  };
}

/** A fake store in place of the app's. */
class Kept implements RunStore {
  runs: RunSummary[] = [];
  listeners = new Set<() => void>();

  async list(filter: RunFilter = {}, { limit = 50, pageToken = '9999' } = {}) {
    const all = this.runs.filter((one) => matches(one, filter) && one.id < pageToken).reverse();
    const runs = all.slice(0, limit);
    return all.length > limit ? { runs, nextPageToken: runs.at(-1)?.id ?? '' } : { runs };
  }

  onChange(listener: () => void) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  add(...runs: RunSummary[]): Promise<unknown> {
    this.runs.push(...runs);
    for (const listener of this.listeners) listener();
    return vi.advanceTimersByTimeAsync(500);
  }
}

let kept: Kept;
let list: RunList;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Kept();
  list = new RunList(
    async () => kept,
    () => NOW,
  );
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function start(...runs: RunSummary[]): Promise<void> {
  kept.runs = runs;
  stop = list.start();
  await vi.advanceTimersByTimeAsync(0);
}

const shown = (): number[] => (list.runs ?? []).map((one) => Number(one.id));

it('shows new runs immediately, newest first', async () => {
  await start(run(1));
  await kept.add(run(2), run(3));
  expect(shown()).toEqual([3, 2, 1]);
  expect(list.waiting).toBe(0);
});

it('keeps rows in place while the user points at them, counts new runs, and shows them on request or when the pointer leaves', async () => {
  await start(run(1));
  list.hold(true);
  await kept.add(run(2), run(3));
  expect(shown()).toEqual([1]);
  expect(list.waiting).toBe(2);
  list.show();
  expect(shown()).toEqual([3, 2, 1]);
  await kept.add(run(4));
  expect(list.waiting).toBe(1);
  list.hold(false);
  expect(shown()).toEqual([4, 3, 2, 1]);
});

it('continues after a page, and keeps everything read when runs are added', async () => {
  await start(...Array.from({ length: 60 }, (_, index) => run(index + 1)));
  expect(shown()).toHaveLength(50);
  expect(list.hasMore).toBe(true);
  await list.more();
  expect(shown()).toHaveLength(60);
  expect(list.hasMore).toBe(false);
  await kept.add(run(61));
  expect(shown()[0]).toBe(61);
  expect(shown()).toHaveLength(60);
});

it('applies filters even on hold, and removes them again', async () => {
  await start(run(1), run(2, 'timeout'), run(3, 'tool_error'));
  list.hold(true);
  list.choose({ status: 'failed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual([3, 2]);
  expect(list.filtered).toBe(true);
  list.choose({ status: 'timeout', tool: 'echo' });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual([2]);
  expect(list.filter()).toEqual({ status: 'timeout', tool: 'echo' });
  list.reset();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual([3, 2, 1]);
  expect(list.filtered).toBe(false);
});

it('reports why it cannot read, and continues when it can', async () => {
  await start(run(1));
  const { list: reads } = kept;
  kept.list = () => Promise.reject(new Error('the disk is gone'));
  await kept.add(run(2));
  expect(list.problem).toBe('The disk is gone.');
  kept.list = reads;
  await kept.add(run(3));
  expect(list.problem).toBeUndefined();
  expect(shown()).toEqual([3, 2, 1]);
});

it('counts periods from now, and today from midnight', () => {
  stop = () => undefined;
  expect(sinceOf('any', NOW)).toBeUndefined();
  expect(sinceOf('hour', NOW)).toBe(new Date(NOW - 3_600_000).toISOString());
  expect(sinceOf('today', NOW)).toBe(new Date(2026, 10, 21).toISOString());
});
