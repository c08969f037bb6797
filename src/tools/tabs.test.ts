// Several tabs and a failing storage: every change is complete or absent, whatever happens in between.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../storage/database.ts';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('tabs');

afterEach(() => vi.unstubAllGlobals());

/** Exclusive Web Locks as in browsers: Node 20 has none. */
class Locks {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly taken: string[] = [];

  request<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.taken.push(name);
    const result = (this.#last.get(name) ?? Promise.resolve()).then(work);
    this.#last.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  }
}

describe.each([true, false])('two tabs that write at once (Web Locks: %s)', (locked) => {
  async function twoTabs() {
    const locks = new Locks();
    vi.stubGlobal('navigator', locked ? { locks } : {});
    const one = await setUp();
    return { one, two: await one.again(), locks };
  }

  it('keep one record for each address, and the loser is told of the conflict', async () => {
    const { one, two, locks } = await twoTabs();
    const source = (description: string) => script({ name: 'rain', version: '1', description });
    const results = await Promise.allSettled([
      one.registry.install(source('One')),
      two.registry.install(source('Two')),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    const { tools } = await one.storage.store.read();
    expect(tools).toHaveLength(1);
    await vi.waitFor(() => {
      for (const { registry } of [one, two]) expect(registry.get('rain')).toEqual(tools[0]);
    });
    expect(locks.taken.length > 0).toBe(locked);
  });

  it('keep one bundle for each slug', async () => {
    const { one, two } = await twoTabs();
    const results = await Promise.allSettled(
      [one, two].map(async ({ registry }) => (await registry.edit()).bundles.create({ slug: 'pack' })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await one.storage.store.read()).bundles).toHaveLength(1);
  });

  it('lose none of each other’s changes', async () => {
    const { one, two } = await twoTabs();
    const names = Array.from({ length: 8 }, (_, n) => `tool_${n}`);
    await Promise.all(
      names.map((name, n) => (n % 2 ? one : two).registry.install(script({ name, version: '1' }))),
    );
    await Promise.all([
      one.registry.configure('tool_0', { config: { a: 1 } }),
      two.registry.configure('tool_0', { hosts: ['a.example'] }),
      one.registry.setPolicy('tool_0', 'deny'),
      two.registry.remove('tool_1'),
    ]);
    await vi.waitFor(() => {
      for (const { registry } of [one, two]) {
        expect(registry.list().map(({ name }) => name)).toEqual(names.filter((name) => name !== 'tool_1'));
        expect(registry.get('tool_0')).toMatchObject({
          config: { a: 1 },
          hosts: ['a.example'],
          policy: 'deny',
        });
      }
    });
  });

  it("don't put a tool into a bundle that the other one has just switched off or deleted", async () => {
    const { one, two } = await twoTabs();
    const [mine, theirs] = await Promise.all([one.registry.edit(), two.registry.edit()]);
    await mine.bundles.create({ slug: 'off' });
    await mine.bundles.create({ slug: 'gone' });
    await vi.waitFor(() => expect(two.registry.bundle('gone')).toBeDefined());
    const off = mine.bundles.patch('off', { enabled: false });
    const gone = mine.bundles.remove('gone');
    await Promise.all([off, gone]);
    // This tab may not have been notified yet: what is stored counts.
    for (const slug of ['off', 'gone']) {
      await expect(
        theirs.installer.importBundle(bundleOf('pack', draft(script({ name: 'late' }))), 'user', {
          into: slug,
        }),
      ).rejects.toMatchObject({ code: 'disabled' });
    }
    expect((await one.storage.store.read()).tools).toEqual([]);
  });

  it('restore what was removed once', async () => {
    const { one, two } = await twoTabs();
    await one.registry.install(script({ name: 'rain', version: '1' }));
    const { ids } = await one.registry.remove('rain');
    const results = await Promise.allSettled([one.registry.restore(ids), two.registry.restore(ids)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await one.storage.store.read()).tools).toHaveLength(1);
    expect(await one.registry.removed()).toEqual([]);
  });
});

/** What happens to the writes of a database: how many succeed, and how the transaction then ends. */
interface Fate {
  after: number;
  /** As when the tab is closed, or the disk is full at the end. */
  ends: 'abort' | 'quota';
}

const fates = new WeakMap<object, Fate>();

/** A database whose transactions break off in the middle of writing, as long as a fate is set. */
function fragile(database: Database): Database {
  const proxy: Database = new Proxy(database, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        const fate = fates.get(proxy);
        if (property !== 'transaction' || args[1] !== 'readwrite' || !fate) return result;
        return breaking(result as { abort(): void; objectStore(name: string): object }, fate);
      };
    },
  });
  current = proxy;
  return proxy;
}
let current: Database;

function breaking<T extends { abort(): void; objectStore(name: string): object }>(tx: T, fate: Fate): T {
  let writes = 0;
  const inStore = (store: object): object =>
    new Proxy(store, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (property !== 'put' && property !== 'delete') {
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return (...args: unknown[]): unknown => {
          const result = Reflect.apply(value as () => Promise<unknown>, target, args);
          if (++writes !== fate.after + 1) return result;
          result.catch(() => undefined);
          queueMicrotask(() => tx.abort());
          return Promise.reject(
            fate.ends === 'abort'
              ? new DOMException('gone', 'AbortError')
              : new DOMException('full', 'QuotaExceededError'),
          );
        };
      },
    });
  return new Proxy(tx, {
    get(target, property) {
      if (property === 'objectStore') return (name: string) => inStore(target.objectStore(name));
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe.each(['abort', 'quota'] as const)('a write that breaks off in the middle (%s)', (ends) => {
  const openFragile = storedPages(`fragile-${ends}`, fragile);

  it.each([0, 1, 2, 3, 5])(
    'leaves everything unchanged after %i records, here and in storage',
    async (after) => {
      const { registry, storage, again } = await openFragile();
      const database = current;
      const editor = await registry.edit();
      const old = await registry.install(script({ name: 'rain', version: '1' }));
      await editor.bundles.create({ slug: 'pack' });
      const before = await storage.store.read();
      const work: (() => Promise<unknown>)[] = [
        () =>
          editor.installer.importBundle(
            bundleOf('new', ...['a', 'b', 'c'].map((name) => draft(script({ name })))),
            'user',
          ),
        ...(after > 1
          ? []
          : [
              () =>
                registry.install(script({ name: 'rain', version: '1', description: 'x' }), { replace: true }),
              () => registry.remove('rain'),
              () => registry.setPolicy('rain', 'deny'),
              () => editor.bundles.patch('pack', { enabled: false }),
            ]),
      ];
      for (const change of work) {
        fates.set(database, { after, ends });
        await expect(change()).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringMatching(ends === 'quota' ? /no space left/ : /could not save/) as string,
        });
        fates.delete(database);
        expect(await storage.store.read()).toEqual(before);
        expect(await storage.store.removed()).toEqual([]);
        expect(registry.get('rain')).toEqual(old);
        expect(registry.bundle('new')).toBeUndefined();
      }
      const next = await again();
      expect(next.registry.list()).toMatchObject([{ name: 'rain' }]);
      // The next attempt succeeds.
      expect(await registry.setPolicy('rain', 'ask')).toMatchObject({ policy: 'ask' });
    },
  );
});

it('gives up with an error in a tab that loses every race, and writes nothing', async () => {
  const { registry, storage } = await setUp();
  await registry.install(script({ name: 'rain' }));
  const commit = vi.spyOn(storage.store, 'commit').mockResolvedValue(undefined);
  await expect(registry.setPolicy('rain', 'deny')).rejects.toMatchObject({
    code: 'conflict',
    message: 'other tabs are changing the tools at the same time; try again in a moment',
  });
  expect(commit).toHaveBeenCalledTimes(5);
  expect(registry.get('rain')?.policy).toBe('allow');
});
