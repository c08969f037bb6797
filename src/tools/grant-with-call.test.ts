// An approval of a call can grant what the tool lacks: only that, and only if the person said so.
import { expect, it, vi } from 'vitest';
import type { Caller } from '../core/call.ts';
import type { Scope } from '../core/ports/approval.ts';
import type { Extras } from './approvals.ts';
import { script } from './stand-in-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('grant-with-call');
const agent: Caller = { kind: 'agent', conversation: 'c', call: '1' };

async function asking(hosts = ['api.example.com', 'b.example'], note = '') {
  const page = await setUp();
  const { approvals, registry } = page;
  await registry.install(script({ name: 'send', version: '1', hosts }, 'echo', note), {
    policy: 'ask',
    hosts: ['granted.example'],
  });
  const call = async (extras: Extras, scope: Scope = 'once', meanwhile = async (): Promise<unknown> => 0) => {
    const report = registry.call('send', { to: 'Ada' }, { caller: agent });
    await vi.waitFor(() => expect(approvals.pending).toHaveLength(1));
    const request = approvals.pending[0]!;
    await meanwhile();
    approvals.approve(request.id, request.digest, scope, extras);
    return { request, outcome: (await report).outcome };
  };
  return { ...page, call, hosts: () => registry.get('send')!.hosts };
}

it('grants the hosts that were shown, runs with them, and stores them', async () => {
  const { call, hosts, runner, again } = await asking();
  const { request, outcome } = await call({ grants: true });
  expect(request.lacking).toEqual({ hosts: ['api.example.com', 'b.example'], writes: false });
  expect(outcome.error).toBeUndefined();
  const all = ['granted.example', 'api.example.com', 'b.example'];
  expect(runner.runs.at(-1)?.grants.hosts).toEqual(all);
  expect(hosts()).toEqual(all);
  expect((await again()).registry.get('send')!.hosts).toEqual(all);
});

it('grants nothing with a plain yes, whatever its scope', async () => {
  for (const scope of ['once', 'chat'] as const) {
    const { call, hosts, runner } = await asking();
    await call({}, scope);
    expect(runner.runs.at(-1)?.grants.hosts).toEqual(['granted.example']);
    expect(hosts()).toEqual(['granted.example']);
  }
});

it('grants nothing to a tool that changed while the question was open', async () => {
  const { call, hosts, registry } = await asking();
  const { outcome } = await call({ grants: true }, 'once', () =>
    registry.install(script({ name: 'send', version: '1', hosts: ['evil.example'] }), { replace: true }),
  );
  expect(outcome.error?.code).toBe('denied');
  expect(hosts()).not.toContain('api.example.com');
  expect(hosts()).not.toContain('evil.example');
});

it('offers writing where the text writes, and no host', async () => {
  const { call, registry } = await asking(['*.example.com'], 'fs.write("a", "b")');
  const { request } = await call({ grants: true });
  expect(request.lacking).toEqual({ hosts: [], writes: true });
  expect(registry.get('send')).toMatchObject({ writes: true, hosts: ['granted.example'] });
});

it('offers no grant where nothing is missing', async () => {
  const { call, hosts } = await asking(['granted.example']);
  const { request, outcome } = await call({ grants: true });
  expect(request.lacking).toBeUndefined();
  expect(outcome.error).toBeUndefined();
  expect(hosts()).toEqual(['granted.example']);
});

it('lets an approval for the chat cover later calls of the granted tool', async () => {
  const { call, registry, approvals } = await asking();
  await call({ grants: true }, 'chat');
  const { outcome } = await registry.call('send', {}, { caller: agent });
  expect(outcome.error).toBeUndefined();
  expect(approvals.pending).toEqual([]);
});
