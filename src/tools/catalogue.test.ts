// Names and versions: which tool is offered under which name, which version answers, and what a reference finds.
import { describe, expect, it } from 'vitest';
import { TOOL_NAME } from '../core/tool.ts';
import { builtins } from './builtins.ts';
import { script } from './stand-in-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('catalogue');

const LIBRARY = builtins({ search: async () => [], get: async () => ({}) as never, sources: async () => [] });

async function open(...bundles: string[]) {
  const page = await setUp({ builtins: LIBRARY });
  const { registry } = page;
  const editor = await registry.edit();
  for (const slug of bundles) await editor.bundles.create({ slug });
  const put = (bundle: string, name: string, version = '1', more: object = {}) =>
    registry.install(script({ name, version, ...more }), { bundle });
  return {
    page,
    registry,
    editor,
    put,
    names: () =>
      registry
        .list()
        .map(({ name }) => name)
        .slice(3),
  };
}

describe('a name', () => {
  it('belongs to the first tool that had it; later ones are prefixed with their bundle', async () => {
    const { registry, put, names } = await open('a', 'b');
    const first = await put('b', 'rain');
    const second = await put('a', 'rain');
    expect(names()).toEqual(['a__rain', 'rain']);
    expect(registry.get('rain')).toEqual(first);
    expect(registry.get('a__rain')).toEqual(second);
    expect(registry.infoOf(second)).toMatchObject({ name: 'a__rain', bundle: 'a' });
  });

  it('stays with its tool when a newer version comes, or another one is used', async () => {
    const { registry, editor, put } = await open('a', 'b');
    await put('a', 'rain');
    await put('b', 'rain');
    const newer = await put('a', 'rain', '2');
    expect(registry.get('rain')).toEqual(newer);
    await editor.useVersion('rain@1');
    expect(registry.get('rain')).toMatchObject({ bundle: newer.bundle, spec: { version: '1' } });
  });

  it('of a built-in is reserved: in a named bundle the tool is offered under both', async () => {
    const { registry, put } = await open('a');
    const mine = await put('a', 'search');
    expect(registry.get('search')?.origin).toBe('builtin');
    expect(registry.get('a__search')).toEqual(mine);
  });

  it('fits the length that models accept, and stays distinct for long bundles and tools', async () => {
    const long = 'x'.repeat(64);
    const { registry, put, names } = await open('first', long, `${'x'.repeat(63)}y`);
    const name = 'n'.repeat(64);
    await put('first', name);
    const second = await put(long, name);
    const third = await put(`${'x'.repeat(63)}y`, name);
    const [one, two, three] = [name, registry.infoOf(second).name, registry.infoOf(third).name];
    expect(new Set([one, two, three]).size).toBe(3);
    for (const offered of names()) expect(offered).toMatch(TOOL_NAME);
    expect(registry.get(two)).toEqual(second);
    expect(registry.get(three)).toEqual(third);
  });

  it('is one that models accept, whatever the script of its bundle', async () => {
    const { registry, put, names } = await open('first', '天気-größe', '天気-grüße');
    await put('first', 'rain');
    const second = await put('天気-größe', 'rain');
    const third = await put('天気-grüße', 'rain');
    for (const offered of names()) expect(offered).toMatch(TOOL_NAME);
    expect(new Set(names()).size).toBe(3);
    expect(registry.get(registry.infoOf(second).name)).toEqual(second);
    expect(registry.get(registry.infoOf(third).name)).toEqual(third);
  });

  it("that imitates another tool's hides none", async () => {
    const { registry, put, names } = await open('a', 'b');
    await put('b', 'rain');
    const thief = await put('b', 'a__rain');
    const third = await put('a', 'rain');
    expect(names()).toHaveLength(3);
    expect(registry.get('a__rain')).toEqual(thief);
    expect(registry.get(registry.infoOf(third).name)).toEqual(third);
  });

  it("that is the id of another tool doesn't refer to it", async () => {
    const { registry, put } = await open();
    const victim = await put('my-tools', 'rain');
    await put('my-tools', victim.id);
    expect(registry.get(victim.id)).toEqual(victim);
  });

  it.each(['__proto__', 'constructor', 'toString'])('may be %s', async (name) => {
    const { registry, put } = await open();
    expect(registry.get(name)).toBeUndefined();
    const tool = await put('my-tools', name);
    expect(registry.get(name)).toEqual(tool);
    expect((await registry.call(name, {}, { caller: { kind: 'page' } })).outcome).toEqual({ result: {} });
  });

  it('that differs only in dashes is rejected in the same bundle, and fine in another', async () => {
    const { registry, put } = await open('a');
    await put('my-tools', 'my_rain');
    await expect(put('my-tools', 'my-rain')).rejects.toMatchObject({ code: 'conflict' });
    await put('a', 'my-rain');
    expect(registry.get('my-rain')?.slug).toBe('my-rain');
  });
});

describe('versions', () => {
  it('are kept side by side: the one selected last answers, and each is called by name@version', async () => {
    const { registry, put } = await open();
    for (const version of ['1', '2.0-beta', '3+y']) await put('my-tools', 'rain', version);
    expect(registry.versions('rain').map(({ spec }) => spec.version)).toEqual(['3+y', '2.0-beta', '1']);
    for (const version of ['1', '2.0-beta', '3+y']) {
      expect(registry.get(`rain@${version}`)?.spec.version).toBe(version);
    }
    expect(registry.get('rain@3')).toBeUndefined();
    expect(registry.list().filter(({ name }) => name === 'rain')).toHaveLength(1);
  });

  it('switch back and forth, even when the clock stands still or goes back', async () => {
    const { page, registry, editor, put } = await open();
    await put('my-tools', 'rain', '1');
    await put('my-tools', 'rain', '2');
    page.time = '2020-01-01T00:00:00.000Z';
    for (const version of ['1', '2', '1']) {
      await editor.useVersion(`rain@${version}`);
      expect(registry.get('rain')?.spec.version).toBe(version);
    }
    await put('my-tools', 'rain', '3');
    expect(registry.get('rain')?.spec.version).toBe('3');
    expect((await page.again()).registry.get('rain')?.spec.version).toBe('3');
  });

  it('keep their creation date through every change', async () => {
    const { page, registry, editor, put } = await open();
    const first = await put('my-tools', 'rain', '1');
    const { createdAt } = first;
    page.time = '2026-05-05T00:00:00.000Z';
    await registry.configure('rain', { config: { a: 1 }, ...({ createdAt: 'x', id: 'y' } as object) });
    await registry.setEnabled('rain', false);
    await registry.install(script({ name: 'rain', version: '1', description: 'Other' }), { replace: true });
    await editor.useVersion('rain@1');
    await registry.restore((await registry.remove('rain')).ids);
    expect(registry.get('rain')).toMatchObject({ id: first.id, createdAt, modifiedAt: page.time });
  });

  it('are removed one by one or all together, and restored the same way', async () => {
    const { registry, put } = await open();
    for (const version of ['1', '2', '3']) await put('my-tools', 'rain', version);
    const one = await registry.remove('rain@3');
    expect(registry.get('rain')?.spec.version).toBe('2');
    const rest = await registry.remove('rain');
    expect(rest.ids).toHaveLength(2);
    expect(registry.get('rain')).toBeUndefined();
    await registry.restore([...rest.ids, ...one.ids]);
    expect(registry.versions('rain').map(({ spec }) => spec.version)).toEqual(['3', '2', '1']);
  });

  it('with the same address are not restored twice', async () => {
    const { registry, put } = await open();
    await put('my-tools', 'rain');
    const first = await registry.remove('rain');
    await put('my-tools', 'rain');
    const second = await registry.remove('rain');
    await expect(registry.restore([...first.ids, ...second.ids])).rejects.toMatchObject({ code: 'conflict' });
    expect(registry.get('rain')).toBeUndefined();
    expect(await registry.restore(second.ids)).toHaveLength(1);
  });

  it('that are switched off leave the name to the next one', async () => {
    const { registry, put } = await open();
    await put('my-tools', 'rain', '1');
    await put('my-tools', 'rain', '2');
    await registry.setEnabled('rain@2', false);
    expect(registry.get('rain')?.spec.version).toBe('1');
    await registry.setEnabled('rain', false);
    expect(registry.list().map(({ name }) => name)).not.toContain('rain');
  });
});

it('changes nothing of a built-in except its switch', async () => {
  const { registry, editor } = await open();
  const refused = { code: 'denied' };
  await expect(registry.configure('search', { config: {} })).rejects.toMatchObject(refused);
  await expect(registry.setPolicy('search', 'deny')).rejects.toMatchObject(refused);
  await expect(registry.remove('search')).rejects.toMatchObject(refused);
  await expect(editor.useVersion('search')).rejects.toMatchObject(refused);
  await expect(editor.forgetApproval('search')).rejects.toMatchObject(refused);
  expect(await registry.setEnabled('search', false)).toMatchObject({ enabled: false });
  expect(
    (await registry.call('search', { query: 'x' }, { caller: { kind: 'page' } })).outcome.error?.code,
  ).toBe('disabled');
});
