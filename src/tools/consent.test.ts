// The scope of approvals: each holds exactly as far as it was given.
import { expect, it, vi } from 'vitest';
import type { Caller } from '../core/call.ts';
import type { ApprovalRequest } from './approvals.ts';
import type { Scope } from '../core/ports/approval.ts';
import { script } from './stand-in-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('consent');
const agent = (conversation = 'c'): Caller => ({ kind: 'agent', conversation, call: '1' });

async function asking() {
  const page = await setUp();
  await page.registry.install(script({ name: 'send', version: '1' }), { policy: 'ask' });
  const { approvals, registry } = page;
  /** Makes a call, answers the question if there is one, and reports whether it was asked and the outcome. */
  const call = async (scope?: Scope, caller = agent(), digest = (one: ApprovalRequest) => one.digest) => {
    const asked = vi.fn();
    const leave = approvals.onChange(() => {
      const [request] = approvals.pending;
      if (!request || asked.mock.calls.length > 0) return;
      asked(request);
      queueMicrotask(() =>
        scope ? approvals.approve(request.id, digest(request), scope) : approvals.deny(request.id),
      );
    });
    const { outcome } = await registry.call('send', { to: 'Ada' }, { caller });
    leave();
    return [asked.mock.calls.length > 0 ? 'asked' : 'not asked', outcome.error?.code ?? 'ok'].join(', ');
  };
  return { ...page, page, call };
}

it('covers one call with “once”', async () => {
  const { call } = await asking();
  expect(await call('once')).toBe('asked, ok');
  expect(await call('once')).toBe('asked, ok');
  expect(await call()).toBe('asked, denied');
});

it('covers that chat, on this page, with “in this chat”', async () => {
  const { call } = await asking();
  expect(await call('chat')).toBe('asked, ok');
  expect(await call()).toBe('not asked, ok');
  const nested: Caller = {
    kind: 'tool',
    name: 'x',
    depth: 1,
    first: { kind: 'agent', conversation: 'c', call: '2' },
  };
  expect(await call(undefined, nested)).toBe('not asked, ok');
  expect(await call(undefined, agent('another'))).toBe('asked, denied');
  expect(await call(undefined, { kind: 'page' })).toBe('asked, denied');
});

const APP = { kind: 'app', server: 'board.example', conversation: 'c' } as const;

it.each([
  ['browser', { kind: 'browser' }],
  ['http', { kind: 'http' }],
  ['app', APP],
] as const)(
  'covers no call of an outside caller (%s) with an “always” given in a chat, nor the reverse',
  async (kind, caller) => {
    const { page, call, registry } = await asking();
    expect(await call('version')).toBe('asked, ok');
    expect(await call(undefined, caller)).toBe('asked, denied');
    const nested: Caller = { kind: 'tool', name: 'x', depth: 1, first: caller };
    expect(await call(undefined, nested)).toBe('asked, denied');
    await (await registry.edit()).forgetApproval('send');

    expect(await call('version', caller)).toBe('asked, ok');
    expect(await call(undefined, caller)).toBe('not asked, ok');
    expect(await call(undefined, nested)).toBe('not asked, ok');
    expect(await call()).toBe('asked, denied');
    expect(await call(undefined, kind === 'http' ? APP : { kind: 'http' })).toBe('asked, denied');
    const later = await page.again();
    expect((await later.registry.call('send', {}, { caller })).outcome.error).toBeUndefined();
    await (await registry.edit()).forgetApproval('send');
    expect(await call(undefined, caller)).toBe('asked, denied');
  },
);

it('covers no call of an app with an “in this chat” given for the model', async () => {
  const { call } = await asking();
  expect(await call('chat')).toBe('asked, ok');
  expect(await call(undefined, APP)).toBe('asked, denied');
});

it("can't be given “in this chat” where there is no chat", async () => {
  const { call } = await asking();
  expect(await call('chat', { kind: 'page' })).toBe('asked, denied');
});

it('is stored with the version for “always”: for all callers inside the app and later starts, until revoked', async () => {
  const { page, call, registry } = await asking();
  expect(await call('version')).toBe('asked, ok');
  expect(await call(undefined, { kind: 'page' })).toBe('not asked, ok');
  const later = await page.again();
  expect((await later.registry.call('send', {}, { caller: agent() })).outcome.error).toBeUndefined();
  await (await registry.edit()).forgetApproval('send');
  expect(await call()).toBe('asked, denied');
});

it.each<[string, (page: Awaited<ReturnType<typeof asking>>) => Promise<unknown>]>([
  ['host', ({ registry }) => registry.configure('send', { hosts: ['a.example'] })],
  ['config', ({ registry }) => registry.configure('send', { config: { key: 'b' } })],
  ['limit', ({ registry }) => registry.configure('send', { limits: { hostCalls: 3 } })],
  ['right to write', ({ registry }) => registry.configure('send', { writes: true })],
  [
    'text under the same version',
    ({ registry }) =>
      registry.install(script({ name: 'send', version: '1', description: 'x' }), { replace: true }),
  ],
  [
    'file',
    ({ registry }) =>
      registry.install(script({ name: 'send', version: '1' }), { files: { 'a.lua': '' }, replace: true }),
  ],
  ['version', ({ registry }) => registry.install(script({ name: 'send', version: '2' }))],
])("doesn't cover another %s, whatever was approved before", async (_, change) => {
  const page = await asking();
  expect(await page.call('chat')).toBe('asked, ok');
  expect(await page.call('version', agent('another'))).toBe('asked, ok');
  await change(page);
  expect(await page.call()).toBe('asked, denied');
});

it('is refused with a forged or stale digest', async () => {
  const { call } = await asking();
  expect(await call('version', agent(), () => 'f'.repeat(64))).toBe('asked, denied');
  let stale = '';
  await call('once', agent(), ({ digest }) => (stale = digest));
  const { call: other } = await asking();
  expect(await other('once', agent(), () => stale)).toBe('asked, denied');
});

it("ignores an “always” in a tool's record unless the digest matches", async () => {
  const { page, call, storage, registry } = await asking();
  await storage.database.put('tools', { ...registry.get('send')!, approved: '0'.repeat(64) });
  const next = await page.again();
  const pending = next.registry.call('send', {}, { caller: agent() });
  await vi.waitFor(() => expect(next.approvals.pending).toHaveLength(1));
  next.approvals.deny(next.approvals.pending[0]!.id);
  expect((await pending).outcome.error?.code).toBe('denied');
  expect(await call()).toBe('asked, denied');
});

it("that can't be saved covers this call, and is asked for again", async () => {
  const { call, storage } = await asking();
  const commit = vi.spyOn(storage.store, 'commit').mockResolvedValue(undefined);
  expect(await call('version')).toBe('asked, ok');
  commit.mockRestore();
  expect(await call()).toBe('asked, denied');
});

it('is never asked of a scheduled run: it has an earlier one, or fails with advice', async () => {
  const { call, registry } = await asking();
  const caller: Caller = { kind: 'schedule', feed: 'f' };
  expect(await call('once', caller)).toBe('not asked, denied');
  const { outcome } = await registry.call('send', { to: 'Ada' }, { caller });
  expect(outcome.error?.message).toMatch(
    /^'send' asks before each call, .* run it by hand, or choose “Allow”/,
  );
  expect(await call('version')).toBe('asked, ok');
  expect(await call('once', caller)).toBe('not asked, ok');
});

it('never asks during a call of an automation, nor of a tool that it calls', async () => {
  const { call } = await asking();
  const first = { kind: 'agent', conversation: 'c', call: '1', automation: 'a' } as const;
  const callers: Caller[] = [
    first,
    { kind: 'schedule', automation: 'a' },
    { kind: 'tool', name: 'outer', depth: 1, first },
  ];
  for (const caller of callers) expect(await call('once', caller)).toBe('not asked, denied');
});
