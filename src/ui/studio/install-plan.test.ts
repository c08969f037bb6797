// A script on its way in: what is granted is what was ticked, and nothing else.
import { expect, it } from 'vitest';
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
  const installed: { source: string; options: unknown }[] = [];
  return {
    installed,
    get: () => existing as Tool | undefined,
    inspect: async () => SPEC,
    install: async (source: string, options: unknown) => {
      installed.push({ source, options });
      return { name: 'fetcher' } as Tool;
    },
  };
}

function candidate(source: string, beside: Record<string, string> = {}) {
  return {
    file: new File([source], 'fetcher.lua'),
    modules: [{ path: 'lib/words.lua', file: new File(['return 1'], 'words.lua') }],
    beside: Object.entries(beside).map(([path, text]) => ({ path, file: new File([text], path) })),
  };
}

it('grants no host that was not ticked, and none that is not one', async () => {
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

it('gives the tool the files beside it when its script names one, and can be told not to', async () => {
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

it('names the grants that end with the old script, and keeps those of the same one', async () => {
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

it('refuses a module that is no text, by name', async () => {
  const plan = new InstallPlan(tools(), {
    file: new File(['x'], 'fetcher.lua'),
    modules: [{ path: 'lib/odd.lua', file: new File([new Uint8Array([0xff, 0xfe])], 'odd.lua') }],
    beside: [],
  });
  await plan.look();
  expect(plan.problem?.message).toContain('lib/odd.lua');
  expect(await plan.install()).toBeUndefined();
});
