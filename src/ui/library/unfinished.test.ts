// Interrupted imports, recognised by a mark whose lock is free.
import { expect, it, vi } from 'vitest';
import { takeUnfinished, Unfinished } from './unfinished.ts';

/** A browser's marks and locks; `close` releases the locks of all its tabs, as the system does. */
function browser() {
  const kept = new Map<string, string>();
  let held = new Set<string>();
  const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
    const work = rest.at(-1) as (lock: Lock | null) => unknown;
    if (held.has(name)) return work(null);
    const mine = held;
    mine.add(name);
    try {
      return await work({ name, mode: 'exclusive' });
    } finally {
      mine.delete(name);
    }
  };
  return {
    marks: {
      get length() {
        return kept.size;
      },
      key: (index: number) => [...kept.keys()][index] ?? null,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    locks: { request } as Pick<LockManager, 'request'>,
    kept,
    close: () => (held = new Set()),
  };
}

const names = Array.from({ length: 300 }, (_, n) => `${n}.md`);

it('reports at the next visit, once, what was not saved when the page closed', async () => {
  const places = browser();
  const unfinished = new Unfinished(names, places);
  await vi.waitUntil(() => places.kept.size === 1);
  unfinished.save(40);
  unfinished.save(30);
  // Another tab, while it is in progress.
  expect(await takeUnfinished(places)).toBeUndefined();
  places.close();
  const left = await takeUnfinished(places);
  expect(left).toMatchObject({ total: 300, count: 260 });
  expect(left?.names.slice(0, 2)).toEqual(['40.md', '41.md']);
  expect(left?.names).toHaveLength(200);
  expect(await takeUnfinished(places)).toBeUndefined();
  expect(places.kept.size).toBe(0);
});

it('leaves nothing after an import that ended, in whatever way', async () => {
  const places = browser();
  const [quick, slow] = [new Unfinished(['a.md'], places), new Unfinished(['b.md'], places)];
  quick.end();
  await vi.waitUntil(() => places.kept.size === 1);
  slow.end();
  quick.save(1);
  expect(places.kept.size).toBe(0);
  places.close();
  expect(await takeUnfinished(places)).toBeUndefined();
});

it('reports several together, and removes empty marks', async () => {
  const places = browser();
  new Unfinished(['a.md', 'b.md'], places);
  new Unfinished(['c.md'], places).save(1);
  places.marks.setItem('perilune:import:broken', '{');
  places.marks.setItem('other', '{}');
  await vi.waitUntil(() => places.kept.size === 4);
  places.close();
  expect(await takeUnfinished(places)).toEqual({ total: 2, count: 2, names: ['a.md', 'b.md'] });
  expect([...places.kept.keys()]).toEqual(['other']);
});
