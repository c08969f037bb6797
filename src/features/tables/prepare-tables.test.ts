// SQLite is loaded ahead of the first question, for libraries with a table only.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DocumentMeta } from '../../core/document.ts';
import { prepareTables } from './prepare-tables.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function library(...formats: string[]) {
  const listeners = new Set<() => void>();
  return {
    listeners,
    list: async () => ({
      documents: formats.map((format) => ({ metadata: { format } })) as unknown as DocumentMeta[],
    }),
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async add(format: string) {
      formats.push(format);
      for (const listener of listeners) listener();
      await vi.advanceTimersByTimeAsync(3_000);
    },
  };
}

it('loads at once for a library with a table', async () => {
  const load = vi.fn();
  const own = library('pdf', 'csv');
  await prepareTables(own, load);
  expect(load).toHaveBeenCalledOnce();
  expect(own.listeners.size).toBe(0);
});

it('loads when the first table is added, once', async () => {
  const load = vi.fn();
  const own = library('pdf');
  await prepareTables(own, load);
  await own.add('markdown');
  expect(load).not.toHaveBeenCalled();
  await own.add('csv');
  await own.add('csv');
  expect(load).toHaveBeenCalledOnce();
});
