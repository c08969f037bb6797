// Moving tools between bundles: with all versions and grants, and never onto another tool.
import { expect, it } from 'vitest';
import { script } from './stand-in-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('move-tool');
const PAGE = { caller: { kind: 'page' } } as const;
const rain = (version: string) => script({ name: 'rain', version });

async function withBundles(options: Parameters<typeof setUp>[0] = {}) {
  const { registry } = await setUp(options);
  const editor = await registry.edit();
  for (const slug of ['weather', 'trips']) await editor.bundles.create({ slug, displayName: slug });
  for (const version of ['1', '2'])
    await registry.install(rain(version), {
      bundle: 'weather',
      hosts: ['a.example'],
      writes: true,
      policy: 'deny',
      config: { unit: 'mm' },
    });
  const slugOf = (name: string): string | undefined => {
    const tool = registry.get(name);
    return tool && registry.infoOf(tool).bundle;
  };
  return { registry, editor, slugOf };
}

it('moves all versions with their settings, grants and folder, under the same name', async () => {
  const { registry, editor, slugOf } = await withBundles();
  const before = [...registry.versions('rain')];
  const { from } = await editor.move('rain', 'trips');
  expect([from, slugOf('rain'), registry.toolsIn(registry.bundle('weather')!.id)]).toEqual([
    'weather',
    'trips',
    [],
  ]);
  const { id } = registry.bundle('trips')!;
  expect(registry.versions('rain')).toEqual(
    before.map((one) => ({ ...one, bundle: id, modifiedAt: expect.any(String) as string })),
  );
  const { changes } = await registry.history('rain');
  expect(changes.filter(({ note }) => note === "moved from bundle 'weather' to 'trips'")).toHaveLength(2);
});

it('moves a tool back unchanged', async () => {
  const { registry, editor } = await withBundles();
  const before = registry.versions('rain').map(({ modifiedAt: _, ...rest }) => rest);
  const { from } = await editor.move('rain', 'trips');
  await editor.move('rain', from);
  expect(registry.versions('rain').map(({ modifiedAt: _, ...rest }) => rest)).toEqual(before);
});

it('moves its call counts too, except when it stays where it is', async () => {
  const carried: unknown[] = [];
  const { registry, editor } = await withBundles({
    carryUsage: async (from, to) => void carried.push([from, to]),
  });
  const [weather, trips] = [registry.bundle('weather')!.id, registry.bundle('trips')!.id];
  await editor.move('rain', 'weather');
  expect(carried).toEqual([]);
  await editor.move('rain', 'trips');
  expect(carried).toEqual([
    [
      [weather, 'rain'],
      [trips, 'rain'],
    ],
  ]);
});

it('moves the whole tool when one version is named, and does nothing when it is already there', async () => {
  const { registry, editor, slugOf } = await withBundles();
  await editor.move('rain@1', 'weather');
  expect((await registry.history('rain')).changes.some(({ note }) => note?.startsWith('moved'))).toBe(false);
  await editor.move('rain@1', 'trips');
  expect([slugOf('rain'), registry.versions('rain').length]).toEqual(['trips', 2]);
});

it('is refused where a tool of that name exists, and both stay unchanged', async () => {
  const { registry, editor } = await withBundles();
  await registry.install(rain('9'), { bundle: 'trips' });
  const before = [[...registry.versions('rain')], [...registry.versions('trips__rain')]];
  await expect(editor.move('rain', 'trips')).rejects.toMatchObject({
    code: 'conflict',
    message: "bundle 'trips' already has a tool 'rain'; rename or remove one of them first",
  });
  expect([registry.versions('rain'), registry.versions('trips__rain')]).toEqual(before);
});

it('is refused out of and into disabled bundles, and into bundled ones', async () => {
  const { editor } = await withBundles();
  for (const slug of ['weather', 'trips']) {
    await editor.bundles.patch(slug, { enabled: false });
    await expect(editor.move('rain', 'trips')).rejects.toMatchObject({ code: 'disabled' });
    await editor.bundles.patch(slug, { enabled: true });
  }
  for (const slug of ['builtin', 'perilune'])
    await expect(editor.move('rain', slug)).rejects.toMatchObject({ code: 'denied' });
  await expect(editor.move('rain', 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
  await expect(editor.move('snow', 'trips')).rejects.toMatchObject({ code: 'not_found' });
});

it('runs the tool in its new place, with the same policy', async () => {
  const { registry, editor } = await withBundles();
  await editor.move('rain', 'trips');
  expect((await registry.call('rain', {}, PAGE)).outcome.error?.code).toBe('denied');
  await registry.setPolicy('rain', 'allow');
  expect((await registry.call('rain', {}, PAGE)).outcome.error).toBeUndefined();
});
