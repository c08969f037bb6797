// Reviewing an import: what is shown before, what is installed, and the report.
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { App } from '../../apps/web/app.ts';
import { agentsNote } from '../../core/agents-note.ts';
import { Failure } from '../../core/errors.ts';
import type { BundleDraft, ImportFile, ToolDraft } from '../../core/tool-draft.ts';
import { unpackAlone } from '../../tools/formats/read-import.ts';
import { ImportPlan } from './import-plan.svelte.ts';

const draft = (fileName: string, given: Partial<ToolDraft> = {}): ToolDraft => ({
  kind: 'lua',
  fileName,
  source: '',
  files: {},
  config: {},
  tags: [],
  ...given,
});

const bundle = (slug: string, tools: ToolDraft[]): BundleDraft => ({
  slug,
  displayName: slug.toUpperCase(),
  description: '',
  tools,
  secrets: [],
  notes: [],
});

/** The operations and registry an import needs; `refuses` is the slug of a bundle to refuse. */
function app(bundles: BundleDraft[], refuses?: string) {
  const installed: { slug: string; tools: number; hash: string | undefined }[] = [];
  const operations = {
    unpack: async (files: readonly ImportFile[]) => unpackAlone(files),
    preview: async () => ({ bundles }),
    previewUrl: async (url: string, hash?: string) => {
      if (hash !== undefined) throw new Failure('denied', `${url} is not what was asked for`);
      return { bundles, from: { url, hash: 'abc' } };
    },
    install: async (
      preview: { bundles: BundleDraft[]; from?: { hash: string } },
      _by: string,
      { into }: { into?: string },
    ) =>
      preview.bundles.map(({ slug, tools }) => {
        if (slug === refuses) throw new Failure('conflict', 'that version is there with another text');
        installed.push({ slug: into ?? slug, tools: tools.length, hash: preview.from?.hash });
        return { bundle: { displayName: slug.toUpperCase() }, tools, unchanged: [], withheld: [] };
      }),
  };
  const installer = {
    inspect: async (_source: string, fileName: string) => {
      if (fileName.startsWith('broken')) throw new Failure('bad_request', 'it is broken');
      return { spec: { name: 'real_name', hosts: ['api.example.com', '*.example.com'], description: '' } };
    },
  };
  const fake = {
    tools: { bundle: () => undefined, edit: async () => ({ installer }) },
    toolParts: { operations: async () => operations },
  };
  return { installed, app: fake as unknown as App };
}

const FILES = [{ path: 'kit.zip', file: new File(['x'], 'kit.zip') }];

it('allows selecting from a large import, and reads and installs only the selection', async () => {
  const request = (n: number) => ({
    name: `op_${n}`,
    request: { method: 'get', url: `https://a.example/p/${n}` },
  });
  const many = Array.from({ length: 60 }, (_, n) =>
    draft(`op_${n}.http.json`, {
      kind: 'http',
      source: JSON.stringify(request(n)),
      tags: [n < 3 ? 'rare' : 'usual'],
    }),
  );
  const { app: fake, installed } = app([bundle('large', many)]);
  const plan = new ImportPlan(fake, { imports: FILES });
  await plan.lookAtFiles();
  const choice = plan.choice as NonNullable<typeof plan.choice>;
  expect([plan.stage, choice.count, plan.bundles]).toEqual(['choosing', 0, []]);
  expect(choice.tags).toEqual([
    { tag: 'usual', count: 57 },
    { tag: 'rare', count: 3 },
  ]);
  choice.query = 'GET /p/41';
  expect(choice.found.map(({ name }) => name)).toEqual(['op_41']);
  choice.setFound(true);
  choice.query = '';
  choice.tag = 'rare';
  choice.setFound(true);
  expect([choice.count, choice.hasAllFound]).toEqual([4, true]);
  await plan.choose();
  expect([plan.stage, plan.bundles[0]?.tools.length]).toEqual(['shown', 4]);
  await plan.install();
  expect(installed).toMatchObject([{ slug: 'large', tools: 4 }]);
});

it('selects no more tools than a bundle can hold', async () => {
  const many = Array.from({ length: 501 }, (_, n) => draft(`t_${n}.lua`));
  const plan = new ImportPlan(app([bundle('large', many)]).app, { imports: FILES });
  await plan.lookAtFiles();
  plan.choice?.setFound(true);
  expect(plan.choice?.problem).toBe('A bundle holds up to 500 tools. Choose fewer.');
  await plan.choose();
  expect(plan.stage).toBe('choosing');
});

it('shows each tool with its requests, and why one will not run', async () => {
  const stuck = draft('old.lua', { problem: 'it is written for python' });
  const kit = bundle('kit', [draft('a.lua'), draft('broken.lua'), stuck]);
  const plan = new ImportPlan(app([kit]).app, { imports: FILES });
  await plan.lookAtFiles();
  const seen = plan.bundles[0]?.tools.map(({ name, hosts, impossible, problem }) => [
    name,
    hosts,
    impossible,
    problem,
  ]);
  expect(seen).toEqual([
    ['real_name', ['api.example.com'], ['*.example.com'], undefined],
    ['broken', [], [], 'it is broken'],
    ['old', [], [], 'it is written for python'],
  ]);
  expect([plan.stage, plan.looked]).toEqual(['shown', true]);
});

it('installs nothing before confirmation, and then each bundle that is not refused', async () => {
  const fake = app([bundle('one', [draft('a.lua')]), bundle('two', []), bundle('three', [])], 'two');
  const plan = new ImportPlan(fake.app, { imports: FILES });
  await plan.install();
  await plan.lookAtFiles();
  expect(fake.installed).toEqual([]);
  await plan.install();
  await plan.install();
  expect(fake.installed.map(({ slug }) => slug)).toEqual(['one', 'three']);
  expect(plan.outcomes.map(({ name, problem }) => [name, problem])).toEqual([
    ['ONE', undefined],
    ['TWO', 'that version is there with another text'],
    ['THREE', undefined],
  ]);
});

it('puts everything into the selected bundle', async () => {
  const fake = app([bundle('one', []), bundle('two', [])]);
  const plan = new ImportPlan(fake.app, { imports: FILES, into: 'mine' });
  await plan.lookAtFiles();
  await plan.install();
  expect(fake.installed.map(({ slug }) => slug)).toEqual(['mine', 'mine']);
});

it("asks again for an address with refused content, and records an install's address", async () => {
  const fake = app([bundle('one', [])]);
  const plan = new ImportPlan(fake.app, { imports: [] });
  await plan.lookAtAddress('https://example.com/a.zip', 'f00');
  expect([plan.stage, plan.problem?.code]).toEqual(['address', 'denied']);
  await plan.lookAtAddress('https://example.com/a.zip', ' ');
  expect([plan.stage, plan.problem, plan.from?.hash]).toEqual(['shown', undefined, 'abc']);
  await plan.install();
  expect(fake.installed).toEqual([{ slug: 'one', tools: 0, hash: 'abc' }]);
});

it('shows an import that was read elsewhere, and installs what it shows', async () => {
  const { app: given, installed } = app([]);
  const from = { url: 'https://tools.example/', hash: 'abc', entry: 'tools/greet' };
  const preview = { bundles: [bundle('kit', [draft('greet.lua')])], from, updates: 'id of the bundle' };
  const plan = new ImportPlan(given, { imports: [], ready: { preview, name: 'greet' } });
  expect(plan.stage).toBe('reading');
  await plan.lookAtFiles();
  expect([plan.stage, plan.from, plan.updates]).toEqual(['shown', from, true]);
  await plan.install();
  expect(installed).toEqual([{ slug: 'kit', tools: 1, hash: 'abc' }]);
});

it('shows the agents of a configuration, and adds them as profiles, with tools or without', async () => {
  const taken: string[] = [];
  const profiles = async () => ({
    find: async (files: ReadonlyMap<string, string>) => ({
      agents: [{ name: 'helper', description: 'Helps', kind: 'text', text: [...files.values()].join('') }],
      problems: ['ctx.toml: agent lost: there is no file'],
      files: new Set(),
    }),
    take: async ({ name }: { name: string }) => (taken.push(name), { id: '1', name }),
  });
  const imports = [{ path: 'kit/ctx.toml', file: new File(['[agents.inline.helper]'], 'ctx.toml') }];
  const noted = { ...bundle('kit', [draft('greet.lua')]), notes: [agentsNote('ctx.toml'), 'Another note.'] };
  const both = new ImportPlan({ ...app([noted]).app, profiles } as unknown as App, { imports });
  await both.lookAtFiles();
  expect(both.agents.found.map(({ name }) => name)).toEqual(['helper']);
  expect(both.bundles[0]!.draft.notes).toEqual(['Another note.']);
  await both.install();
  expect([both.agents.added.length, taken, both.stage]).toEqual([1, ['helper'], 'done']);

  const zip = new File([zipSync({ 'ctx.toml': strToU8('[agents.inline.packed]') })], 'kit.zip');
  const zipped = new ImportPlan({ ...app([noted]).app, profiles } as unknown as App, {
    imports: [{ path: 'kit.zip', file: zip }],
  });
  await zipped.lookAtFiles();
  expect(zipped.agents.found.map(({ text }) => text)).toEqual(['[agents.inline.packed]']);
  expect(zipped.bundles[0]!.draft.notes).toEqual(['Another note.']);

  const alone = app([]);
  (alone.app.toolParts as { operations: unknown }).operations = async () => ({
    unpack: async (files: readonly ImportFile[]) => files,
    preview: () => Promise.reject(new Failure('bad_request', 'there is no tool in it')),
  });
  const only = new ImportPlan({ ...alone.app, profiles } as unknown as App, { imports });
  await only.lookAtFiles();
  expect([only.stage, only.looked, only.problem, only.bundles]).toEqual(['shown', true, undefined, []]);
  await only.install();
  expect(taken).toEqual(['helper', 'helper']);
});
