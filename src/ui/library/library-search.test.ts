// Searching on the Library screen, with orders that improve after they are shown.
import { expect, it, vi } from 'vitest';
import type { SearchHit, SearchOptions } from '../../core/document.ts';
import { LibrarySearch } from './library-search.svelte.ts';

function hit(id: string): SearchHit {
  return { id, score: 1, source: 's', source_id: id, updated_at: '', snippet: id, marks: [], chunk: 0 };
}

function searching(source?: string) {
  const asked: { query: string; options: SearchOptions; better: (hits: SearchHit[]) => void }[] = [];
  const search = (query: string, options: SearchOptions, _: unknown, better: (hits: SearchHit[]) => void) => {
    asked.push({ query, options, better });
    return Promise.resolve([hit('a'), hit('b')]);
  };
  const found = new LibrarySearch({ search } as never, () => (source === undefined ? {} : { source }));
  const ids = (): string => found.hits?.map(({ id }) => id).join('') ?? 'none';
  return { found, asked, ids };
}

async function ask(found: LibrarySearch, query: string): Promise<void> {
  vi.useFakeTimers();
  found.query = query;
  await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
}

it('searches once per query, with mode, filters and the explanation', async () => {
  const { found, asked, ids } = searching('notes');
  vi.useFakeTimers();
  found.query = 'ti';
  found.query = 'tides';
  await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
  found.mode = 'keyword';
  found.days = 7;
  expect(asked.map(({ query }) => query)).toEqual(['tides', 'tides', 'tides']);
  expect(asked[0]?.options).toEqual({ mode: 'hybrid', limit: 100, explain: true, source: 'notes' });
  expect(asked[2]?.options).toMatchObject({ mode: 'keyword' });
  const since = Date.parse(asked[2]?.options.since ?? '');
  expect(Math.round((Date.now() - since) / 86_400_000)).toBe(7);
  await vi.waitFor(() => expect(ids()).toBe('ab'));
});

it('shows a better order immediately, and says so', async () => {
  const { found, asked, ids } = searching();
  await ask(found, 'tides');
  expect([ids(), found.improved]).toEqual(['ab', false]);
  asked[0]?.better([hit('b'), hit('a')]);
  expect([ids(), found.improved]).toEqual(['ba', true]);
});

it('keeps hits in place while the user points at them, and defers the better order', async () => {
  const { found, asked, ids } = searching();
  await ask(found, 'tides');
  found.hold(true);
  asked[0]?.better([hit('b'), hit('a')]);
  expect([ids(), found.hasBetter]).toEqual(['ab', true]);
  found.hold(false);
  expect([ids(), found.hasBetter]).toEqual(['ba', false]);
});

it('ignores an unchanged order, and one for an older query', async () => {
  const { found, asked, ids } = searching();
  await ask(found, 'tides');
  asked[0]?.better([hit('a'), hit('b')]);
  expect(found.improved).toBe(false);
  await ask(found, 'moon');
  asked[0]?.better([hit('z')]);
  expect(ids()).toBe('ab');
});
