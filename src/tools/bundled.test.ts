// Bundled tools, across starts and updates.
import { expect, it } from 'vitest';
import { toToolSpec } from '../core/tool-spec.ts';
import { type Database } from '../storage/database.ts';
import type { BundledTool } from './bundled.ts';
import { script } from './stand-in-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('bundled');
const onFullDisk = storedPages('full-disk', withFullDisk);

function bundle(name: string, description: string, more: Record<string, unknown> = {}): BundledTool {
  const declared = { name, description, version: '1.0.0', ...more };
  return { fileName: `${name}.lua`, source: script(declared), spec: toToolSpec(declared) };
}

const echo = bundle('echo', 'Echoes');
const newEcho = bundle('echo', 'Echoes better');

it('are installed at the first start, and stay the same records afterwards', async () => {
  const first = await setUp({ bundled: [echo, bundle('calculator', 'Counts')] });
  expect(first.registry.list()).toMatchObject([
    { name: 'calculator', origin: 'bundled', policy: 'allow', enabled: true },
    { name: 'echo', origin: 'bundled' },
  ]);
  const second = await first.again();
  expect(second.registry.get('echo')).toEqual(first.registry.get('echo'));
});

it('get a version derived from their text when they declare none', async () => {
  const { registry } = await setUp({ bundled: [bundle('echo', 'Echoes', { version: '' })] });
  expect(registry.get('echo')?.spec.version).toMatch(/^0-[0-9a-f]{8}$/);
});

it('are updated even under the same version, keeping switch, policy and identity', async () => {
  const first = await setUp({ bundled: [echo] });
  await first.registry.setPolicy('echo', 'ask');
  const before = await first.registry.setEnabled('echo', false);
  const { registry } = await first.again({ bundled: [newEcho] });
  expect(registry.get('echo')).toMatchObject({
    id: before.id,
    source: newEcho.source,
    spec: { description: 'Echoes better' },
    policy: 'ask',
    enabled: false,
    origin: 'bundled',
  });
});

it('stay as the user edited them', async () => {
  const first = await setUp({ bundled: [echo] });
  const mine = script({ name: 'echo', version: '1.0.0', description: 'Mine' });
  await first.registry.install(mine, { replace: true });
  const { registry } = await first.again({ bundled: [newEcho] });
  expect(registry.get('echo')).toMatchObject({ source: mine, origin: 'user' });
});

it('become the bundled ones again when the user restores their text', async () => {
  const { registry } = await setUp({ bundled: [echo] });
  await registry.install(script({ name: 'echo', version: '2' }));
  expect(await registry.install(echo.source)).toMatchObject({ origin: 'bundled' });
});

it('stay removed, even when a newer source ships', async () => {
  const first = await setUp({ bundled: [echo] });
  await first.registry.remove('echo');
  const second = await first.again({ bundled: [newEcho] });
  expect(second.registry.get('echo')).toBeUndefined();
});

it('stay removed after an edited one was removed', async () => {
  const first = await setUp({ bundled: [echo] });
  await first.registry.install(script({ name: 'echo', version: '2' }));
  await first.registry.remove('echo');
  expect((await first.again()).registry.get('echo')).toBeUndefined();
});

it('follow updates again after their removal was undone', async () => {
  const first = await setUp({ bundled: [echo] });
  await first.registry.restore((await first.registry.remove('echo')).ids);
  const second = await first.again({ bundled: [newEcho] });
  expect(second.registry.get('echo')?.source).toBe(newEcho.source);
  expect((await second.storage.store.read()).marks['removed-bundled']).toEqual([]);
});

it("never touch a user's tool with the same name", async () => {
  const first = await setUp();
  const mine = await first.registry.install(script({ name: 'echo' }));
  expect((await first.again({ bundled: [echo] })).registry.get('echo')).toEqual(mine);
});

it('are written once when two tabs start for the first time together', async () => {
  const idle = await setUp({ load: false });
  const [one, two] = await Promise.all([
    idle.again({ bundled: [echo], load: true }),
    idle.again({ bundled: [echo], load: true }),
  ]);
  expect(one.registry.get('echo')).toEqual(two.registry.get('echo'));
  expect((await one.storage.store.read()).tools).toHaveLength(1);
});

it("work even when they can't be saved, and this is reported", async () => {
  const { registry } = await onFullDisk({ bundled: [echo] });
  expect(registry.get('echo')).toBeDefined();
  expect(registry.problems).toMatchObject([{ name: 'echo' }]);
  await expect(registry.install(script({ name: 'mine' }))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('no space left') as string,
  });
  expect(registry.get('mine')).toBeUndefined();
});

/** A browser database on a full disk: every read works, every write fails. */
function withFullDisk(database: Database): Database {
  return new Proxy(database, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (property === 'transaction' && args[1] === 'readwrite') {
          throw new DOMException('full', 'QuotaExceededError');
        }
        return Reflect.apply(value, target, args);
      };
    },
  });
}
