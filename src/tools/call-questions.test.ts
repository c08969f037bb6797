// A call whose policy asks, and that sends data which needs an approval too: one question shows both, and one yes
// covers both.
import { expect, it, vi } from 'vitest';
import { Taint } from '../core/taint.ts';
import type { Act, Caller, OutgoingRequest } from '../core/call.ts';
import type { Scope } from '../core/ports/approval.ts';
import type { Builtin } from './builtins.ts';
import type { CallRun } from '../core/ports/call-run.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('call-questions');
const MODEL: Caller = { kind: 'agent', conversation: 'c', call: '1' };
const SERVER = { id: '01900000-0000-7000-8000-000000000001', name: 'git', url: 'https://git.example/mcp' };

function to(host: string, body = 'words'): OutgoingRequest {
  return { method: 'POST', url: `https://${host}/`, headers: {}, body };
}

/** @param scope of each yes; undefined: no */
async function open(more: { hosts?: string[]; scope?: Scope; approve?: boolean } = {}) {
  const { hosts = ['far.example'], scope, approve = true } = more;
  const ran = vi.fn(async () => 'done');
  const sent: OutgoingRequest[] = [];
  const far: Builtin = {
    name: 'far',
    description: '',
    approve,
    parameters: { type: 'object', properties: {} },
    sends: async () => hosts.map((host) => to(host)),
    execute: ran,
  };
  const page = await setUp({ builtins: [far], callServer: (run) => serve(run, sent) });
  const acts: { act: Act; scopes: readonly Scope[] }[] = [];
  page.approvals.onChange(() => {
    for (const { id, digest, act, scopes } of page.approvals.pending) {
      acts.push({ act, scopes });
      if (scope) page.approvals.approve(id, digest, scopes.includes(scope) ? scope : 'once');
      else page.approvals.deny(id);
    }
  });
  const taint = new Taint();
  const { servers } = await page.registry.edit();
  await servers.sync(SERVER, [
    { name: 'send', description: '', parameters: { type: 'object', properties: {} } },
  ]);
  const call = async (name = 'far', caller = MODEL) =>
    (await page.registry.call(name, {}, { caller, taint })).outcome.error?.code ?? 'ok';
  const kinds = () => acts.map(({ act }) => (act.kind === 'run' && act.sends ? 'both' : act.kind));
  return { ...page, ran, sent, acts, taint, call, kinds };
}

/** Called like a server's tool: asks with the request, then sends it. */
async function serve({ ask, asksFirst, taint, signal, args }: CallRun, sent: OutgoingRequest[]) {
  const request = to('git.example', 'exactly this');
  const report = { args, logs: [], milliseconds: 0 };
  const why = taint.besides('git.example') ?? (asksFirst ? 'anything' : undefined);
  if (why !== undefined && !(await ask({ kind: 'send', request, why }, signal)).yes)
    return { ...report, outcome: { error: { code: 'denied' as const, message: 'no' } } };
  sent.push(request);
  return { ...report, outcome: { result: 1 } };
}

it('makes one question, with exactly what leaves and the scopes offered for the call', async () => {
  const { taint, call, acts, ran } = await open({ scope: 'once' });
  taint.add('your documents');
  expect(await call()).toBe('ok');
  expect(acts).toEqual([
    {
      act: { kind: 'run', sends: { request: to('far.example'), why: 'your documents' } },
      scopes: ['once', 'chat', 'version'],
    },
  ]);
  expect(ran).toHaveBeenCalledOnce();
});

it('makes one no the answer to both', async () => {
  const { taint, call, ran, sent, calls } = await open();
  taint.add('your documents');
  expect([await call(), await call('git__send')]).toEqual(['denied', 'denied']);
  expect(ran).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
  expect(calls.map(({ approval }) => approval?.answer)).toEqual(['no', 'no']);
});

it.each(['far', 'git__send'])(
  'applies a lasting approval of %s to the call only; each request still needs one',
  async (name) => {
    const { taint, call, kinds } = await open({ scope: 'chat' });
    taint.add('your documents');
    for (let round = 0; round < 3; round++) expect(await call(name)).toBe('ok');
    expect(kinds()).toEqual(['both', 'send', 'send']);
  },
);

it('asks about the call alone where nothing was read, or where nothing leaves', async () => {
  for (const name of ['far', 'git__send']) {
    const { call, kinds } = await open({ scope: 'once' });
    await call(name);
    expect(kinds()).toEqual(['run']);
  }
  const quiet = await open({ hosts: [], scope: 'once' });
  quiet.taint.add('your documents');
  await quiet.call();
  expect(quiet.kinds()).toEqual(['run']);
});

it('asks about the call first where one host may be reached without asking', async () => {
  const { taint, call, kinds } = await open({ hosts: ['far.example', 'near.example'], scope: 'once' });
  taint.add('near.example');
  await call();
  expect(kinds()).toEqual(['run', 'send']);
});

it('asks separately about the second request', async () => {
  const { taint, call, kinds } = await open({ hosts: ['far.example', 'near.example'], scope: 'once' });
  taint.add('your documents');
  await call();
  expect(kinds()).toEqual(['both', 'send']);
});

it('asks only about what leaves where the policy allows the call', async () => {
  const { taint, call, kinds } = await open({ approve: false, scope: 'once' });
  taint.add('your documents');
  await call();
  expect(kinds()).toEqual(['send']);
});

it('keeps the answers of two parallel calls apart', async () => {
  const { taint, call, kinds } = await open({ scope: 'chat' });
  taint.add('your documents');
  expect(await Promise.all([call('git__send'), call('git__send')])).toEqual(['ok', 'ok']);
  expect(kinds().filter((kind) => kind !== 'run')).toHaveLength(2);
});

it('sends nothing after a yes to a tool that has changed meanwhile', async () => {
  const { taint, call, sent, approvals, registry } = await open();
  taint.add('your documents');
  const { servers } = await registry.edit();
  approvals.ask = async () => {
    const parameters = { type: 'object' as const, properties: {} };
    await servers.sync(SERVER, [{ name: 'send', description: 'another', parameters }]);
    return { yes: true, scope: 'version' };
  };
  expect(await call('git__send')).toBe('denied');
  expect(sent).toEqual([]);
  expect(registry.get('git__send')?.approved).toBeUndefined();
});
