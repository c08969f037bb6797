// A tool that asks for the host of an address in its arguments: no call reaches an ungranted host.
import { expect, it, vi } from 'vitest';
import type { Caller } from '../core/call.ts';
import { script } from './stand-in-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('host-of-argument');
const agent: Caller = { kind: 'agent', conversation: 'c', call: '1' };

async function reader(policy: 'allow' | 'ask' = 'allow') {
  const page = await setUp();
  const { approvals, registry, runner } = page;
  await registry.install(script({ name: 'reader', version: '1', hosts: ['{url}'] }, 'echo'), {
    policy,
    hosts: ['known.example'],
  });
  const read = (url: unknown, caller = agent) => registry.call('reader', { url }, { caller });
  const asked = async () => {
    await vi.waitFor(() => expect(approvals.pending).toHaveLength(1));
    return approvals.pending[0]!;
  };
  return { ...page, read, asked, runs: () => runner.runs.length, hosts: () => registry.get('reader')!.hosts };
}

it('reads a granted host without asking', async () => {
  const { read, approvals } = await reader();
  expect((await read('https://known.example/a')).outcome.error).toBeUndefined();
  expect(approvals.pending).toEqual([]);
});

it('asks for a new host before it runs, and stores it with an approval', async () => {
  const { read, asked, approvals, hosts, runner } = await reader();
  const report = read('https://NEW.example:8443/a');
  const request = await asked();
  expect(request.lacking).toEqual({ hosts: ['new.example:8443'], writes: false });
  expect(request.scopes).toEqual(['once']);
  approvals.approve(request.id, request.digest, 'once', { grants: true });
  expect((await report).outcome.error).toBeUndefined();
  expect(hosts()).toEqual(['known.example', 'new.example:8443']);
  expect(runner.runs.at(-1)?.grants.hosts).toEqual(['known.example', 'new.example:8443']);
});

it("doesn't run after a refusal", async () => {
  const { read, asked, approvals, runs, hosts } = await reader();
  const report = read('https://new.example/');
  const request = await asked();
  approvals.deny(request.id);
  expect((await report).outcome.error?.code).toBe('denied');
  expect(runs()).toBe(0);
  expect(hosts()).toEqual(['known.example']);
});

it('asks about a new host however often the tool was allowed in this chat', async () => {
  const { read, asked, approvals } = await reader('ask');
  const first = read('https://known.example/');
  const request = await asked();
  approvals.approve(request.id, request.digest, 'chat');
  await first;
  expect((await read('https://known.example/b')).outcome.error).toBeUndefined();
  const second = read('https://other.example/');
  const again = await asked();
  expect(again.lacking?.hosts).toEqual(['other.example']);
  approvals.deny(again.id);
  expect((await second).outcome.error?.code).toBe('denied');
});

it('fails without a question in a scheduled run', async () => {
  const { read, approvals, runs } = await reader();
  const { outcome } = await read('https://new.example/', { kind: 'schedule', feed: 'f' });
  expect(outcome.error?.code).toBe('denied');
  expect(approvals.pending).toEqual([]);
  expect(runs()).toBe(0);
});

it.each([['no address'], ['file:///etc/passwd'], [7], [['https://new.example/']]])(
  'offers no grant for %j',
  async (url) => {
    const { read, approvals } = await reader();
    await read(url);
    expect(approvals.pending).toEqual([]);
  },
);
