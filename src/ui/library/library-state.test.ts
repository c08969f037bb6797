// The list of a large library: loaded where it is visible, and completely for selecting.
import { expect, it, vi } from 'vitest';
import { LibraryState } from './library-state.svelte.ts';

function library(size: number) {
  const asked: [offset: number, limit: number][] = [];
  let change = (): void => undefined;
  const knowledge = {
    size,
    list: ({ offset = 0, limit = 50 }) => {
      asked.push([offset, limit]);
      const length = Math.max(0, Math.min(limit, 1000, knowledge.size - offset));
      const documents = Array.from({ length }, (_, i) => ({ id: `d${offset + i}`, metadata: {} }));
      return Promise.resolve({ documents, total: knowledge.size });
    },
    sources: () => Promise.resolve([{ name: 'files', documents: knowledge.size }]),
    search: () => Promise.resolve([]),
    onChange: (listener: () => void) => ((change = listener), () => undefined),
  };
  return { knowledge, asked, libraryState: new LibraryState(knowledge as never), changed: () => change() };
}

it('loads only visible pages of twenty thousand documents', async () => {
  const { libraryState, asked } = library(20_000);
  const stop = libraryState.start();
  await vi.waitFor(() => expect(libraryState.total).toBe(20_000));
  expect(libraryState.at(0)?.id).toBe('d0');
  expect(libraryState.at(15_000)).toBeUndefined();
  libraryState.look(14_980, 15_020);
  await vi.waitFor(() => expect(libraryState.at(15_019)?.id).toBe('d15019'));
  expect(asked).toEqual([
    [0, 100],
    [14_900, 100],
    [15_000, 100],
  ]);
  stop();
});

it('loads the visible rows again after a change', async () => {
  vi.useFakeTimers();
  const { libraryState, asked, knowledge, changed } = library(500);
  const stop = libraryState.start();
  await vi.advanceTimersByTimeAsync(1);
  libraryState.look(240, 260);
  await vi.advanceTimersByTimeAsync(1);
  asked.length = 0;
  knowledge.size = 499;
  changed();
  changed();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([[200, 100]]);
  expect(libraryState.total).toBe(499);
  stop();
  vi.useRealTimers();
});

it('selects all, loaded or not, and a range between two rows', async () => {
  const { libraryState } = library(2345);
  const stop = libraryState.start();
  await vi.waitFor(() => expect(libraryState.total).toBe(2345));
  await libraryState.selectAll();
  expect(libraryState.selected.size).toBe(2345);
  libraryState.select([]);
  libraryState.toggleRange(7, 3, true);
  expect([...libraryState.selected].sort()).toEqual(['d3', 'd4', 'd5', 'd6', 'd7']);
  stop();
});

it('lists tags of documents that were not loaded, too, most common first', async () => {
  const { libraryState, knowledge } = library(300);
  const { list } = knowledge;
  knowledge.list = async (options) => {
    const { documents, total } = await list(options);
    const tagged = documents.map((one, i) => ({ ...one, metadata: { tags: i < 150 ? 'old' : 'new, web' } }));
    return { documents: [...tagged, { id: 'last', metadata: { tags: ['web'] } }], total };
  };
  await libraryState.readTags();
  expect(libraryState.tags).toEqual(['web', 'old', 'new']);
});

it('filters titles by the query, without operators of the passage search', async () => {
  vi.useFakeTimers();
  const { libraryState } = library(3);
  libraryState.query = 'har';
  libraryState.query = 'harbour source:notes tag:"two words" "high tide"';
  expect(libraryState.filter).toEqual({});
  await vi.advanceTimersByTimeAsync(500);
  expect(libraryState.filter).toEqual({ query: 'harbour high tide' });
  expect(libraryState.search.isFiltered).toBe(false);
  libraryState.query = 'tag:draft';
  await vi.advanceTimersByTimeAsync(500);
  expect(libraryState.filter).toEqual({});
  vi.useRealTimers();
});
