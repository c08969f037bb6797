// Tools from outside stay outside: no slug, name, version, date or text of theirs changes, shadows or inherits from
// anything of the user's. Uses the real registry, with tools kept in memory.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLE_IDS, isReservedSlug } from '../core/bundle.ts';
import type { Tool } from '../core/tool.ts';
import type { BundleDraft, ToolDraft } from '../core/tool-draft.ts';
import type { InstallOptions } from './install-options.ts';
import { MemoryTools } from './memory-tools.ts';
import { pagesOn, type Page } from './pages.test-support.ts';
import type { ImportWay } from './placement.ts';
import { script } from './stand-in-runner.test-support.ts';
import { toolOf } from './origins.test-support.ts';

const open = pagesOn(async () => ({ store: new MemoryTools() }));
const ADDRESS = { url: 'https://bank.example/tools.zip', hash: 'a'.repeat(64) };
const ELSEWHERE = { url: 'https://evil.example/tools.zip', hash: 'b'.repeat(64) };

/** A user with tools of every origin, secrets in their configs, and grants. */
async function user(): Promise<Page<{ store: MemoryTools }>> {
  const page = await open({
    secrets: [{ name: 'BANK_KEY', value: 'hunter2-hunter2', hosts: ['bank.example'] }],
    bundled: [toolOf('clock')],
  });
  const { registry } = page;
  const editor = await registry.edit();
  const own: InstallOptions = { policy: 'allow', hosts: ['bank.example'], config: { key: '${BANK_KEY}' } };
  for (const version of ['1.0', '2.0']) await registry.install(script({ name: 'bank', version }), own);
  await editor.bundles.create({ slug: 'crm' });
  await registry.install(script({ name: 'notes', version: '1.0' }), { ...own, bundle: 'crm' });
  await editor.installer.importBundle(draftOf('pack', ['bank', 'rain']), 'user', { from: ADDRESS });
  await editor.installer.importBundle(draftOf('weather', ['rain', 'snow']), 'user');
  await registry.install(script({ name: 'bank', version: '7' }), {}, 'agent');
  for (const { id } of registry.list({ origin: 'imported' })) await registry.configure(id, own);
  await registry.setEnabled('weather__rain', false);
  return page;
}

function draftOf(slug: string, names: readonly string[], version = '1.0'): BundleDraft {
  const tools = names.map((name): ToolDraft => ({
    ...{ kind: 'lua', fileName: `${name}.lua`, source: script({ name, version }) },
    ...{ files: {}, config: {}, tags: [] },
  }));
  return { slug, displayName: slug, description: '', tools, secrets: [], notes: [] };
}

const slugs = fc.oneof(
  fc.constantFrom('my-tools', 'perilune', 'builtin', 'My-Tools', 'opened-files', 'proposed-tools-2'),
  fc.constantFrom('crm', 'CRM', 'pack', 'weather', 'weather-2', 'bank'),
  fc.constantFrom(...Object.values(BUNDLE_IDS)),
  fc.stringMatching(/^[A-Za-z0-9-]{1,64}$/),
);
const names = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('bank', 'notes', 'rain', 'snow', 'clock', 'crm__notes', 'pack__bank'),
  },
  fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
);
const versions = fc.oneof(fc.constantFrom('1.0', '2.0', '9.9'), fc.stringMatching(/^[0-9A-Za-z.+-]{1,64}$/));

const tools = fc.array(
  fc.record({
    name: names,
    version: versions,
    description: fc.constantFrom('', 'x'),
    config: fc.constantFrom(
      {},
      { key: '${BANK_KEY}' },
      { deep: [{ at: 'x${BANK_KEY}' }] },
      { url: 'https://a.example' },
    ),
    claims: fc.constantFrom(
      {},
      { policy: 'allow', hosts: ['evil.example'], writes: true, bundle: 'my-tools' },
    ),
    same: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

const times = fc.constantFrom(
  '1970-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  '2030-01-01T00:00:00.000Z',
);

const incoming = fc.record({
  slug: slugs,
  tools,
  displayName: fc.constantFrom('My tools', 'crm', 'X'),
  time: times,
});
type Incoming = typeof incoming extends fc.Arbitrary<infer T> ? T : never;

function asDraft({ slug, displayName, tools: list }: Incoming): BundleDraft {
  return {
    ...draftOf(slug, []),
    displayName,
    tools: list.map(({ name, version, description, config, claims, same }) => ({
      ...{ kind: 'lua' as const, fileName: 'x.lua', files: {}, tags: [] },
      source: same
        ? script({ name, version })
        : script({ name, version, description, ...claims, createdAt: '1970' }),
      config: config as ToolDraft['config'],
      ...(claims as object),
    })),
  };
}

/** Returns everything the user has: every tool, the tool behind each name, and every bundle. */
function holdings({ registry }: Page<{ store: MemoryTools }>) {
  const list = registry.list({ includeDisabled: true, connectors: true });
  return {
    names: new Map(list.map(({ name }) => [name, registry.get(name)!])),
    tools: registry.bundles().flatMap(({ id }) => registry.toolsIn(id)),
    bundles: registry.bundles(),
  };
}

type Holdings = ReturnType<typeof holdings>;

function expectUntouched(before: Holdings, after: Holdings): void {
  for (const [name, tool] of before.names) expect(after.names.get(name), name).toEqual(tool);
  for (const tool of before.tools) expect(after.tools).toContainEqual(tool);
  for (const bundle of before.bundles) {
    const { from: _, modifiedAt: _m, ...kept } = bundle;
    expect(after.bundles).toContainEqual(expect.objectContaining(kept));
  }
}

/** Checks that the new tools inherit nothing. */
function expectFresh(before: Holdings, came: readonly Tool[]): void {
  const ids = new Set(before.tools.flatMap(({ id, folder }) => [id, folder]));
  for (const tool of came) {
    expect(tool).toMatchObject({ policy: 'ask', hosts: [], writes: false });
    expect(tool.origin === 'imported' || tool.origin === 'agent').toBe(true);
    expect(tool).not.toHaveProperty('approved');
    expect(ids.has(tool.folder), 'its folder').toBe(false);
    expect(JSON.stringify(tool.config)).not.toContain('BANK_KEY');
  }
}

describe('an outside draft with any slug, name, version, text, config and claims, at any time', () => {
  it.each<[string, ImportWay]>([
    ['from a file or a link', {}],
    ['from another address', { from: ELSEWHERE }],
  ])('changes, shadows and inherits nothing: %s', async (_, way) => {
    await fc.assert(
      fc.asyncProperty(fc.array(incoming, { minLength: 1, maxLength: 3 }), async (list) => {
        const page = await user();
        const { installer } = await page.registry.edit();
        for (const one of list) {
          const before = holdings(page);
          page.time = one.time;
          const report = await installer.importBundle(asDraft(one), 'user', way).catch((error: unknown) => {
            expect(error).toMatchObject({ code: expect.stringMatching(/bad_request|conflict/) as string });
            expect(holdings(page)).toEqual(before);
            return undefined;
          });
          const after = holdings(page);
          if (way.from && report && before.bundles.some(({ id }) => id === report.bundle.id)) continue;
          expectUntouched(before, after);
          if (!report) continue;
          expect(report.tools.length > 0 && isReservedSlug(one.slug)).toBe(false);
          if (report.tools.length > 0)
            expect(before.bundles.map(({ id }) => id)).not.toContain(report.bundle.id);
          const brought = after.tools.filter(({ id }) => !before.tools.some((tool) => tool.id === id));
          expectFresh(before, brought);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('changes nothing when a person opens it as a single file, or installs what a model proposed', async () => {
    await fc.assert(
      fc.asyncProperty(tools, times, fc.boolean(), async (list, time, isProposal) => {
        const page = await user();
        page.time = time;
        const { registry } = page;
        for (const tool of asDraft({ slug: 'x', displayName: 'X', tools: list, time }).tools) {
          const before = holdings(page);
          const given: InstallOptions = {
            files: {},
            replace: true,
            policy: 'allow',
            hosts: ['evil.example'],
            writes: true,
          };
          const came = isProposal
            ? await registry.install(tool.source, given, 'agent')
            : await registry.install(tool.source, given, 'user', { origin: 'imported' });
          expectUntouched(before, holdings(page));
          if (!before.tools.some(({ id }) => id === came.id)) expectFresh(before, [came]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('gets a new folder, no config and no grants where a person picks it, under any version', async () => {
    await fc.assert(
      fc.asyncProperty(incoming, fc.constantFrom('my-tools', 'crm', 'pack', 'weather'), async (one, into) => {
        const page = await user();
        const { installer } = await page.registry.edit();
        const before = holdings(page);
        page.time = one.time;
        const report = await installer
          .importBundle(asDraft(one), 'user', { into, replace: true })
          .catch((error: unknown) => void expect(error).toMatchObject({ code: 'conflict' }));
        if (!report) return expect(holdings(page)).toEqual(before);
        const after = holdings(page);
        expectFresh(
          before,
          after.tools.filter(({ id }) => !before.tools.some((tool) => tool.id === id)),
        );
        for (const [name, { bundle, slug }] of before.names) {
          expect(after.names.get(name), name).toMatchObject({ bundle, slug });
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the name of a tool', () => {
  it('stays with the tool when its first version is removed, whatever other tools exist by then', async () => {
    const page = await open();
    const { registry } = page;
    const put = (version: string) => registry.install(script({ name: 'bank', version }));
    await put('1');
    const { installer } = await registry.edit();
    page.time = '2026-02-01T00:00:00.000Z';
    await installer.importBundle(draftOf('pack', ['bank']), 'user');
    page.time = '2026-03-01T00:00:00.000Z';
    const second = await put('2');
    await registry.remove('bank@1');
    expect(registry.get('bank')).toEqual(second);
    expect(registry.get('pack__bank')?.origin).toBe('imported');
  });
});

describe('an import from the same address', () => {
  it('updates its bundle: config and folder stay, grants do not', async () => {
    const page = await user();
    const { registry } = page;
    const { installer } = await registry.edit();
    const before = registry.get('pack__bank')!;
    const from = { ...ADDRESS, hash: 'c'.repeat(64) };
    const {
      bundle,
      tools: [next],
    } = await installer.importBundle(draftOf('pack', ['bank'], '2'), 'user', { from });
    expect(bundle.id).toBe(before.bundle);
    expect(next).toMatchObject({ folder: before.folder, config: before.config, hosts: [], policy: 'ask' });
    expect(registry.bundle('pack')?.from).toEqual(from);
  });

  it('does not replace a tool that a person installed there', async () => {
    const page = await user();
    const { registry } = page;
    await registry.install(script({ name: 'mine', version: '1' }), {
      bundle: 'pack',
      config: { key: '${BANK_KEY}' },
    });
    const before = holdings(page);
    const { installer } = await registry.edit();
    const from = { ...ADDRESS, hash: 'c'.repeat(64) };
    await expect(
      installer.importBundle(draftOf('pack', ['mine'], '2'), 'user', { from }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/came from elsewhere/) as string,
    });
    expect(holdings(page)).toEqual(before);
  });
});

describe('settings that a person hands over', () => {
  it("are kept only by that person's choice, part by part", async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.boolean(), async (config, folder) => {
        const { registry } = await user();
        const before = registry.get('bank')!;
        const next = await registry.install(
          script({ name: 'bank', version: '9.9' }),
          { bundle: 'my-tools' },
          'user',
          { origin: 'imported', keep: { config, folder } },
        );
        expect(next.folder === before.folder).toBe(folder);
        expect(next.config).toEqual(config ? before.config : {});
        expect(next).toMatchObject({ origin: 'imported', policy: 'ask', hosts: [], writes: false });
      }),
    );
  });

  it('name secrets one by one', async () => {
    const { registry } = await user();
    const { installer } = await registry.edit();
    const asks = draftOf('asks', ['asker']);
    asks.tools[0]!.config = { key: '${BANK_KEY}', other: '${NEW_KEY}', plain: 1 };
    const first = await installer.importBundle(asks, 'user');
    expect(first).toMatchObject({
      withheld: ['BANK_KEY'],
      tools: [{ config: { other: '${NEW_KEY}', plain: 1 } }],
    });
    const again = await installer.importBundle({ ...asks, slug: 'again' }, 'user', { secrets: ['BANK_KEY'] });
    expect(again).toMatchObject({ withheld: [], tools: [{ config: asks.tools[0]!.config }] });
  });
});

describe('bundles that are part of the program, or of a server', () => {
  it.each(['builtin', 'perilune'])('accept no tool: %s', async (bundle) => {
    const page = await user();
    const before = holdings(page);
    const { installer } = await page.registry.edit();
    const refused = { code: 'denied', message: expect.stringMatching(/choose another bundle/) as string };
    await expect(page.registry.install(script({ name: 'x' }), { bundle }, 'page')).rejects.toMatchObject(
      refused,
    );
    await expect(installer.importBundle(draftOf('y', ['x']), 'user', { into: bundle })).rejects.toMatchObject(
      refused,
    );
    expect(holdings(page)).toEqual(before);
  });

  it('keep what a user makes of a bundled tool', async () => {
    const { registry } = await user();
    const mine = await registry.install(script({ name: 'clock', version: '2' }), { bundle: 'perilune' });
    expect(registry.get('clock')).toEqual(mine);
    expect(mine.origin).toBe('user');
  });
});
