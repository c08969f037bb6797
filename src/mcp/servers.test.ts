// A person's servers: stored, read, called and removed, with real servers and a store in memory.
import { Outbound } from '../core/outbound.ts';
import { describe, expect, it } from 'vitest';
import { serverNameFor, type McpTool } from '../core/mcp-tool.ts';
import { Taint } from '../core/taint.ts';
import type { Tool } from '../core/tool.ts';
import type { Answer } from '../core/ports/approval.ts';
import type { ServerRun } from '../core/ports/call-run.ts';
import { atEnd, kept } from './closing.test-support.ts';
import { memoryServerStores } from './memory-stores.test-support.ts';
import { legacyServer, listen, modernServer } from './real-servers.test-support.ts';
import { OAuthSession } from './oauth.ts';
import { checkInput, type ServerInput } from './server-input.ts';
import { Servers } from './servers.ts';

function open() {
  const { records, secrets, store, vault } = memoryServerStores();
  const lists = new Map<string, readonly McpTool[]>();
  const log: string[] = [];
  let count = 0;
  const servers = new Servers({
    store,
    vault,
    registry: {
      sync: async ({ id }, tools) => void lists.set(id, tools),
      switch: async (id, on) => void log.push(`${id} ${on ? 'on' : 'off'}`),
      remove: async (id) => void log.push(`${id} removed`),
      restore: async (id) => void log.push(`${id} restored`),
    },
    version: '1',
    fetch,
    ask: async () => ({ action: 'decline' }),
    whyUnreachable: async ({ host }) => `${host} cannot be reached`,
    redirectUrl: 'http://localhost/oauth.html',
    newId: () => `id${++count}`,
    now: () => '2026-01-01T00:00:00.000Z',
  });
  const call = (id: string, name: string, args = {}, more: Partial<ServerRun> = {}) =>
    servers.call({
      tool: { bundle: id, source: JSON.stringify({ name }), spec: { timeout: 5 }, limits: {} } as Tool,
      name,
      args,
      first: { kind: 'user' },
      signal: new AbortController().signal,
      taint: new Taint(),
      outbound: new Outbound(),
      asksFirst: false,
      checkResult: async () => undefined,
      observer: {},
      ask: async () => ({ yes: true, scope: 'once' }),
      ...more,
    });
  atEnd(async () => {
    for (const { id } of await servers.list()) await servers.switch(id, false);
  });
  return { servers, records, secrets, lists, log, call };
}

const input = (url: string, more: Partial<ServerInput> = {}): ServerInput => ({
  name: 'one',
  url,
  auth: 'none',
  ...more,
});

it('are inspected before they are added', async () => {
  const { url } = kept(await modernServer());
  const { servers, records } = open();
  const look = await servers.look(input(url));
  expect([look.seen.title, look.tools.length, records.size]).toEqual(['Weather of today', 3, 0]);
});

it('are read when they are added, and called', async () => {
  const { url } = kept(await modernServer());
  const { servers, lists, records, call } = open();
  const { id } = await servers.add(input(url));
  expect(lists.get(id)?.map(({ name }) => name)).toEqual(['forecast', 'slow', 'book']);
  expect(servers.state(id)).toEqual({ status: 'open' });
  expect(records.get(id)?.seen).toMatchObject({ protocol: '2026-07-28' });
  expect((await call(id, 'forecast', { city: 'Bern' })).outcome.result).toEqual({
    city: 'Bern',
    degrees: 21,
  });
});

it('are kept when they cannot be reached, with the reason', async () => {
  const { servers, call } = open();
  const { id } = await servers.add(input('http://127.0.0.1:9/mcp'));
  expect(servers.state(id)).toEqual({ status: 'failed', problem: '127.0.0.1:9 cannot be reached' });
  expect((await call(id, 'x')).outcome.error?.code).toBe('unavailable');
});

it('are reconnected by the next call after a broken connection', async () => {
  const first = await legacyServer();
  const { servers, call } = open();
  const { id } = await servers.add(input(first.url));
  expect((await call(id, 'add_note', { text: 'a' })).outcome.error).toBeUndefined();
  await first.close();
  expect((await call(id, 'add_note', { text: 'b' })).outcome.error).toBeDefined();
  kept(await legacyServer({ port: Number(new URL(first.url).port) }));
  await servers.refresh(id);
  expect((await call(id, 'add_note', { text: 'c' })).outcome.error).toBeUndefined();
});

it('are not disturbed by a refresh during a call; a closed connection is reported', async () => {
  const { url } = kept(await modernServer());
  const { servers, call } = open();
  const { id } = await servers.add(input(url));
  let agree = (): void => undefined;
  const agreed = new Promise<Answer>((resolve) => (agree = () => resolve({ yes: true, scope: 'once' })));
  const ask = (): Promise<Answer> => agreed;
  const called = call(id, 'forecast', { city: 'Bern' }, { asksFirst: true, ask });
  await servers.readAll();
  agree();
  expect((await called).outcome.error).toBeUndefined();
  const cut = call(id, 'slow');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await servers.refresh(id);
  expect((await cut).outcome.error).toMatchObject({
    code: 'unavailable',
    message: 'one: the connection was closed during the call; try again',
  });
});

it('are not called while they are off, nor after removal', async () => {
  const { url } = kept(await modernServer());
  const { servers, call, log } = open();
  const { id } = await servers.add(input(url));
  await servers.switch(id, false);
  await expect(call(id, 'forecast', { city: 'x' })).rejects.toMatchObject({ code: 'disabled' });
  const undo = await servers.remove(id);
  await expect(call(id, 'forecast', { city: 'x' })).rejects.toMatchObject({ code: 'unavailable' });
  await undo();
  expect(log).toEqual([`${id} off`, `${id} removed`, `${id} restored`]);
});

describe('secrets of servers', () => {
  it('go to their server, and are restored by an undo', async () => {
    const server = kept(await modernServer());
    const { servers, secrets } = open();
    const { id } = await servers.add(input(server.url, { auth: 'bearer', token: 't0ken' }));
    expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer t0ken')).toBe(true);
    const undo = await servers.remove(id);
    expect(secrets.size).toBe(0);
    await undo();
    expect([...secrets.values()].map(({ value }) => value)).toEqual(['t0ken']);
    expect(JSON.stringify(await servers.list())).not.toContain('t0ken');
  });

  it('never go to another origin when the address changes', async () => {
    const [first, other] = [kept(await modernServer()), kept(await modernServer())];
    const { servers } = open();
    const { id } = await servers.add(input(first.url, { auth: 'bearer', token: 't0ken' }));
    await servers.update(id, input(other.url, { auth: 'bearer' }));
    expect(servers.state(id)).toMatchObject({ status: 'failed', problem: /token .* is not there/ });
    expect(JSON.stringify(other.requests)).not.toContain('t0ken');
    await expect(
      servers.look(input(other.url, { auth: 'bearer' }), (await servers.list())[0]),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(JSON.stringify(other.requests)).not.toContain('t0ken');
  });

  it('stay when a form leaves them empty', async () => {
    const server = kept(await modernServer());
    const { servers } = open();
    const { id } = await servers.add(
      input(server.url, { auth: 'headers', headers: { 'X-Key': 'k', 'X-Team': 'b' } }),
    );
    server.requests.length = 0;
    await servers.update(id, input(server.url, { auth: 'headers', headers: { 'X-Key': '', 'X-Team': 'c' } }));
    expect(server.requests[0]?.headers).toMatchObject({ 'x-key': 'k', 'x-team': 'c' });
  });
});

describe('a sign-in', () => {
  /** Starts an authorization server and a tool server in one. */
  async function guarded() {
    const seen: Record<string, string>[] = [];
    let valid = 'first';
    const inner = await modernServer();
    const server: Awaited<ReturnType<typeof listen>> = kept(
      await listen(async (request, response, body) => {
        const { pathname } = new URL(request.url ?? '', server.origin);
        const json = (value: unknown, status = 200) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
        if (pathname.startsWith('/.well-known/oauth-protected-resource'))
          return json({ resource: server.url, authorization_servers: [server.origin] });
        if (pathname.startsWith('/.well-known/oauth-authorization-server'))
          return json({
            issuer: server.origin,
            authorization_endpoint: `${server.origin}/authorize`,
            token_endpoint: `${server.origin}/token`,
            registration_endpoint: `${server.origin}/register`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
          });
        if (pathname === '/register') return json({ ...JSON.parse(body), client_id: 'us' }, 201);
        if (pathname === '/token') {
          const given = Object.fromEntries(new URLSearchParams(body));
          seen.push(given);
          valid = given['grant_type'] === 'refresh_token' ? 'second' : 'first';
          return json({
            access_token: valid,
            token_type: 'Bearer',
            refresh_token: 'again',
            expires_in: 3600,
          });
        }
        if (request.headers.authorization !== `Bearer ${valid}`)
          return response
            .writeHead(401, {
              'www-authenticate': `Bearer resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp"`,
            })
            .end();
        const passed = await fetch(inner.url, {
          method: request.method ?? 'POST',
          headers: Object.entries(request.headers)
            .filter(([name]) => name.startsWith('mcp-') || name === 'content-type' || name === 'accept')
            .map(([name, value]) => [name, String(value)] as [string, string]),
          ...(body !== '' && { body }),
        });
        response.writeHead(passed.status, Object.fromEntries(passed.headers));
        const reader = passed.body?.getReader();
        for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
          response.write(read.value);
        response.end();
      }),
    );
    atEnd(() => inner.close());
    return { server, seen, expire: () => (valid = 'second') };
  }

  it('is requested, opens only on a click, and renews its tokens', async () => {
    const { server, seen, expire } = await guarded();
    const { servers, call, secrets } = open();
    const { id } = await servers.add(input(server.url, { auth: 'oauth' }));
    expect(servers.state(id)).toMatchObject({ status: 'failed', wantsSignIn: true });
    let address: URL | undefined;
    let come: (back: URLSearchParams) => void = () => undefined;
    const back = new Promise<URLSearchParams>((resolve) => (come = resolve));
    await servers.signIn(id, {
      show(url) {
        address = url;
        come(
          new URLSearchParams({
            code: 'c0de',
            state: url.searchParams.get('state') ?? '',
            iss: server.origin,
          }),
        );
      },
      back,
    });
    expect(address?.origin).toBe(server.origin);
    expect(address?.searchParams.get('code_challenge_method')).toBe('S256');
    expect(seen[0]).toMatchObject({ code: 'c0de', grant_type: 'authorization_code', client_id: 'us' });
    expect(seen[0]?.['code_verifier']).toBeTruthy();
    expect(servers.state(id)).toEqual({ status: 'open' });
    expect((await call(id, 'forecast', { city: 'Bern' })).outcome.error).toBeUndefined();
    expire();
    expect((await call(id, 'forecast', { city: 'Bern' })).outcome.error).toBeUndefined();
    expect(seen[1]).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'again' });
    expect([...secrets.values()].map(({ hosts }) => hosts)).toEqual([[server.origin]]);
  });

  it.each([
    'javascript:alert(1)//',
    'ms-settings://localhost/',
    'file://localhost/etc/passwd',
    'data:text/html,x',
    'tel:1',
    'http://evil.example/',
    'http://[2002:808:808::1]/',
    'https://bank.example@evil.example/',
  ])('at %s opens no window', (address) => {
    const shown: URL[] = [];
    const session = new OAuthSession({
      ...{ name: 'git', redirectUrl: 'https://app.example/oauth.html' },
      read: async () => ({}),
      write: async () => undefined,
      show: (url) => shown.push(url),
    });
    expect(() => session.redirectToAuthorization(new URL(address))).toThrow(
      /server 'git' wants you to sign in/,
    );
    expect(shown).toEqual([]);
    session.redirectToAuthorization(new URL('https://login.example/authorize'));
    session.redirectToAuthorization(new URL('http://localhost:9/authorize'));
    expect(shown).toHaveLength(2);
  });

  it('is rejected when it returns with another state', async () => {
    const { server, seen } = await guarded();
    const { servers } = open();
    const { id } = await servers.add(input(server.url, { auth: 'oauth' }));
    const back = Promise.resolve(new URLSearchParams({ code: 'stolen', state: 'other' }));
    await expect(servers.signIn(id, { show: () => undefined, back })).rejects.toMatchObject({
      code: 'denied',
    });
    expect(seen).toEqual([]);
  });
});

describe('server input', () => {
  it('is rejected with what to change', () => {
    const wrong = (given: Partial<ServerInput>, words: RegExp) =>
      expect(() => checkInput({ ...input('https://a.example/mcp'), ...given }, [{ name: 'Taken' }])).toThrow(
        words,
      );
    wrong({ name: 'a__b' }, /single underscores/);
    wrong({ name: '1a' }, /starting with a letter/);
    wrong({ name: 'taken' }, /already/);
    wrong({ url: 'ftp://a.example' }, /full address/);
    wrong({ url: 'http://a.example/mcp' }, /Use https/);
    wrong({ url: 'https://me:pw@a.example/mcp' }, /password/);
    wrong({ auth: 'headers', headers: { Cookie: 'a' } }, /custom header/);
    wrong({ auth: 'headers', headers: { 'X-A': 'a\r\nHost: b' } }, /one line/);
    wrong({ auth: 'bearer', token: 'a b' }, /no spaces/);
    expect(checkInput(input('http://localhost:3000/mcp#x'), []).url).toBe('http://localhost:3000/mcp');
  });

  it('gets a name from the address', () => {
    expect(
      [
        'https://mcp.linear.app/sse',
        'http://localhost:3000',
        'https://api.git-hub.com/mcp',
        'http://127.0.0.1:1/',
        'x',
      ].map(serverNameFor),
    ).toEqual(['linear', 'localhost', 'git_hub', 'server', '']);
  });
});
