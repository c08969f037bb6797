// Tools from outside: they ask, have no grants, and loosen nothing, whatever they claim.
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, HIGHEST_LIMITS } from '../core/limits.ts';
import type { ToolDraft } from '../core/tool-draft.ts';
import type { InstallOptions } from './install-options.ts';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('strangers');
const PAGE = { caller: { kind: 'page' } } as const;

async function open() {
  const page = await setUp();
  const { registry } = page;
  const { installer } = await registry.edit();
  const bring = (...tools: ToolDraft[]) => installer.importBundle(bundleOf('pack', ...tools), 'user');
  /** As when a person picks the bundle by hand. */
  const put = (...tools: ToolDraft[]) =>
    installer.importBundle(bundleOf('theirs', ...tools), 'user', { into: 'pack' });
  const byAgent = (source: string, options: object = {}) => registry.install(source, options, 'agent');
  return { page, registry, installer, bring, put, byAgent };
}

const GREEDY: InstallOptions = {
  policy: 'allow',
  hosts: ['evil.example'],
  writes: true,
  limits: { memory: HIGHEST_LIMITS.memory, hostCalls: HIGHEST_LIMITS.hostCalls },
};
const HUMBLE = { policy: 'ask', hosts: [], writes: false };
const greedy = (name: string, version = '1') =>
  script({ name, version, approve: false, hosts: ['evil.example'], policy: 'allow', writes: true });

describe('an imported or model-made tool', () => {
  it('starts as ask, without grants, whatever its script, options or draft claim', async () => {
    const { bring, byAgent } = await open();
    const { tools } = await bring(draft(greedy('one'), { ...(GREEDY as object) }));
    expect(tools).toMatchObject([{ ...HUMBLE, origin: 'imported' }]);
    expect(tools[0]).not.toHaveProperty('approved');
    expect(await byAgent(greedy('two'), { ...GREEDY, approved: 'x' })).toMatchObject({
      ...HUMBLE,
      origin: 'agent',
    });
  });

  it('gets no limits above the defaults, and the lower ones that it asks for', async () => {
    const { bring, byAgent } = await open();
    const limits = { memory: HIGHEST_LIMITS.memory, hostCalls: 5, result: HIGHEST_LIMITS.result };
    const expected = { memory: DEFAULT_LIMITS.memory, hostCalls: 5, result: DEFAULT_LIMITS.result };
    const { tools } = await bring(draft(greedy('one'), { limits }));
    expect(tools[0]?.limits).toEqual(expected);
    expect((await byAgent(greedy('two'), { limits })).limits).toEqual(expected);
  });

  it.each(['import', 'agent'])("loosens none of the user's choices as a new version (%s)", async (how) => {
    const { registry, bring, put, byAgent } = await open();
    await bring(draft(script({ name: 'one', version: '1' }), { config: { key: 'theirs', more: 1 } }));
    await registry.configure('one', {
      policy: 'deny',
      hosts: ['api.example.com'],
      config: { key: 'mine' },
      maxCallsPerMinute: 5,
      llmCallable: false,
      userCallable: false,
      limits: { hostCalls: 7 },
    });
    await registry.setEnabled('one', false);
    const claims = {
      ...GREEDY,
      enable: true,
      maxCallsPerMinute: 500,
      llmCallable: true,
      userCallable: true,
      config: { key: 'evil', extra: 2 },
      limits: { hostCalls: 900 },
    };
    if (how === 'import') {
      await put(draft(greedy('one', '2'), { ...(claims as object), config: claims.config }));
    } else await byAgent(greedy('one', '2'), { ...claims, bundle: 'pack' });
    expect(registry.get('one@2')).toMatchObject({
      policy: 'deny',
      hosts: [],
      writes: false,
      enabled: false,
      maxCallsPerMinute: 5,
      llmCallable: false,
      userCallable: false,
      config: { key: 'evil', extra: 2 },
      limits: { hostCalls: 7 },
    });
  });

  it.each(['import', 'agent'])(
    'changes no setting of an installed tool with the same text (%s)',
    async (how) => {
      const { registry, bring, byAgent } = await open();
      const source = script({ name: 'one', version: '1' });
      await bring(draft(source, { config: { key: 'theirs' } }));
      await registry.configure('one', { policy: 'allow', hosts: ['a.example'], config: { key: 'mine' } });
      const before = await registry.setEnabled('one', false);
      const claims = { ...GREEDY, policy: 'ask' as const, hosts: ['b.example'], config: { key: 'evil' } };
      if (how === 'import') {
        const again = await bring(draft(source, { ...(claims as object), config: claims.config }));
        expect(again).toMatchObject({ tools: [], unchanged: ['one'] });
      } else await byAgent(source, { ...claims, enable: true, bundle: 'pack' });
      expect(registry.get('one')).toEqual(before);
    },
  );

  it('keeps a deny that it claims itself', async () => {
    const { byAgent } = await open();
    expect((await byAgent(greedy('one'), { policy: 'deny' })).policy).toBe('deny');
  });
});

describe('an import', () => {
  it('is all or nothing: after one conflict there is no tool, bundle or change of it', async () => {
    const { page, registry, bring, put } = await open();
    await bring(draft(script({ name: 'one', version: '1' })));
    const before = await page.storage.store.read();
    const conflict = draft(script({ name: 'one', version: '1', description: 'Another' }));
    await expect(put(draft(script({ name: 'new' })), conflict)).rejects.toMatchObject({ code: 'conflict' });
    expect(await page.storage.store.read()).toEqual(before);
    expect(registry.get('new')).toBeUndefined();
  });

  it("is rejected as a whole when the sandbox can't read one of its tools", async () => {
    const { page, bring } = await open();
    const inspect = page.runner.inspect.bind(page.runner);
    page.runner.inspect = async (source, fileName) => {
      if (source.includes('"last"'))
        throw new (await import('../core/errors.ts')).Failure('unavailable', 'x');
      return inspect(source, fileName);
    };
    await expect(bring(draft(script({ name: 'a' })), draft(script({ name: 'last' })))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await page.storage.store.read()).toMatchObject({ tools: [], bundles: [] });
  });

  it('with several versions of a tool selects the last one', async () => {
    const { registry, bring } = await open();
    const versions = ['10', '9', '11'].map((version) => draft(script({ name: 'one', version })));
    await bring(...versions);
    expect(registry.versions('one').map(({ spec }) => spec.version)).toEqual(['11', '9', '10']);
  });

  it("keeps a tool that can't run: listed, with its source and the reason, switched off and not callable", async () => {
    const { page, registry, bring } = await open();
    const { tools } = await bring(
      draft('function (', { fileName: 'broken.lua' }),
      draft('#!/bin/sh', {
        fileName: 'shell.sh',
        problem: 'It runs in a shell, which there is none of here.',
      }),
    );
    expect(tools).toMatchObject([
      { name: 'broken', enabled: false, source: 'function (' },
      { name: 'shell', enabled: false, source: '#!/bin/sh' },
    ]);
    for (const later of [page, await page.again()]) {
      const problem = 'It runs in a shell, which there is none of here.';
      const listed = later.registry.list({ includeDisabled: true });
      expect(listed).toMatchObject([{ problem: 'tool.lua:1: syntax error' }, { problem }]);
      expect((await later.registry.call('shell', {}, PAGE)).outcome.error).toEqual({
        code: 'disabled',
        message: `tool 'shell' cannot be called: ${problem}`,
      });
      await expect(later.registry.setEnabled('shell', true)).rejects.toMatchObject({
        code: 'bad_request',
        message: problem,
      });
      const editor = await later.registry.edit();
      await expect(editor.useVersion('shell')).rejects.toMatchObject({ code: 'bad_request' });
    }
    expect(registry.list()).toEqual([]);
  });

  it('lets a readable source repair a broken tool, which is then on and still asks', async () => {
    const { registry, bring } = await open();
    const { tools } = await bring(draft('function (', { fileName: 'broken.lua' }));
    const mended = await registry.install(script({ name: 'broken', version: '1' }));
    expect(mended).toMatchObject({ enabled: true, policy: 'ask', folder: tools[0]?.folder, hosts: [] });
    expect(mended).not.toHaveProperty('problem');
    expect(registry.infoOf(mended)).toMatchObject({ name: 'broken', bundle: 'pack' });
    expect((await registry.call('broken', {}, { caller: { kind: 'user' } })).outcome.error).toBeUndefined();
  });

  it("lets a broken tool's own text repair it once the sandbox can read it", async () => {
    const { registry, bring } = await open();
    const source = script({ name: 'late', version: '1' });
    await bring(draft(source, { fileName: 'late.lua', problem: 'Not yet.' }));
    const { tools } = await bring(draft(source, { fileName: 'late.lua' }));
    expect(tools).toMatchObject([{ enabled: true }]);
    expect(registry.list()).toMatchObject([{ name: 'late' }]);
  });
});
