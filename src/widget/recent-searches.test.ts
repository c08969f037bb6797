// Recent searches: short, without duplicates, and unobtrusive.
import { expect, it } from 'vitest';
import { RecentSearches } from './recent-searches.ts';

function device() {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, recent: new RecentSearches(() => store, 'recent') };
}

it('keeps the last six, each once, newest first', () => {
  const { recent } = device();
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', ' B ', ' ']) recent.add(text);
  expect(recent.list()).toEqual(['B', 'g', 'f', 'e', 'd', 'c']);
  recent.remove('g');
  expect(recent.list()).toEqual(['B', 'f', 'e', 'd', 'c']);
});

it('leaves nothing behind when cleared', () => {
  const { kept, recent } = device();
  recent.add('lamp');
  recent.clear();
  expect(kept.size).toBe(0);
});

it('copes with a browser that stores nothing, and with foreign data under its name', () => {
  const closed = new RecentSearches(() => {
    throw new Error('denied');
  }, 'recent');
  closed.add('lamp');
  expect(closed.list()).toEqual([]);
  const { kept, recent } = device();
  kept.set('recent', '{"not":"a list"}');
  expect(recent.list()).toEqual([]);
  kept.set('recent', '["good", 7, null]');
  expect(recent.list()).toEqual(['good']);
});
