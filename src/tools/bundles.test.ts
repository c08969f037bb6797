// Bundles: one switch for all their tools, soft deletion, and no changes inside a closed one.
import { describe, expect, it } from 'vitest';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('bundles');
const PAGE = { caller: { kind: 'page' } } as const;
const DAY = 24 * 60 * 60 * 1000;

async function withTool() {
  const page = await setUp();
  const { registry } = page;
  const editor = await registry.edit();
  const bundle = await editor.bundles.create({ slug: 'weather', displayName: 'Weather' });
  const tool = await registry.install(script({ name: 'rain', version: '1' }), { bundle: 'weather' });
  const later = (milliseconds: number): void => {
    page.time = new Date(Date.parse(page.time) + milliseconds).toISOString();
  };
  return { page, registry, editor, bundle, tool, later, call: () => registry.call('rain', {}, PAGE) };
}

type Page = Awaited<ReturnType<typeof withTool>>;

/** Every operation that adds or changes something in the bundle. */
const CHANGES: [string, (page: Page) => Promise<unknown>][] = [
  [
    'install',
    ({ registry }) => registry.install(script({ name: 'snow', version: '1' }), { bundle: 'weather' }),
  ],
  ['a new version', ({ registry }) => registry.install(script({ name: 'rain', version: '2' }))],
  [
    'a replacement',
    ({ registry }) =>
      registry.install(script({ name: 'rain', version: '1', description: 'x' }), { replace: true }),
  ],
  ['the same text', ({ registry }) => registry.install(script({ name: 'rain', version: '1' }))],
  [
    'import',
    ({ editor }) =>
      editor.installer.importBundle(bundleOf('pack', draft(script({ name: 'hail' }))), 'user', {
        into: 'weather',
      }),
  ],
  ['switch on', ({ registry }) => registry.setEnabled('rain', true)],
  ['switch off', ({ registry }) => registry.setEnabled('rain', false)],
  ['policy', ({ registry }) => registry.setPolicy('rain', 'deny')],
  ['settings', ({ registry }) => registry.configure('rain', { config: { a: 1 } })],
  ['use of a version', ({ editor }) => editor.useVersion('rain@1')],
  ['forgetting an approval', ({ editor }) => editor.forgetApproval('rain')],
];

describe('a disabled bundle', () => {
  it('hides its tools from calls and lists, and restores them unchanged', async () => {
    const { registry, editor, call, tool } = await withTool();
    await editor.bundles.patch('weather', { enabled: false });
    expect((await call()).outcome.error).toEqual({
      code: 'disabled',
      message: "tool 'rain' cannot be called: bundle 'weather' is switched off; switch it on first",
    });
    expect(registry.list()).toEqual([]);
    expect(registry.list({ includeDisabled: true })).toMatchObject([{ name: 'rain', enabled: true }]);
    expect(registry.list({ disabled: true })).toHaveLength(1);
    await editor.bundles.patch('weather', { enabled: true });
    expect(registry.get('rain')).toEqual(tool);
    expect((await call()).outcome.error).toBeUndefined();
  });

  it.each(CHANGES)('rejects %s', async (_, change) => {
    const page = await withTool();
    await page.editor.bundles.patch('weather', { enabled: false });
    const before = await page.page.storage.store.read();
    await expect(change(page)).rejects.toMatchObject({ code: 'disabled' });
    expect(await page.page.storage.store.read()).toEqual(before);
  });

  it('lets its tools be removed, and not restored while it is off', async () => {
    const { registry, editor, tool } = await withTool();
    await editor.bundles.patch('weather', { enabled: false });
    const { ids } = await registry.remove('rain');
    await expect(registry.restore(ids)).rejects.toMatchObject({ code: 'disabled' });
    await editor.bundles.patch('weather', { enabled: true });
    expect(await registry.restore(ids)).toEqual([tool]);
  });
});

describe('a deleted bundle', () => {
  it('must be empty, unless its tools are removed with it', async () => {
    const { registry, editor } = await withTool();
    await expect(editor.bundles.remove('weather')).rejects.toMatchObject({
      code: 'conflict',
      message: "bundle 'weather' still contains a tool; remove them first",
    });
    await editor.bundles.remove('weather', { withTools: true });
    expect(registry.get('rain')).toBeUndefined();
    expect(registry.bundles().map(({ slug }) => slug)).not.toContain('weather');
    expect(registry.bundles({ deleted: true }).map(({ slug }) => slug)).toContain('weather');
  });

  it('returns with its tools, and without those removed earlier', async () => {
    const { page, registry, editor, tool, bundle } = await withTool();
    await registry.install(script({ name: 'snow' }), { bundle: 'weather' });
    await registry.remove('snow');
    await editor.bundles.remove('weather', { withTools: true });
    expect(await editor.bundles.restore('weather')).toEqual(bundle);
    expect(registry.get('rain')).toEqual(tool);
    expect(registry.get('snow')).toBeUndefined();
    expect((await page.again()).registry.get('rain')).toEqual(tool);
  });

  // When no other bundle has a tool of that name, an install that names no bundle goes to “My tools”.
  it.each(CHANGES.filter(([what]) => what === 'install' || what === 'import'))(
    'rejects %s while it can be restored',
    async (_, change) => {
      const page = await withTool();
      await page.editor.bundles.remove('weather', { withTools: true });
      await expect(change(page)).rejects.toMatchObject({ code: 'disabled' });
      await expect(page.editor.bundles.patch('weather', { enabled: true })).rejects.toMatchObject({
        code: 'disabled',
      });
    },
  );

  it('keeps its slug while it can be restored', async () => {
    const { registry, editor } = await withTool();
    await registry.remove('rain');
    await editor.bundles.remove('weather');
    await expect(editor.bundles.create({ slug: 'weather' })).rejects.toMatchObject({
      code: 'conflict',
      message: "bundle 'weather' is being deleted; restore it, or choose another name",
    });
  });

  it('is purged after two days, not before', async () => {
    const { page, registry, editor, later } = await withTool();
    await registry.remove('rain');
    await editor.bundles.remove('weather');
    later(2 * DAY);
    await editor.bundles.reap();
    expect(registry.bundle('weather')).toBeDefined();
    later(1);
    await editor.bundles.reap();
    expect(registry.bundle('weather')).toBeUndefined();
    expect((await page.storage.store.read()).bundles).toEqual([]);
    await expect(editor.bundles.restore('weather')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not purged when it holds something after all', async () => {
    const { page, registry, editor, tool, later } = await withTool();
    await registry.remove('rain');
    await editor.bundles.remove('weather');
    // As an older tab might have left it.
    await page.storage.database.put('tools', tool);
    const next = await page.again();
    later(3 * DAY);
    next.time = page.time;
    await (await next.registry.edit()).bundles.reap();
    expect(next.registry.bundle('weather')).toBeDefined();
    await (await next.registry.edit()).bundles.restore('weather');
    expect(next.registry.get('rain')).toEqual(tool);
  });

  it('leaves its tools restorable into “My tools” once it is purged', async () => {
    const { registry, editor, later } = await withTool();
    const { ids } = await registry.remove('rain');
    await editor.bundles.remove('weather');
    later(3 * DAY);
    await editor.bundles.reap();
    const [back] = await registry.restore(ids);
    expect(registry.infoOf(back!)).toMatchObject({ name: 'rain', bundle: 'my-tools' });
  });

  it('is never a standard bundle', async () => {
    const { editor } = await withTool();
    for (const slug of ['builtin', 'perilune', 'my-tools']) {
      await expect(editor.bundles.remove(slug)).rejects.toMatchObject({ code: 'denied' });
    }
  });
});

it('purges removed tools after thirty days', async () => {
  const { page, registry, editor, later } = await withTool();
  await registry.remove('rain');
  later(30 * DAY);
  await editor.bundles.reap();
  expect(await page.storage.store.removed()).toHaveLength(1);
  later(1);
  await editor.bundles.reap();
  expect(await page.storage.store.removed()).toEqual([]);
});

it("keeps a bundle's id and creation date through every change", async () => {
  const { page, registry, editor, bundle, later } = await withTool();
  later(DAY);
  const changed = await editor.bundles.patch('weather', {
    displayName: 'Skies',
    ...({ createdAt: '1999-01-01', id: 'x', slug: 'other' } as object),
  });
  expect(changed).toEqual({ ...bundle, displayName: 'Skies', modifiedAt: page.time });
  expect(registry.bundle('weather')).toEqual(changed);
});

it.each([['a b'], [''], ['x'.repeat(65)], ['../x'], ['a_b'], [5]])(
  "rejects %j as a bundle's slug",
  async (slug) => {
    const { editor } = await withTool();
    await expect(editor.bundles.create({ slug: slug as string })).rejects.toMatchObject({
      code: 'bad_request',
    });
  },
);

it('allows switching the built-in bundle, not renaming it', async () => {
  const { editor } = await withTool();
  await expect(editor.bundles.patch('builtin', { displayName: 'Mine' })).rejects.toMatchObject({
    code: 'denied',
  });
  expect(await editor.bundles.patch('builtin', { enabled: false })).toMatchObject({ enabled: false });
});

describe('an import', () => {
  it('adds all its tools with one timestamp, however long it takes', async () => {
    const page = await setUp();
    let milliseconds = Date.parse(page.time);
    Object.defineProperty(page, 'time', { get: () => new Date(milliseconds++).toISOString() });
    const { installer } = await page.registry.edit();
    const drafts = ['rain', 'snow', 'hail'].map((name) => draft(script({ name })));
    const { tools } = await installer.importBundle(bundleOf('weather', ...drafts), 'user');
    expect(tools).toHaveLength(3);
    expect(new Set(tools.map(({ modifiedAt }) => modifiedAt)).size).toBe(1);
  });
});
