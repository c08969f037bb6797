// The change log: every creation, change and deletion of a tool or a bundle adds a line with its author and no
// values.
import { describe, expect, it } from 'vitest';
import { BUNDLE_IDS } from '../core/bundle.ts';
import { toToolSpec } from '../core/tool-spec.ts';
import { builtins } from './builtins.ts';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('history');
const LIBRARY = builtins({ search: async () => [], get: async () => ({}) as never, sources: async () => [] });

async function open(options: Parameters<typeof setUp>[0] = {}) {
  const page = await setUp(options);
  const { registry } = page;
  const editor = await registry.edit();
  /** Returns the log, oldest first. */
  const log = async (of: string) =>
    (await page.storage.store.changes(of))
      .toReversed()
      .map(({ what, by, version, note }) =>
        [what, by, version, note].filter((part) => part !== undefined).join(' '),
      );
  return { page, registry, editor, log };
}

it('records each change of a tool, by whom, and of which version', async () => {
  const { registry, editor, log } = await open();
  const put = (version: string, options = {}, by?: 'page' | 'agent') =>
    registry.install(script({ name: 'rain', version, description: JSON.stringify(options) }), options, by);
  await put('1');
  await put('2', {}, 'page');
  await put('3', { bundle: 'my-tools' }, 'agent');
  await registry.configure('rain', { config: { key: 'a secret thing' }, hosts: ['a.example'] }, 'page');
  await registry.setPolicy('rain', 'deny');
  await registry.setEnabled('rain', false);
  await registry.setEnabled('rain', true);
  await editor.useVersion('rain@1');
  await put('2', { replace: true });
  await registry.restore((await registry.remove('rain@3')).ids);
  expect(await log(`${BUNDLE_IDS.mine}/rain`)).toEqual([
    'created user 1',
    'created page 2',
    'created agent 3',
    'changed page 3 hosts, config',
    'changed user 3 policy',
    'disabled user 3',
    'disabled user 2',
    'disabled user 1',
    'enabled user 3',
    'changed user 1 version in use',
    'changed user 2 text, version in use',
    'removed user 3',
    'restored user 3',
  ]);
  expect(JSON.stringify(await registry.history('rain'))).toContain('a secret thing');
  expect(JSON.stringify((await registry.history('rain')).changes)).not.toContain('a secret thing');
});

it('records each change of a bundle, and of the tools affected by it', async () => {
  const { registry, editor, log } = await open();
  await editor.installer.importBundle(
    bundleOf('pack', draft(script({ name: 'rain', version: '1' }))),
    'page',
  );
  const { id } = registry.bundle('pack')!;
  await editor.bundles.patch('pack', { displayName: 'Skies' });
  await editor.bundles.patch('pack', { enabled: false }, 'page');
  await editor.bundles.patch('pack', { enabled: true });
  await editor.bundles.remove('pack', { withTools: true });
  await editor.bundles.restore('pack');
  expect(await log(id)).toEqual([
    'created page',
    'changed user',
    'disabled page',
    'enabled user',
    'deleted user',
    'restored user',
  ]);
  expect(await log(`${id}/rain`)).toEqual(['created page 1', 'removed user 1', 'restored user 1']);
});

it('records each switch of a built-in once', async () => {
  const { registry, log } = await open({ builtins: LIBRARY });
  await registry.setEnabled('search', false, 'page');
  await registry.setEnabled('search', false);
  await registry.setEnabled('search', true);
  expect(await log(`${BUNDLE_IDS.builtin}/search`)).toEqual(['disabled page 1', 'enabled user 1']);
  expect((await registry.history('search')).changes).toHaveLength(2);
});

it('records the changes made by an update of the program', async () => {
  const bundled = (description: string) => {
    const declared = { name: 'echo', version: '1', description };
    return [{ fileName: 'echo.lua', source: script(declared), spec: toToolSpec(declared) }];
  };
  const { page, log } = await open({ bundled: bundled('One') });
  await page.again({ bundled: bundled('Two') });
  await page.again({ bundled: bundled('Two') });
  expect(await log(`${BUNDLE_IDS.bundled}/echo`)).toEqual(['created program 1', 'changed program 1']);
});

describe('an operation without a log entry', () => {
  it('is a change that changes nothing', async () => {
    const { registry, editor, log } = await open();
    await registry.install(script({ name: 'rain', version: '1' }));
    await registry.install(script({ name: 'rain', version: '1' }));
    await registry.setPolicy('rain', 'allow');
    await registry.setPolicy('rain', 'allow');
    await registry.setEnabled('rain', true);
    await editor.useVersion('rain');
    await editor.forgetApproval('rain');
    const lines = await log(`${BUNDLE_IDS.mine}/rain`);
    expect(lines.filter((line) => line.startsWith('created'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('version in use'))).toEqual([]);
    const before = await registry.history('rain');
    await editor.useVersion('rain');
    expect(await registry.history('rain')).toEqual(before);
  });

  it('is a rejected change', async () => {
    const { registry, log } = await open();
    await registry.install(script({ name: 'rain', version: '1' }));
    await registry.install(script({ name: 'rain', version: '1', description: 'x' })).catch(() => undefined);
    await registry.configure('rain', { hosts: ['*'] }).catch(() => undefined);
    expect(await log(`${BUNDLE_IDS.mine}/rain`)).toEqual(['created user 1']);
  });
});
