// The client against real servers, through Node's fetch. Behaviour that needs a browser is tested in
// e2e/http.spec.ts.
import { Outbound } from '../../core/outbound.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebServer, type WebServer } from '../../../e2e/support/web-server.ts';
import { Failure } from '../../core/errors.ts';
import type { Secret } from '../../core/secrets.ts';
import { RunSecrets } from '../run-secrets.ts';
import { RedirectBlocked, type FetchChannel } from './fetch-frame.ts';
import { GrantedHttpClient, type HttpSurroundings } from './granted-http-client.ts';
import type { HttpRun } from './http-run.ts';

const CANARY = 'canary-7f3a9c21';

let server: WebServer;
let other: WebServer;
beforeAll(async () => {
  server = await startWebServer();
  other = await startWebServer();
});
afterAll(() => Promise.all([server.stop(), other.stop()]));
beforeEach(() => {
  server.requests.length = 0;
  other.requests.length = 0;
});

/** A channel without the browser's policy around it. */
const open = (): Promise<FetchChannel> =>
  Promise.resolve({ fetch: (url, init) => fetch(url, init), release: () => undefined });

interface Sent {
  status?: number;
  headers: Record<string, string>;
  bytes: Uint8Array;
  text: string;
  code?: string;
  message: string;
  details?: unknown;
  warnings: string[];
  waits: number[];
}

interface Given extends Partial<HttpSurroundings> {
  client?: GrantedHttpClient;
  run?: Partial<HttpRun>;
  body?: Uint8Array;
}

async function send(
  payload: Record<string, unknown>,
  { client, run, body, ...around }: Given = {},
): Promise<Sent> {
  const waits: number[] = [];
  const warnings: string[] = [];
  client ??= new GrantedHttpClient({
    open,
    wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
    random: () => 0.5,
    online: () => true,
    origin: () => 'http://localhost:9',
    ...around,
  });
  const bound: HttpRun = {
    hosts: [server.host],
    secrets: new RunSecrets([]),
    signal: new AbortController().signal,
    outbound: new Outbound(),
    warn: (text) => void warnings.push(text),
    ...run,
  };
  const nothing = { headers: {}, bytes: new Uint8Array(), text: '', warnings, waits };
  try {
    const { json, bytes } = await client.send({ url: `${server.origin}/echo`, ...payload }, body, bound);
    const answer = JSON.parse(json) as { status: number; headers: Record<string, string> };
    return { ...nothing, ...answer, bytes, text: Buffer.from(bytes).toString(), message: '' };
  } catch (problem) {
    if (!(problem instanceof Failure)) throw problem;
    const { code, message, details } = problem;
    return { ...nothing, code, message, details };
  }
}

function withSecret(hosts: string[] = []): Partial<HttpRun> {
  const secret: Secret = { name: 'API_KEY', value: CANARY, hosts };
  return { secrets: new RunSecrets([secret]) };
}

const at = (path: string): string => server.origin + path;

describe('a request', () => {
  it("has the script's method, headers and bytes, and no added content type", async () => {
    const body = new Uint8Array([0, 255, 13, 10, 128]);
    const sent = await send(
      { method: 'put', headers: { 'X-Name': 'Zoë', Host: 'evil.com', Cookie: 'a=1' }, params: { q: 'x' } },
      { body },
    );
    expect(sent.status).toBe(200);
    const [seen] = server.requests;
    expect(seen?.method).toBe('PUT');
    expect(seen?.url).toBe('/echo?q=x');
    expect([...(seen?.body ?? [])]).toEqual([...body]);
    expect(Buffer.from(seen?.headers['x-name'] as string, 'latin1').toString()).toBe('Zoë');
    expect(seen?.headers['content-type']).toBeUndefined();
    expect(seen?.headers.cookie).toBeUndefined();
    expect(seen?.headers.host).toBe(server.host);
    expect(sent.warnings).toEqual([
      'http: only the browser may set these headers, so they were left out: Host, Cookie',
    ]);
  });

  it('uses CORS without credentials or referrer, and bypasses caches', async () => {
    const inits: RequestInit[] = [];
    const watched = (): Promise<FetchChannel> =>
      Promise.resolve({
        fetch: (url, init) => (inits.push(init), fetch(url, init)),
        release: () => undefined,
      });
    await send({}, { open: watched });
    await send({ method: 'POST' }, { open: watched });
    await send({ headers: { 'x-api-key': 'k' } }, { open: watched });
    await send({ params: { k: CANARY } }, { open: watched, run: withSecret() });
    for (const init of inits) {
      expect(init).toMatchObject({
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        mode: 'cors',
      });
    }
    expect(inits.map(({ redirect }) => redirect)).toEqual(['follow', 'error', 'error', 'error']);
  });

  it('goes through a frame for the granted origins, or for an IPv6 address for its scheme, without redirects', async () => {
    const asked: (readonly string[])[] = [];
    const inits: RequestInit[] = [];
    const watched = (sources: readonly string[]): Promise<FetchChannel> => {
      asked.push(sources);
      return Promise.resolve({
        fetch: (_, init) => (inits.push(init), Promise.resolve(new Response('x'))),
        release: () => undefined,
      });
    };
    const run = { hosts: ['A.com', '[::1]:8080', '*.b.com', 'localhost:1'] };
    await send({ url: 'https://a.com/' }, { open: watched, run });
    await send({ url: 'http://[::1]:8080/' }, { open: watched, run });
    expect(asked).toEqual([['http://localhost:1', 'https://a.com', 'https://localhost:1'], ['http:']]);
    expect(inits.map(({ redirect }) => redirect)).toEqual(['follow', 'error']);
  });

  it("is shown for approval with secrets by name, and isn't sent when refused", async () => {
    const shown: unknown[] = [];
    const { code, message } = await send(
      { method: 'POST', params: { k: CANARY }, headers: { Authorization: `Bearer ${CANARY}` } },
      {
        body: Buffer.from(`{"key":"${CANARY}"}`),
        run: {
          ...withSecret(),
          confirm: (request) => {
            shown.push(request);
            return Promise.reject(new Failure('denied', 'it was not approved'));
          },
        },
      },
    );
    expect(shown).toEqual([
      {
        method: 'POST',
        url: at('/echo?k=[secret API_KEY]'),
        headers: { authorization: 'Bearer [secret API_KEY]' },
        body: '{"key":"[secret API_KEY]"}',
      },
    ]);
    expect(code).toBe('denied');
    expect(message).toBe(`HTTP POST ${at('/echo')} failed: it was not approved`);
    expect(server.requests).toEqual([]);
  });
});

describe('a blocked request', () => {
  it.each([
    [
      'https://evil.com/',
      'denied',
      /^HTTP GET https:\/\/evil\.com\/ failed: this tool may not reach evil\.com/,
    ],
    ['javascript:alert(1)', 'denied', /failed: tools may use https only/],
    ['/echo', 'bad_request', /^HTTP GET \/echo failed: this is not a full address/],
    ['http://a\r\nX: y', 'bad_request', /^HTTP GET http:\/\/a\uFFFD\uFFFDX: y failed:/],
  ])('goes to %j', async (url, expected, words) => {
    const { code, message } = await send({ url }, { open: () => Promise.reject(new Error('it was sent')) });
    expect(code).toBe(expected);
    expect(message).toMatch(words);
  });

  it('has its long address cut in the message', async () => {
    const { message } = await send({ url: `https://evil.com/${'a'.repeat(2000)}` });
    expect(message.length).toBeLessThan(800);
    expect(message).toContain('aaa… failed: this tool may not reach evil.com');
  });

  it.each([
    ['in the address', { params: { k: CANARY } }],
    ['in the path', { url: `PATH${CANARY}` }],
    ['in a header', { headers: { 'x-any': `Bearer ${CANARY}` } }],
    ['in base64', { headers: { authorization: `Basic ${btoa(`me@a.com:${CANARY}`)}` } }],
    ['in the body', { method: 'POST', body: CANARY }],
  ])(
    "carries a secret %s to a host it isn't bound to",
    async (_, { url, body, ...payload }: Record<string, unknown>) => {
      const address = typeof url === 'string' ? url.replace('PATH', at('/')) : at('/echo');
      const given = { ...payload, url: address };
      const bytes = typeof body === 'string' ? { body: Buffer.from(body) } : {};
      const refused = await send(given, { ...bytes, run: withSecret(['api.example.com']) });
      expect(refused.code).toBe('denied');
      expect(refused.message).toContain(
        `the secret API_KEY may be sent to api.example.com only, and this goes to ${server.host}`,
      );
      expect(refused.message).not.toContain(CANARY);
      expect(server.requests).toEqual([]);
      const allowed = await send(given, { ...bytes, run: withSecret([server.host]) });
      expect(allowed.code).toBeUndefined();
      expect(server.requests).toHaveLength(1);
    },
  );

  it('is the 121st of a tool in one minute, over all its runs', async () => {
    let now = 0;
    const quick = (): Promise<FetchChannel> =>
      Promise.resolve({ fetch: () => Promise.resolve(new Response('x')), release: () => undefined });
    const client = new GrantedHttpClient({ open: quick, now: () => now });
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 200; i++) {
      codes.push((await send({ params: { drip: i } }, { client, run: { tool: 'a' } })).code);
      now += 100;
    }
    expect(codes.filter((code) => code === undefined)).toHaveLength(120);
    const late = await send({}, { client, run: { tool: 'a' } });
    expect(late.code).toBe('rate_limited');
    expect(late.message).toMatch(/120 requests a minute; wait 40 seconds$/);
    expect(late.details).toEqual({ retry_after: 40 });
    expect((await send({}, { client, run: { tool: 'b' } })).code).toBeUndefined();
    now += 60_000;
    expect((await send({}, { client, run: { tool: 'a' } })).code).toBeUndefined();
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    "of status %d isn't followed when the request sends data or a secret",
    async (status) => {
      const url = at(`/redirect?status=${status}&to=${encodeURIComponent(`${other.origin}/steal`)}`);
      const run = { hosts: [server.host, other.host], ...withSecret() };
      const posted = await send({ method: 'POST', url }, { run, body: Buffer.from('data') });
      expect(posted.code).toBe('unavailable');
      expect(posted.message).toMatch(
        /Or it redirects, which a request that sends data or a secret may not follow/,
      );
      expect((await send({ url, headers: { 'x-api-key': 'k' } }, { run })).code).toBe('unavailable');
      expect((await send({ url, headers: { 'x-any': CANARY } }, { run })).code).toBe('unavailable');
      expect(other.requests).toEqual([]);
    },
  );

  it('of a plain GET is followed to granted hosts, and refused afterwards where no browser stopped it', async () => {
    const url = at(`/redirect?to=${encodeURIComponent(`${other.origin}/text?body=moved`)}`);
    expect(await send({ url }, { run: { hosts: [server.host, other.host] } })).toMatchObject({
      status: 200,
      text: 'moved',
    });
    const refused = await send({ url });
    expect(refused.code).toBe('denied');
    expect(refused.message).toMatch(/redirects to a host that this tool may not reach/);
    expect(refused.text).toBe('');
  });

  it('that the browser stopped is reported as such', async () => {
    const stopped = (): Promise<FetchChannel> =>
      Promise.resolve({ fetch: () => Promise.reject(new RedirectBlocked()), release: () => undefined });
    const refused = await send({ retries: 3 }, { open: stopped });
    expect(refused.code).toBe('denied');
    expect(refused.waits).toEqual([]);
  });
});

describe('an answer', () => {
  it('arrives byte for byte, whatever its status', async () => {
    const { bytes } = await send({ url: at('/bytes') });
    expect([...bytes]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
    expect(await send({ url: at('/status?code=404&body=no') })).toMatchObject({ status: 404, text: 'no' });
    expect(await send({ url: at('/status?code=500') })).toMatchObject({ status: 500, text: '' });
    for (const code of [204, 304]) {
      expect(await send({ url: at(`/status?code=${code}`) })).toMatchObject({ status: code, text: '' });
    }
    expect(await send({ method: 'HEAD', url: at('/bytes') })).toMatchObject({ status: 200, text: '' });
  });

  it('has its headers in lower case, repeated ones joined', async () => {
    const { headers } = await send({ url: at('/headers') }, {});
    expect(headers).toMatchObject({ 'x-twice': 'one, two', 'x-mixed-case': 'kept' });
  });

  it('may be 10 MiB, unpacked', async () => {
    expect((await send({ url: at(`/large?size=${10 * 2 ** 20}`) })).bytes).toHaveLength(10 * 2 ** 20);
    for (const path of [`/large?size=${10 * 2 ** 20 + 1}`, '/bomb', '/flood']) {
      const { code, message } = await send({ url: at(path) });
      expect(code).toBe('too_large');
      expect(message).toMatch(/failed: the answer is larger than 10 MiB/);
    }
  });

  it.each(['/hang', '/drip'])('of %s that comes too late is a timeout', async (path) => {
    const { code, message } = await send({ url: at(path), timeout: 0.2, retries: 2 });
    expect(code).toBe('timeout');
    expect(message).toBe(
      `HTTP GET ${at(path)} failed: ${server.host} took longer than 0.2 seconds; ask for less, or raise opts.timeout`,
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('to connect is told from a refusal by a probe of the root', async () => {
    const dead = await send({ url: 'http://localhost:1/x' }, { run: { hosts: ['localhost:1'] } });
    expect(dead.code).toBe('unavailable');
    expect(dead.message).toMatch(
      /failed: localhost:1 cannot be reached: the address may be wrong, the server down/,
    );
    const alive = await send({ url: at('/refuse'), headers: { 'x-a': 'b' } });
    expect(alive.code).toBe('unavailable');
    expect(alive.message).toContain(
      `${server.host} answers, but does not let this page read the answer (CORS): its owner must allow the origin http://localhost:9 and the headers x-a.`,
    );
    const probe = server.requests.at(-1);
    expect([probe?.method, probe?.url, probe?.body.length]).toEqual(['GET', '/', 0]);
    expect(probe?.headers['x-a']).toBeUndefined();
  });

  it('at an IPv6 address is probed without following redirects', async () => {
    const inits: (RequestInit & { url: string })[] = [];
    const open = (): Promise<FetchChannel> =>
      Promise.resolve({
        fetch: (url, init) => (inits.push({ ...init, url }), Promise.reject(new TypeError('no'))),
        release: () => undefined,
      });
    const { message } = await send({ url: 'http://[::1]:8080/x' }, { open, run: { hosts: ['[::1]:8080'] } });
    expect(inits.map(({ url, redirect, mode }) => [url, redirect, mode])).toEqual([
      ['http://[::1]:8080/x', 'error', 'cors'],
      // Browsers refuse `no-cors` together with `manual`.
      ['http://[::1]:8080/', 'manual', 'cors'],
    ]);
    expect(message).toMatch(
      /cannot be reached: .*the origin http:\/\/localhost:9 not allowed by the server \(CORS\)/,
    );
  });

  it('is probed only at granted origins, and only after a request failed', async () => {
    await send({});
    await send({ url: `${other.origin}/refuse` });
    expect(server.requests.map(({ url }) => url)).toEqual(['/echo']);
    expect(other.requests).toEqual([]);
  });

  it('in the middle of an answer is reported as such', async () => {
    const { code, message } = await send({ url: at('/reset') });
    expect(code).toBe('unavailable');
    expect(message).toMatch(/broke off in the middle of its answer/);
  });

  it('of an offline device, or of plain http from a secure page, is explained without a probe', async () => {
    const fails = (): Promise<FetchChannel> =>
      Promise.resolve({ fetch: () => Promise.reject(new TypeError('x')), release: () => undefined });
    const run = { hosts: ['a.com', '192.168.0.9'] };
    const offline = await send({ url: 'https://a.com/' }, { open: fails, run, online: () => false });
    expect(offline.message).toBe(
      'HTTP GET https://a.com/ failed: this device is offline; connect it and call again',
    );
    const mixed = await send(
      { url: 'http://192.168.0.9/' },
      { open: fails, run, origin: () => 'https://p.example' },
    );
    expect(mixed.message).toMatch(/does not let a page that came over https ask 192\.168\.0\.9 over http/);
  });

  it('has no secret in its message', async () => {
    const url = `http://localhost:1/${CANARY}?k=${encodeURIComponent(CANARY)}`;
    const { message } = await send({ url }, { run: { hosts: ['localhost:1'], ...withSecret() } });
    expect(message).toContain('HTTP GET http://localhost:1/[secret API_KEY]?k=[secret API_KEY] failed:');
  });
});

describe('retries', () => {
  const flaky = (query: string): string => at(`/flaky?key=${crypto.randomUUID()}&${query}`);

  it('of an idempotent call continue until it answers, each after a longer wait', async () => {
    const sent = await send({ url: flaky('times=2&status=503'), retries: 3 });
    expect(sent).toMatchObject({ status: 200, text: 'after 3', waits: [500, 1000] });
    expect(await send({ url: flaky('times=2&status=0'), retries: 2 })).toMatchObject({ text: 'after 3' });
    expect(await send({ url: flaky('times=1&status=429&after=7'), retries: 1 })).toMatchObject({
      waits: [7000],
    });
  });

  it('end with the last answer', async () => {
    expect(await send({ url: flaky('times=9'), retries: 2 })).toMatchObject({
      status: 429,
      text: 'not yet',
      waits: [500, 1000],
    });
    expect(await send({ url: flaky('times=9&after=60'), retries: 2 })).toMatchObject({
      status: 429,
      waits: [],
    });
    expect(await send({ url: flaky('times=9') })).toMatchObject({ status: 429, waits: [] });
    expect(await send({ url: flaky('times=9&status=500'), retries: 2 })).toMatchObject({
      status: 500,
      waits: [],
    });
  });

  it('are not made for calls with side effects, and the log says so', async () => {
    const sent = await send({ method: 'POST', url: flaky('times=1'), retries: 2 });
    expect(sent).toMatchObject({
      status: 429,
      waits: [],
      warnings: ['http: a POST request is sent once, without retries'],
    });
  });
});

describe('a stopped run', () => {
  const cases: [string, string, Record<string, unknown>, boolean?][] = [
    ['a request', '/hang', {}],
    ['an answer', '/drip', {}],
    ['a wait', '/flaky?key=stopped&times=9&status=503', { retries: 5 }],
    ['a second look', '/refuse', {}, true],
  ];
  it.each(cases)('ends %s at once', async (_, path, payload, probing) => {
    const stop = new AbortController();
    const hanging = (): Promise<FetchChannel> =>
      Promise.resolve({
        fetch: (url, init) => fetch(init.mode === 'no-cors' && probing ? at('/hang') : url, init),
        release: () => undefined,
      });
    const client = new GrantedHttpClient({
      open: hanging,
      online: () => true,
      origin: () => 'http://localhost:9',
    });
    const sending = send({ url: at(path), ...payload }, { client, run: { signal: stop.signal } });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const started = performance.now();
    stop.abort();
    const { code, message } = await sending;
    expect(performance.now() - started).toBeLessThan(400);
    expect(code).toBe('cancelled');
    expect(message).toMatch(/failed: the run was stopped$/);
  });

  it('sends nothing more', async () => {
    const { code } = await send({}, { run: { signal: AbortSignal.abort() } });
    expect(code).toBe('cancelled');
    expect(server.requests).toEqual([]);
  });
});
