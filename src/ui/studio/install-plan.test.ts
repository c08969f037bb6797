// Installing a script: only ticked requests are granted.
import { expect, it, vi } from 'vitest';
import type { Bundle } from '../../core/bundle.ts';
import type { Tool, ToolSpec } from '../../core/tool.ts';
import { InstallPlan } from './install-plan.svelte.ts';

const SPEC: ToolSpec = {
  name: 'fetcher',
  version: '1',
  description: '',
  parameters: { type: 'object' },
  timeout: 30,
  approve: false,
  hosts: ['api.example.com', '*.example.com'],
};

function tools(existing?: Partial<Tool>) {
  const installed: { source: string; options: unknown; coming: unknown }[] = [];
  return {
    installed,
    folders: { list: async () => [{ path: 'kept.txt', size: 1, modified: '' }] },
    tools: {
      get: () =>
        (existing && { id: 'old', bundle: 'mine', name: 'fetcher', ...existing }) as Tool | undefined,
      list: () => [],
      bundle: () => MINE,
      bundles: () => [MINE],
      inspect: async () => SPEC,
      install: async (source: string, options: unknown, _by: unknown, coming: unknown) => {
        installed.push({ source, options, coming });
        return { name: 'fetcher' } as Tool;
      },
    },
  };
}

const MINE = {
  id: 'mine',
  slug: 'my-tools',
  displayName: 'My tools',
  origin: 'user',
  enabled: true,
} as Bundle;

function candidate(source: string, beside: Record<string, string> = {}) {
  return {
    file: new File([source], 'fetcher.lua'),
    modules: [{ path: 'lib/words.lua', file: new File(['return 1'], 'words.lua') }],
    beside: Object.entries(beside).map(([path, text]) => ({ path, file: new File([text], path) })),
  };
}

it('grants no host that was not ticked, and no invalid one', async () => {
  const registry = tools();
  const plan = new InstallPlan(registry, candidate('x'));
  await plan.look();
  expect(plan.hosts).toEqual(['api.example.com']);
  await plan.install();
  plan.grant('api.example.com', true);
  await plan.install();
  expect(registry.installed.map(({ options }) => options)).toMatchObject([
    { hosts: [], writes: false, files: { 'lib/words.lua': 'return 1' } },
    { hosts: ['api.example.com'], writes: false },
  ]);
});

it('gives the tool the files next to it if its script names one, unless declined', async () => {
  const registry = tools();
  const plan = new InstallPlan(registry, candidate('fs.read("cities.csv")', { 'cities.csv': 'Paris' }));
  await plan.look();
  expect(plan.takesBeside).toBe(true);
  await plan.install();
  plan.takesBeside = false;
  await plan.install();
  expect(registry.installed[0]?.options).toMatchObject({ files: { 'cities.csv': 'Paris' } });
  expect(Object.keys((registry.installed[1]?.options as { files: object }).files)).toEqual(['lib/words.lua']);
});

it('lists the grants that end with the old script, and keeps those of an identical one', async () => {
  const granted = {
    hosts: ['api.example.com'],
    files: { 'lib/words.lua': 'return 1' },
    spec: SPEC,
    config: {},
  };
  const other = new InstallPlan(tools({ ...granted, source: 'old' }), candidate('new'));
  await other.look();
  expect(other.granted).toEqual([]);
  expect(other.lost).toEqual(['api.example.com']);

  const again = new InstallPlan(tools({ ...granted, source: 'same' }), candidate('same'));
  await again.look();
  expect(again.same).toBe(true);
  expect(again.granted).toEqual(['api.example.com']);
  expect(again.lost).toEqual([]);
});

it('asks before each call and counts as imported, whatever the replaced tool was allowed', async () => {
  const existing = {
    source: 'old',
    spec: SPEC,
    hosts: [],
    files: {},
    policy: 'allow',
    config: { key: '${BANK_KEY}' },
  };
  const registry = tools(existing as Partial<Tool>);
  const plan = new InstallPlan(registry, candidate('new'));
  await plan.look();
  expect(plan.policy).toBe('ask');
  await plan.install();
  expect(registry.installed[0]).toMatchObject({
    options: { policy: 'ask', bundle: 'my-tools' },
    coming: { origin: 'imported', keep: { config: false, folder: false } },
  });
});

it('says what it replaces and would receive, and passes it on only if chosen', async () => {
  const existing = {
    source: 'old',
    spec: { ...SPEC, version: '1.0' },
    hosts: [],
    files: {},
    config: { key: '${BANK_KEY}' },
  };
  const registry = tools(existing as Partial<Tool>);
  const plan = new InstallPlan(registry, candidate('new'));
  await plan.look();
  const replacement = plan.replacement!;
  await vi.waitFor(() => expect(replacement.files).toBe(1));
  expect(replacement.line).toBe('Replaces fetcher 1.0 · gets no config or files');
  replacement.keepsConfig = true;
  replacement.keepsFolder = true;
  expect(plan.replacement!.line).toBe('Replaces fetcher 1.0 · would see BANK_KEY · 1 file');
  await plan.install();
  expect(registry.installed[0]).toMatchObject({ coming: { keep: { config: true, folder: true } } });
});

it('goes to the bundle for opened files when installed next to its namesake, and replaces nothing', async () => {
  const registry = tools({ source: 'old', spec: SPEC, hosts: [], files: {}, config: {} });
  const plan = new InstallPlan(registry, candidate('new'));
  await plan.look();
  plan.into = '';
  expect(plan.replacement).toBeUndefined();
  await plan.install();
  expect(registry.installed[0]?.options).not.toHaveProperty('bundle');
});

it('refuses a binary module, by name', async () => {
  const plan = new InstallPlan(tools(), {
    file: new File(['x'], 'fetcher.lua'),
    modules: [{ path: 'lib/odd.lua', file: new File([new Uint8Array([0xff, 0xfe])], 'odd.lua') }],
    beside: [],
  });
  await plan.look();
  expect(plan.problem?.message).toContain('lib/odd.lua');
  expect(await plan.install()).toBeUndefined();
});
