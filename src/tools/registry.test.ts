// The registry on a real store: what is installed, kept and rejected, and what other tabs and later starts see.
import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../core/errors.ts';
import { builtins } from './builtins.ts';
import { MAX_SOURCE_BYTES } from './installer.ts';
import { script } from './stand-in-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('registry');

const NO_LIBRARY = builtins({
  search: async () => [],
  get: async (id) => {
    throw new Failure('not_found', `document not found: ${id}`);
  },
  sources: async () => [],
});

describe('installing', () => {
  it('keeps the tool for the next start', async () => {
    const first = await setUp();
    const tool = await first.registry.install(
      script({ name: 'greet', version: '1.0.0', description: 'Says hello' }),
    );
    const second = await first.again();
    expect(second.registry.get('greet')).toEqual(tool);
    expect(second.registry.list()).toEqual([
      {
        id: tool.id,
        kind: 'lua',
        bundle: 'my-tools',
        slug: 'greet',
        writes: false,
        tags: [],
        llmCallable: true,
        userCallable: true,
        createdAt: tool.createdAt,
        modifiedAt: tool.modifiedAt,
        name: 'greet',
        description: 'Says hello',
        builtin: false,
        parameters: { type: 'object', properties: {} },
        version: '1.0.0',
        origin: 'user',
        policy: 'allow',
        enabled: true,
        hosts: [],
      },
    ]);
  });

  it("uses the file's name when the script has none", async () => {
    const { registry } = await setUp();
    expect((await registry.install(script({}), { fileName: 'folder/weather.lua' })).name).toBe('weather');
  });

  it("stores nothing when the script can't be read", async () => {
    const { registry, storage } = await setUp();
    await expect(registry.install('function (')).rejects.toMatchObject({ code: 'bad_request' });
    expect((await storage.store.read()).tools).toEqual([]);
  });

  it('rejects a script over 1 MiB, counted in bytes', async () => {
    const { registry } = await setUp();
    const note = 'é'.repeat(MAX_SOURCE_BYTES / 2);
    await expect(registry.install(script({ name: 'big' }, 'echo', note))).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it("rejects a source that isn't text", async () => {
    const { registry } = await setUp();
    await expect(registry.install(42 as never)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('rejects the name of a built-in', async () => {
    const { registry } = await setUp({ builtins: NO_LIBRARY });
    await expect(registry.install(script({ name: 'search' }))).rejects.toMatchObject({ code: 'conflict' });
  });

  it('yields the same tool for the same source', async () => {
    const { registry } = await setUp();
    const source = script({ name: 'greet', version: '1.0.0' });
    const first = await registry.install(source);
    expect(await registry.install(source)).toEqual(first);
    expect(registry.list()).toHaveLength(1);
  });

  it('rejects another source under the same name and version, unless told to replace', async () => {
    const { registry } = await setUp();
    const first = await registry.install(script({ name: 'greet', version: '1.0.0' }));
    const other = script({ name: 'greet', version: '1.0.0', description: 'Another' });
    await expect(registry.install(other)).rejects.toMatchObject({
      code: 'conflict',
      message:
        "tool 'greet' version 1.0.0 is already installed with another source; raise its version or remove it first",
    });
    expect(registry.get('greet')).toEqual(first);
    const replaced = await registry.install(other, { replace: true });
    expect(replaced).toMatchObject({ id: first.id, source: other });
  });

  it('puts a new version beside the older one, with its config and folder', async () => {
    const start = await setUp();
    const { registry } = start;
    const first = await registry.install(script({ name: 'greet', version: '1' }), {
      config: { tone: 'warm' },
    });
    start.time = '2026-02-02T00:00:00.000Z';
    const second = await registry.install(script({ name: 'greet', version: '2' }));
    expect(second).toMatchObject({
      folder: first.folder,
      createdAt: '2026-02-02T00:00:00.000Z',
      config: { tone: 'warm' },
    });
    expect(registry.list()).toMatchObject([{ name: 'greet', version: '2' }]);
    expect(registry.versions('greet')).toEqual([second, first]);
    expect(registry.get('greet@1')).toEqual(first);
  });

  it('derives a missing version from the text, so that a changed script is a new version', async () => {
    const { registry } = await setUp();
    const first = await registry.install(script({ name: 'greet' }));
    expect(first.spec.version).toMatch(/^0-[0-9a-f]{8}$/);
    const second = await registry.install(script({ name: 'greet', description: 'Changed' }));
    expect(second.spec.version).not.toBe(first.spec.version);
    expect(registry.get('greet')).toEqual(second);
  });

  it('selects an older version when its text is installed again', async () => {
    const page = await setUp();
    const { registry } = page;
    const old = script({ name: 'greet' });
    await registry.install(old);
    page.time = '2026-02-02T00:00:00.000Z';
    await registry.install(script({ name: 'greet', description: 'Changed' }));
    page.time = '2026-03-03T00:00:00.000Z';
    await registry.install(old);
    expect(registry.get('greet')?.source).toBe(old);
    expect(registry.versions('greet')).toHaveLength(2);
  });

  it('can leave the tool switched off', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'greet' }), { enable: false });
    expect(registry.list()).toEqual([]);
    expect(registry.list({ includeDisabled: true })).toHaveLength(1);
  });

  it.each([
    [{ policy: 'sometimes' }, 'policy'],
    [{ hosts: 'example.com' }, 'hosts'],
    [{ hosts: ['https://example.com/path'] }, 'host'],
    [{ config: ['a'] }, 'config'],
  ])('rejects the options %j', async (options, named) => {
    const { registry, storage } = await setUp();
    const error = await registry
      .install(script({ name: 'greet' }), options as never)
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'bad_request' });
    expect(error.message).toContain(named);
    expect((await storage.store.read()).tools).toEqual([]);
  });
});

describe('policy and grants', () => {
  it('start as ask when the author requests approval, otherwise as allow, and always as the user says', async () => {
    const { registry } = await setUp();
    expect((await registry.install(script({ name: 'a', approve: true }))).policy).toBe('ask');
    expect((await registry.install(script({ name: 'b' }))).policy).toBe('allow');
    expect((await registry.install(script({ name: 'c', approve: true }), { policy: 'allow' })).policy).toBe(
      'allow',
    );
  });

  it('include no host that only the script asks for', async () => {
    const { registry } = await setUp();
    expect((await registry.install(script({ name: 'a', hosts: ['evil.example'] }))).hosts).toEqual([]);
    const granted = await registry.install(script({ name: 'b' }), { hosts: ['API.example.com'] });
    expect(granted.hosts).toEqual(['api.example.com']);
  });

  it("don't loosen with a new version, which also loses its grants", async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'a', version: '1' }), {
      policy: 'deny',
      hosts: ['api.example.com'],
    });
    expect(await registry.install(script({ name: 'a', version: '2' }))).toMatchObject({
      policy: 'deny',
      hosts: [],
    });
    await registry.setPolicy('a', 'allow');
    const third = await registry.install(script({ name: 'a', version: '3', approve: true }));
    expect(third.policy).toBe('ask');
  });

  it("can't be changed for a built-in", async () => {
    const { registry } = await setUp({ builtins: NO_LIBRARY });
    await expect(registry.setPolicy('search', 'deny')).rejects.toMatchObject({ code: 'denied' });
  });

  it('include no unknown policy', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'a' }));
    await expect(registry.setPolicy('a', 'never' as never)).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('removing and switching', () => {
  it('removes a tool, and restores it with its id', async () => {
    const { registry, again } = await setUp();
    const tool = await registry.install(script({ name: 'greet' }));
    const { ids } = await registry.remove('greet');
    expect(registry.get('greet')).toBeUndefined();
    await registry.restore(ids);
    expect((await again()).registry.get('greet')).toEqual(tool);
  });

  it('does not restore a tool over another one of its name', async () => {
    const { registry } = await setUp();
    await registry.install(script({ name: 'greet', version: '1' }));
    const removed = await registry.remove('greet');
    const other = await registry.install(script({ name: 'greet', version: '1', description: 'Another' }));
    await expect(registry.restore(removed.ids)).rejects.toMatchObject({ code: 'conflict' });
    expect(registry.get('greet')).toEqual(other);
  });

  it('reports an unknown tool', async () => {
    const { registry } = await setUp();
    const missing = { code: 'not_found', message: 'no tool registered with name: nope' };
    await expect(registry.remove('nope')).rejects.toMatchObject(missing);
    await expect(registry.setEnabled('nope', true)).rejects.toMatchObject(missing);
    await expect(registry.setPolicy('nope', 'ask')).rejects.toMatchObject(missing);
  });

  it('keeps built-ins from being removed, and remembers that one is switched off', async () => {
    const { registry, again } = await setUp({ builtins: NO_LIBRARY });
    await expect(registry.remove('search')).rejects.toMatchObject({ code: 'denied' });
    await registry.setEnabled('search', false);
    const later = await again();
    expect(later.registry.list().map(({ name }) => name)).toEqual(['get', 'sources']);
    await later.registry.setEnabled('search', true);
    expect(later.registry.list().map(({ name }) => name)).toEqual(['search', 'get', 'sources']);
  });

  it('notifies listeners of every change until they unsubscribe', async () => {
    const { registry } = await setUp();
    let changes = 0;
    const leave = registry.onChange(() => changes++);
    await registry.install(script({ name: 'greet' }));
    await registry.setEnabled('greet', false);
    await registry.remove('greet');
    expect(changes).toBe(3);
    leave();
    await registry.install(script({ name: 'greet' }));
    expect(changes).toBe(3);
  });

  it('returns frozen tools', async () => {
    const { registry } = await setUp();
    const tool = await registry.install(script({ name: 'greet' }));
    expect(() => ((tool as { policy: string }).policy = 'allow')).toThrow(TypeError);
    expect(() => tool.hosts.push('evil.example')).toThrow(TypeError);
  });
});

describe('two tabs', () => {
  it("see each other's changes", async () => {
    const one = await setUp({ builtins: NO_LIBRARY });
    const two = await one.again();
    await one.registry.install(script({ name: 'greet' }));
    await vi.waitFor(() => expect(two.registry.get('greet')).toBeDefined());
    await two.registry.setPolicy('greet', 'deny');
    await vi.waitFor(() => expect(one.registry.get('greet')?.policy).toBe('deny'));
    await one.registry.setEnabled('get', false);
    await vi.waitFor(() => expect(two.registry.get('get')?.enabled).toBe(false));
    await two.registry.remove('greet');
    await vi.waitFor(() => expect(one.registry.get('greet')).toBeUndefined());
  });

  it("can't both be first with a name and version", async () => {
    const one = await setUp();
    const two = await one.again();
    const results = await Promise.allSettled([
      one.registry.install(script({ name: 'greet', version: '1', description: 'One' })),
      two.registry.install(script({ name: 'greet', version: '1', description: 'Two' })),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      code: 'conflict',
    });
    expect((await one.storage.store.read()).tools).toHaveLength(1);
  });

  it("don't restore an older source with a switch", async () => {
    const one = await setUp();
    await one.registry.install(script({ name: 'greet', description: 'Old' }));
    const two = await one.again();
    const newer = script({ name: 'greet', description: 'New' });
    await Promise.all([one.registry.install(newer), two.registry.setEnabled('greet', false)]);
    await vi.waitFor(() => {
      for (const { registry } of [one, two]) {
        expect(registry.get('greet')).toMatchObject({ source: newer, enabled: false });
        expect(registry.list()).toEqual([]);
      }
    });
  });
});

describe("a stored tool that can't be read", () => {
  const damaged = { id: 'x', name: 'broken', origin: 'user', source: 42 };

  it('is left out, reported as a problem, and not deleted', async () => {
    const first = await setUp();
    await first.storage.database.put('tools', damaged as never);
    const { registry, storage } = await first.again();
    await registry.install(script({ name: 'fine' }));
    expect(registry.list().map(({ name }) => name)).toEqual(['fine']);
    expect(registry.problems).toMatchObject([{ name: 'broken' }]);
    expect(registry.problems[0]?.message).toContain("'broken' cannot be read");
    expect((await storage.store.read()).tools).toContainEqual(damaged);
  });

  it('is replaced only by an install that asks for it', async () => {
    const first = await setUp();
    await first.storage.database.put('tools', damaged as never);
    const { registry, storage } = await first.again();
    await expect(registry.install(script({ name: 'broken' }))).rejects.toMatchObject({ code: 'conflict' });
    expect((await storage.store.read()).tools).toEqual([damaged]);
    const repaired = await registry.install(script({ name: 'broken' }), { replace: true });
    expect(registry.problems).toEqual([]);
    expect((await storage.store.read()).tools).toEqual([repaired]);
  });

  it('is no longer a problem when listeners hear of the install that replaced it', async () => {
    const first = await setUp();
    await first.storage.database.put('tools', damaged as never);
    const { registry } = await first.again();
    const heard: number[] = [];
    registry.onChange(() => heard.push(registry.problems.length));
    await registry.install(script({ name: 'broken' }), { replace: true });
    expect(heard).toEqual([0]);
  });

  it('is also replaced by the text of an existing tool', async () => {
    const first = await setUp();
    const source = script({ name: 'broken' });
    const fine = await first.registry.install(source);
    await first.storage.database.put('tools', damaged as never);
    const { registry, storage } = await first.again();
    await registry.install(source, { replace: true });
    expect(registry.problems).toEqual([]);
    expect((await storage.store.read()).tools).toEqual([fine]);
  });

  it('does not affect the others, whatever is wrong with it', async () => {
    const first = await setUp();
    const { registry } = first;
    const tool = await registry.install(script({ name: 'fine' }));
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    await first.storage.database.put('tools', {
      ...tool,
      id: 'cyclic',
      slug: 'cyclic',
      name: 'cyclic',
      config: cyclic,
    } as never);
    await first.storage.database.put('tools', { id: 'nameless' } as never);
    await first.storage.database.put('tools', {
      ...tool,
      id: 'spec',
      slug: 'spec',
      name: 'spec',
      spec: { ...tool.spec, name: 'spec', timeout: 0 },
    });
    const later = await first.again();
    expect(later.registry.list().map(({ name }) => name)).toEqual(['fine']);
    expect(later.registry.problems.map(({ name }) => name).sort()).toEqual(['cyclic', 'nameless', 'spec']);
  });
});
