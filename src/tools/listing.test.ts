// Lists: filters that must all match, and pages whose tokens stay valid while tools come and go.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtins } from './builtins.ts';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('listing');
const LIBRARY = builtins({ search: async () => [], get: async () => ({}) as never, sources: async () => [] });

async function open(...names: string[]) {
  const page = await setUp({ builtins: LIBRARY });
  for (const name of names) await page.registry.install(script({ name }));
  return page.registry;
}

type Registry = Awaited<ReturnType<typeof open>>;

/** Returns all names, page by page; `between` runs after each page. */
async function paged(registry: Registry, pageSize: number, between: (page: number) => Promise<unknown>) {
  const names: string[] = [];
  let pageToken: string | undefined;
  for (let count = 0; count < 100; count++) {
    const page = await registry.page({ pageSize, ...(pageToken !== undefined && { pageToken }) });
    names.push(...page.tools.map(({ name }) => name));
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return names;
    await between(count);
  }
  throw new Error('the pages do not end');
}

describe('a filter', () => {
  it('accepts tools that match all given fields', async () => {
    const registry = await open('plain');
    await registry.install(script({ name: 'tagged', tags: ['sky'] }));
    await registry.install(script({ name: 'made' }), undefined, 'agent');
    await registry.install(script({ name: 'silent' }), { llmCallable: false });
    const { installer } = await registry.edit();
    await installer.importBundle(bundleOf('pack', draft(script({ name: 'brought', tags: ['sky'] }))), 'user');
    await registry.setEnabled('plain', false);
    const named = (filter: object): string[] => registry.list(filter).map(({ name }) => name);
    expect(named({ origin: 'builtin' })).toEqual(['search', 'get', 'sources']);
    expect(named({ kind: 'builtin' })).toEqual(['search', 'get', 'sources']);
    expect(named({ origin: 'user' })).toEqual(['silent', 'tagged']);
    expect(named({ origin: 'user', includeDisabled: true })).toEqual(['plain', 'silent', 'tagged']);
    expect(named({ disabled: true })).toEqual(['plain']);
    expect(named({ disabled: false, origin: 'user' })).toEqual(['silent', 'tagged']);
    expect(named({ origin: 'imported' })).toEqual(['brought']);
    expect(named({ origin: 'agent' })).toEqual(['made']);
    expect(named({ tag: 'sky' })).toEqual(['brought', 'tagged']);
    expect(named({ tag: 'sky', bundle: 'pack' })).toEqual(['brought']);
    expect(named({ bundle: 'my-tools', llmCallable: true })).toEqual(['tagged']);
    expect(named({ bundle: 'proposed-tools' })).toEqual(['made']);
    expect(named({ bundle: 'nowhere' })).toEqual([]);
    expect(named({ origin: ['imported', 'agent'] })).toEqual(['brought', 'made']);
    expect(named({ tag: ['sky', 'sea'], bundle: ['pack', 'nowhere'] })).toEqual(['brought']);
  });

  it.each([
    [{ kind: 'magic' }],
    [{ kind: ['lua', 'magic'] }],
    [{ origin: 'me' }],
    [{ tag: 5 }],
    [{ tags: 'sky' }],
    ['x'],
    [5],
  ])('rejects %j', async (filter) => {
    const registry = await open();
    await expect(registry.page(filter as never)).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('pages', () => {
  it('contain every tool once, and the total', async () => {
    const registry = await open('b', 'a', 'd', 'c');
    for (const pageSize of [1, 2, 3, 500]) {
      expect(await paged(registry, pageSize, async () => undefined)).toEqual(
        registry.list().map(({ name }) => name),
      );
    }
    expect(await registry.page({ pageSize: 2 })).toMatchObject({ total: 7 });
    expect(await registry.page()).not.toHaveProperty('nextPageToken');
  });

  it('neither skip nor repeat a tool that stays, whatever changes in between', async () => {
    const all = ['b', 'd', 'f', 'h', 'k'];
    const step = fc.record({
      name: fc.constantFrom('a', 'c', 'e', 'g', 'i', 'z', ...all, 'search', 'get', 'sources'),
      off: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (size, steps) => {
          const registry = await open(...all);
          const touched = new Set<string>();
          const names = await paged(registry, size, async (page) => {
            const { name, off } = steps[page % steps.length]!;
            touched.add(name);
            if (registry.get(name)?.origin === 'builtin') await registry.setEnabled(name, !off);
            else if (off && registry.get(name)) await registry.remove(name);
            else await registry.install(script({ name }));
          });
          const stayed = ['search', 'get', 'sources', ...all].filter((name) => !touched.has(name));
          expect(names.filter((name) => stayed.includes(name))).toEqual(stayed);
          expect(new Set(names).size).toBe(names.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    [{ pageSize: 0 }],
    [{ pageSize: 501 }],
    [{ pageSize: 1.5 }],
    [{ pageSize: '5' }],
    [{ pageToken: 'nonsense' }],
    [{ pageToken: '' }],
    [{ pageToken: 7 }],
    [{ pageToken: btoa('after:5:x') }],
  ])('are refused for %j', async (options) => {
    const registry = await open();
    await expect(registry.page(options as never)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
