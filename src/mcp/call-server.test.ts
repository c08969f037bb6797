// Calls of a server's tools: what a person sees before data leaves, and the taint of the result.
import type { OutgoingRequest } from '../core/call.ts';
import { Outbound } from '../core/outbound.ts';
import { expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import { Taint } from '../core/taint.ts';
import type { Tool } from '../core/tool.ts';
import type { Act, FirstCaller } from '../core/call.ts';
import { atEnd } from './closing.test-support.ts';
import { callServerTool } from './call-server.ts';
import type { ServerRun } from '../core/ports/call-run.ts';
import { McpConnection } from './connection.ts';
import { modernServer } from './real-servers.test-support.ts';

const MODEL: FirstCaller = { kind: 'agent', conversation: 'c', call: '1' };

async function open({
  first = MODEL,
  yes = true,
  asksFirst = false,
  checkResult,
  outbound = new Outbound(),
}: {
  first?: FirstCaller;
  yes?: boolean;
  asksFirst?: boolean;
  checkResult?: ServerRun['checkResult'];
  outbound?: Outbound;
} = {}) {
  const server = await modernServer();
  const connection = new McpConnection({
    server: { id: 's', name: 'weather', url: server.url },
    auth: { headers: async () => ({}) },
    version: '1',
    fetch,
    ask: async () => ({ action: 'cancel' }),
    onListChanged: () => undefined,
    whyUnreachable: async () => 'away',
  });
  atEnd(
    () => server.close(),
    () => connection.close(),
  );
  await connection.open();
  const taint = new Taint();
  const acts: Act[] = [];
  const calls = () => server.requests.filter(({ body }) => body.includes('"tools/call"'));
  const call = (name: string, args = {}) =>
    callServerTool(
      {
        tool: { source: JSON.stringify({ name }), spec: { timeout: 5 }, limits: {} } as Tool,
        name: `weather__${name}`,
        args,
        first,
        signal: new AbortController().signal,
        taint,
        outbound,
        asksFirst,
        checkResult: checkResult ?? (async () => undefined),
        observer: {},
        ask: async (act: Act) => {
          acts.push(act);
          return { yes, scope: 'once' };
        },
      } satisfies ServerRun,
      { name: 'weather', url: server.url },
      async () => connection,
    );
  return { server, taint, acts, calls, call };
}

it('returns the structured content, or the failure that the server reports', async () => {
  const { call } = await open();
  expect((await call('forecast', { city: 'Bern' })).outcome).toEqual({
    result: { city: 'Bern', degrees: 21 },
  });
  expect((await call('forecast', { city: 'nowhere' })).outcome.error).toMatchObject({
    code: 'tool_error',
    message: 'no such city',
  });
  expect((await call('nothing')).outcome.error?.code).toBe('bad_request');
});

it('refuses every call in read-only mode, and asks nobody', async () => {
  const { call, calls, acts } = await open({ outbound: new Outbound().inReadOnly('everywhere') });
  const { outcome } = await call('forecast', { city: 'Bern' });
  expect(outcome.error).toMatchObject({
    code: 'denied',
    message: expect.stringContaining('read-only mode is on everywhere and refuses calls of MCP servers'),
  });
  expect([calls(), acts]).toEqual([[], []]);
});

it('sends nothing in a dry run, and notes the request', async () => {
  const noted: OutgoingRequest[] = [];
  const { call, calls, acts } = await open({ outbound: new Outbound((request) => void noted.push(request)) });
  expect((await call('forecast', { city: 'Bern' })).outcome).toEqual({ result: null });
  expect([calls(), acts]).toEqual([[], []]);
  expect(noted).toMatchObject([{ method: 'POST', body: expect.stringContaining('Bern') }]);
});

it('asks the original caller before arguments reach a server that a secret in play excludes', async () => {
  const outbound = new Outbound();
  outbound.hold([{ name: 'KEY', hosts: ['api.example.com'] }]);
  const { call, calls, acts } = await open({ first: { kind: 'user' }, yes: false, outbound });
  expect((await call('forecast', { city: 'reversed-secret' })).outcome.error?.code).toBe('denied');
  expect(calls()).toEqual([]);
  expect(acts).toMatchObject([
    { kind: 'send', barred: 'the secret KEY, which may be sent to api.example.com only' },
  ]);
});

it('shows the exact request each time after reading untrusted text, and sends nothing without approval', async () => {
  const { server, taint, acts, calls, call } = await open({ yes: false });
  taint.add('your documents');
  for (let round = 1; round <= 2; round++) {
    expect((await call('forecast', { city: 'secret' })).outcome.error?.code).toBe('denied');
    expect(acts).toHaveLength(round);
  }
  expect(acts[0]).toMatchObject({
    kind: 'send',
    why: 'your documents',
    request: { method: 'POST', url: server.url },
  });
  expect(JSON.stringify(acts[0])).toContain('secret');
  expect(calls()).toEqual([]);
});

it('shows the request when the call itself is not approved yet', async () => {
  const { acts, calls, call } = await open({ yes: false, asksFirst: true });
  expect((await call('forecast', { city: 'secret' })).outcome.error?.code).toBe('denied');
  expect(acts).toMatchObject([{ kind: 'send', why: 'the content of this conversation' }]);
  expect(calls()).toEqual([]);
});

it('sends exactly the bytes that were shown', async () => {
  const { taint, acts, calls, call } = await open();
  taint.add('your documents');
  await call('forecast', { city: 'Bern' });
  expect(calls().map(({ body }) => body)).toEqual(
    acts.map((act) => (act.kind === 'send' ? act.request.body : '')),
  );
});

it("does not ask about the server's own results, and taints calls to any other server", async () => {
  const { server, taint, acts, call } = await open();
  await call('forecast', { city: 'Bern' });
  await call('forecast', { city: 'Thun' });
  expect(acts).toEqual([]);
  expect(taint.besides('elsewhere.example')).toBe(new URL(server.url).host);
});

it('taints with the text of a failure as well', async () => {
  const { taint, call } = await open();
  await call('forecast', { city: 'nowhere' });
  expect(taint.besides('elsewhere.example')).toBeDefined();
});

it('does not ask when a person started the call', async () => {
  const { taint, acts, call } = await open({ first: { kind: 'user' } });
  taint.add('your documents');
  expect((await call('forecast', { city: 'Bern' })).outcome.error).toBeUndefined();
  expect(acts).toEqual([]);
});

it('drops structured content that does not match the schema, and reports when it could not be checked', async () => {
  const seen: unknown[] = [];
  const { call } = await open({
    checkResult: async (result) => {
      seen.push(result);
      if (seen.length > 1) throw new Failure('bad_output', 'it does not fit');
      return 'not checked';
    },
  });
  const first = await call('forecast', { city: 'Bern' });
  expect(first.outcome.result).toEqual({ city: 'Bern', degrees: 21 });
  expect(first.logs).toEqual([{ level: 'warn', text: 'not checked' }]);
  expect((await call('forecast', { city: 'Bern' })).outcome).toEqual({
    error: { code: 'bad_output', message: 'it does not fit' },
  });
  expect(seen[0]).toEqual({ city: 'Bern', degrees: 21 });
});
