// Server tools in the repository, with the real tables: what a server's list may change, and what it may not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { McpTool } from '../../core/mcp-tool.ts';
import { script } from '../stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from '../stored-pages.test-support.ts';
import { GONE } from './server-tools.ts';

const setUp = storedPages('server-tools');
const SERVER = { id: '01900000-0000-7000-8000-000000000001', name: 'git', url: 'https://git.example/mcp' };

function tool(name: string, more: Partial<McpTool> = {}): McpTool {
  return { name, description: `Does ${name}`, parameters: { type: 'object', properties: {} }, ...more };
}

async function open() {
  const { registry } = await setUp();
  const { servers } = await registry.edit();
  const sync = (...tools: McpTool[]) => servers.sync(SERVER, tools);
  return { registry, servers, sync, get: (name: string) => registry.get(name) };
}

it('are kept in a bundle of the server, ask before each call, and reach only its host', async () => {
  const { registry, sync, get } = await open();
  expect(await sync(tool('create-issue'), tool('search'))).toMatchObject({
    added: ['git__create_issue', 'git__search'],
  });
  expect(registry.bundle(SERVER.id)).toMatchObject({ slug: 'git', origin: 'imported' });
  expect(get('git__create_issue')).toMatchObject({
    kind: 'mcp',
    origin: 'imported',
    policy: 'ask',
    hosts: ['git.example'],
    enabled: true,
  });
  expect(JSON.parse(get('git__create_issue')?.source ?? '')).toMatchObject({ name: 'create-issue' });
  expect(registry.list({ kind: 'mcp' }).map(({ name }) => name)).toEqual([
    'git__create_issue',
    'git__search',
  ]);
});

it('never take the name of another tool', async () => {
  const { registry, sync } = await open();
  const { installer } = await registry.edit();
  await installer.importBundle(bundleOf('pack', draft(script({ name: 'git__search' }))), 'user');
  await sync(tool('search'), tool('a-b'), tool('a.b'), tool('a_b'), tool('x'.repeat(128)), tool('a-b'));
  expect(registry.get('git__search')?.kind).toBe('lua');
  const own = registry.list({ kind: 'mcp' }).map(({ name }) => name);
  expect(new Set(own).size).toBe(5);
  expect(own.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
});

it('lose every standing approval when their definition changes, and no restriction', async () => {
  const { registry, sync, get } = await open();
  await sync(tool('send'));
  const before = get('git__send');
  const editor = await registry.edit();
  if (before) await editor.remember(before, 'digest', { kind: 'user' });
  await registry.setPolicy('git__send', 'allow');
  await editor.configure('git__send', { maxCallsPerMinute: 3 });
  expect(await sync(tool('send'))).toEqual({ added: [], changed: [], gone: [] });
  expect(get('git__send')).toMatchObject({ policy: 'allow', approved: 'digest' });
  expect((await sync(tool('send', { description: 'Does something else' }))).changed).toEqual(['git__send']);
  const after = get('git__send');
  expect(after).toMatchObject({
    policy: 'ask',
    maxCallsPerMinute: 3,
    spec: { description: 'Does something else' },
  });
  expect(after?.approved).toBeUndefined();
  expect(after?.id).not.toBe(before?.id);
  expect(registry.versions('git__send')).toHaveLength(1);
});

it("lose it too when only the server's behaviour hints change", async () => {
  const { registry, sync, get } = await open();
  await sync(tool('send', { hints: { readOnly: true } }));
  await registry.setPolicy('git__send', 'allow');
  await sync(tool('send', { hints: { readOnly: false } }));
  expect(get('git__send')?.policy).toBe('ask');
});

it("stay, but can't be called, when they leave the list, and are still off when they return if they were", async () => {
  const { registry, sync, get } = await open();
  await sync(tool('one'), tool('two'));
  await registry.setEnabled('git__two', false);
  expect((await sync()).gone.sort()).toEqual(['git__one', 'git__two']);
  expect(get('git__one')?.problem).toBe(GONE);
  const report = await registry.call('git__one', {}, { caller: { kind: 'user' } });
  expect(report.outcome.error?.code).toBe('disabled');
  await sync(tool('one'), tool('two', { description: 'new' }));
  expect(get('git__one')).toMatchObject({ enabled: true });
  expect(get('git__one')?.problem).toBeUndefined();
  expect(get('git__two')).toMatchObject({ enabled: false, policy: 'ask' });
});

it("don't pile up when a server renames them each time", async () => {
  const { registry, sync } = await open();
  for (let round = 0; round < 4; round++) {
    await sync(...Array.from({ length: 60 }, (_, index) => tool(`t${round}_${index}`)));
  }
  expect(registry.toolsIn(SERVER.id)).toHaveLength(160);
});

it('are removed and restored with their server, and not restored by a list', async () => {
  const { registry, servers, sync } = await open();
  await sync(tool('one'));
  await servers.remove(SERVER.id);
  expect(registry.list({ kind: 'mcp' })).toEqual([]);
  await sync(tool('one'), tool('two'));
  expect(registry.list({ kind: 'mcp' })).toEqual([]);
  await servers.restore(SERVER.id);
  expect(registry.list({ kind: 'mcp' }).map(({ name }) => name)).toEqual(['git__one']);
  await servers.switch(SERVER.id, false);
  expect(registry.list({ kind: 'mcp' })).toEqual([]);
});

it("can't be called where there are no servers", async () => {
  const { sync, registry } = await open();
  await sync(tool('one'));
  const report = await registry.call('git__one', {}, { caller: { kind: 'user' } });
  expect(report.outcome.error).toMatchObject({ code: 'unavailable' });
});

it('check their arguments before anything is sent, whatever their policy', async () => {
  const { registry, sync } = await open();
  const parameters = { type: 'object' as const, properties: { to: { type: 'string' } }, required: ['to'] };
  await sync(tool('send', { parameters }));
  await registry.setPolicy('git__send', 'allow');
  const caller = { kind: 'agent', conversation: 'c', call: '1' } as const;
  const report = await registry.call('git__send', {}, { caller });
  expect(report.outcome.error?.code).toBe('bad_request');
});

const PART = fc.constantFrom(
  'git',
  '__',
  'search',
  'x_',
  '-',
  '.',
  '\u00e4',
  'constructor',
  '__proto__',
  '/',
  'S',
  ' ',
);
const NAME = fc.oneof(
  fc.array(PART, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ minLength: 1 }),
);

it('never change a tool of the user, and lower no policy, whatever a server lists', async () => {
  const { registry, sync } = await open();
  const { installer } = await registry.edit();
  const drafts = ['git__search', 'search', 'x_'].map((name) => draft(script({ name })));
  await installer.importBundle(bundleOf('pack', ...drafts), 'user');
  const users = () => registry.list().filter(({ kind }) => kind !== 'mcp');
  const before = users();
  const listed = fc.record({
    name: NAME,
    description: fc.string(),
    title: fc.string(),
    hints: fc.record({ readOnly: fc.boolean(), destructive: fc.boolean() }),
  });
  const claims = fc.record({
    policy: fc.constant('allow'),
    approve: fc.constant(false),
    hosts: fc.constant(['*']),
    kind: fc.constant('lua'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(listed, claims), { maxLength: 4 }), async (given) => {
      await sync(...given.map(([{ name, ...said }, more]) => tool(name, { ...said, ...more })));
      expect(users()).toEqual(before);
      for (const { name } of registry.list({ kind: 'mcp' })) {
        const tool = registry.get(name);
        expect(tool).toMatchObject({ origin: 'imported', policy: 'ask', hosts: ['git.example'] });
        expect(name).toMatch(/^git__[A-Za-z0-9_]*$/);
        expect(name.length).toBeLessThanOrEqual(64);
      }
    }),
    { numRuns: 40 },
  );
  expect(registry.list({ kind: 'mcp' }).length).toBeGreaterThan(5);
});
