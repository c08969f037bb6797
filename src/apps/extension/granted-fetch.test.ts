// The extension's requests: what it sends, to which hosts, and which requests and answers it refuses.
import { beforeEach, expect, it } from 'vitest';
import { grantedFetch, RedirectRefused, type Seen, type Surroundings } from './granted-fetch.ts';
import { readRequest } from './read-message.ts';
import type { SentRequest } from '../../core/ports/companion.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

let sent: Sent[];
let answers: Record<string, Seen & { body?: string }>;
let grants: string[];
let own: string[];

beforeEach(() => {
  sent = [];
  answers = {};
  grants = ['https://a.example/*', 'https://b.example/*'];
  own = [];
});

const around: Surroundings = {
  async fetch(url, init) {
    sent.push({ url, init });
    const { status, target, body = '' } = answers[url] ?? { status: 200 };
    const response = new Response([204, 304].includes(status) || target ? null : body, {
      status: target ? 200 : status,
    });
    if (target) Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
    return response;
  },
  grants: async () => grants,
  ownHosts: async () => own,
  watch: (url) => ({
    marked: url.href,
    seen: Promise.resolve({ ip: '203.0.113.7', ...(answers[url.href] ?? { status: 200 }) }),
    end: () => undefined,
  }),
};

const ask = (change: Partial<SentRequest>, surroundings = around) =>
  grantedFetch(
    readRequest({
      type: 'fetch',
      id: 1,
      method: 'GET',
      url: 'https://a.example/',
      headers: [],
      redirect: 'follow',
      ...change,
    }),
    surroundings,
    new AbortController().signal,
  );
const goesTo = (target: string, status = 302): void => {
  answers['https://a.example/'] = { status, target };
};
const urls = (): string[] => sent.map(({ url }) => url);

it('sends without cookies, referrer and cache, and lets the browser follow nothing', async () => {
  await ask({});
  expect(sent[0]!.init).toMatchObject({
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
});

it.each(['https://c.example/', 'http://a.example/', 'https://a.example:8443/', 'http://localhost/'])(
  'sends nothing to %s without a grant',
  async (url) => {
    await expect(ask({ url })).rejects.toMatchObject({ code: 'denied' });
    expect(sent).toEqual([]);
  },
);

it('sends nothing after a grant was revoked', async () => {
  grants = [];
  await expect(ask({})).rejects.toMatchObject({ code: 'denied' });
  expect(sent).toEqual([]);
});

it.each([
  'https://c.example/',
  'http://b.example/',
  'http://127.0.0.1/',
  'http://localhost:8080/',
  'file:///etc/passwd',
  'chrome://settings/',
  'data:text/html,hi',
])('follows no redirect to %s', async (target) => {
  goesTo(target);
  await expect(ask({})).rejects.toBeInstanceOf(RedirectRefused);
  expect(urls()).toEqual(['https://a.example/']);
});

it('follows a redirect to a granted host, without the headers of the first', async () => {
  goesTo('https://b.example/there');
  const { url } = await ask({
    headers: [
      ['authorization', 'Bearer k'],
      ['accept', 'text/html'],
      ['x-key', 'k'],
    ],
  });
  expect(url).toBe('https://b.example/there');
  expect([...(sent[1]!.init.headers as Headers)]).toEqual([['accept', 'text/html']]);
});

it('follows no redirect beyond the origins of the caller', async () => {
  goesTo('https://b.example/there');
  await expect(ask({ origins: ['https://a.example'] })).rejects.toBeInstanceOf(RedirectRefused);
  expect(sent).toHaveLength(1);
});

it('sends a body to no second host', async () => {
  goesTo('https://b.example/there', 307);
  await expect(ask({ method: 'POST', body: btoa('private') })).rejects.toBeInstanceOf(RedirectRefused);
  expect(sent).toHaveLength(1);
});

it('turns a form’s redirect into a GET', async () => {
  goesTo('https://b.example/there', 303);
  await ask({ method: 'POST', body: btoa('private'), headers: [['content-type', 'text/plain']] });
  expect(sent[1]!.init).toMatchObject({ method: 'GET', body: null });
  expect([...(sent[1]!.init.headers as Headers)]).toEqual([]);
});

it('stops at a redirect loop', async () => {
  goesTo('https://a.example/');
  await expect(ask({})).rejects.toBeInstanceOf(RedirectRefused);
  expect(sent.length).toBeLessThan(30);
});

it.each(['error', 'manual'] as const)('follows nothing with redirect: %s', async (redirect) => {
  goesTo('https://b.example/there');
  const done = await ask({ redirect }).catch((error: unknown) => error);
  if (redirect === 'error') expect(done).toBeInstanceOf(RedirectRefused);
  else expect(done).toMatchObject({ status: 302, headers: [], body: null });
  expect(sent).toHaveLength(1);
});

it.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
  'gives no answer of a public name whose server is %s',
  async (ip) => {
    answers['https://a.example/'] = { status: 200, ip, body: 'router' };
    await expect(ask({})).rejects.toThrow('leads into your own network');
    own = ['a.example'];
    expect((await ask({})).status).toBe(200);
  },
);

it('gives no answer whose server is unknown', async () => {
  const blind: Surroundings = {
    ...around,
    watch: (url) => ({ marked: url.href, seen: Promise.resolve(undefined), end: () => undefined }),
  };
  await expect(ask({}, blind)).rejects.toThrow('could not check');
});

it('reaches this computer by the granted name and port', async () => {
  grants = ['http://localhost:11434/*'];
  answers['http://localhost:11434/v1'] = { status: 200, ip: '127.0.0.1' };
  expect((await ask({ url: 'http://localhost:11434/v1' })).status).toBe(200);
});
