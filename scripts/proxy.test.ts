// The endpoints in examples/proxy, with real requests to a local API.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import worker from '../examples/proxy/cloudflare/worker.js';
import assistant, { config } from '../examples/proxy/netlify/edge-functions/assistant.js';

const SITE = 'https://docs.example.com';
const KEY = 'sk-of-the-site';

type Asked = { url?: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };
let asked: Asked[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
let closed: Promise<void>;

const api = createServer((request, response) => {
  let text = '';
  closed = new Promise((resolve) => response.on('close', resolve));
  request.on('data', (data) => (text += String(data)));
  request.on('end', () => {
    asked.push({ url: request.url, headers: request.headers, body: JSON.parse(text) as Asked['body'] });
    answer(response);
  });
});
let settings: Record<string, string>;
beforeAll(async () => {
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
  settings = { ORIGINS: `${SITE} http://localhost:5173`, API: address, MODEL: 'small', API_KEY: KEY };
  vi.stubGlobal('Netlify', { env: { get: (name: string) => settings[name] } });
});
afterAll(() => {
  vi.unstubAllGlobals();
  api.closeAllConnections();
  api.close();
});
beforeEach(() => {
  asked = [];
  answer = (response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.end('data: {"choices":[{"delta":{"content":"Oil."}}]}\n\ndata: [DONE]\n\n');
  };
});

/** Counts by key, as Cloudflare does. */
function limiter(most = 20) {
  const counts = new Map<string, number>();
  const limit = async ({ key }: { key: string }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { success: counts.get(key)! <= most };
  };
  return { limit };
}

const hosts = {
  'Cloudflare Workers': (() => {
    const LIMITER = limiter();
    return (request: Request, ip: string): Promise<Response> => {
      request.headers.set('cf-connecting-ip', ip);
      return worker.fetch(request, { ...settings, LIMITER });
    };
  })(),
  'Netlify Edge Functions': (request: Request, ip: string): Promise<Response> => assistant(request, { ip }),
};

describe.each(Object.entries(hosts))('the proxy on %s', (_, handle) => {
  let ip = '';
  beforeEach(() => (ip = `192.0.2.${Math.floor(Math.random() * 250)}-${Math.random()}`));
  const ask = (body: unknown = { messages: [] }, init: RequestInit = {}) =>
    handle(
      new Request('https://assistant.example/assistant/chat/completions', {
        method: 'POST',
        headers: { origin: SITE, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      }),
      ip,
    );

  it("uses the site's key, model and limits, whatever a visitor sends", async () => {
    const messages = [{ role: 'user', content: 'Which oil?' }];
    const response = await ask({
      messages,
      stream: true,
      model: 'large',
      max_completion_tokens: 1e6,
      n: 50,
      api_key: 'mine',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(response.headers.get('vary')).toBe('origin');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toContain('"Oil."');
    expect(asked).toMatchObject([
      { url: '/v1/chat/completions', headers: { authorization: `Bearer ${KEY}` } },
    ]);
    expect(asked[0]!.body).toEqual({ messages, stream: true, model: 'small', max_completion_tokens: 1500 });
  });

  it('streams the answer through, and ends it when the visitor leaves', async () => {
    let write: ServerResponse | undefined;
    answer = (response) => {
      write = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const visitor = new AbortController();
    const { body } = await ask(undefined, { signal: visitor.signal });
    const reader = body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n');
    write!.write('data: 2\n\n');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 2\n\n');
    visitor.abort();
    await expect(reader.read()).rejects.toThrow();
    await closed;
  });

  it("allows the site's pages, and no others", async () => {
    const preflight = await ask(undefined, { method: 'OPTIONS', body: null });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    });
    for (const origin of [
      'https://evil.example',
      'https://docs.example.com.evil.example',
      'null',
      undefined,
    ]) {
      const headers: Record<string, string> = origin === undefined ? {} : { origin };
      for (const method of ['POST', 'OPTIONS']) {
        const response = await ask(undefined, {
          headers,
          method,
          ...(method === 'OPTIONS' && { body: null }),
        });
        expect(response.status).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    expect(asked).toEqual([]);
  });

  it("limits a visitor's requests per minute, and says when to retry", async () => {
    for (let i = 0; i < 20; i++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('access-control-expose-headers')).toBe('retry-after');
    expect(refused.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(asked).toHaveLength(20);
    ip = '192.0.2.251';
    expect((await ask()).status).toBe(200);
  });

  it('counts the addresses of one network as one visitor', async () => {
    const network = Math.floor(Math.random() * 0xffff).toString(16);
    for (let i = 0; i < 20; i++) {
      ip = `2001:db8:1:${network}:${i}:0:0:1`;
      await ask();
    }
    ip = `2001:db8:1:${network}:ffff:0:0:1`;
    expect((await ask()).status).toBe(429);
    ip = `2001:db8:2:${network}:ffff:0:0:1`;
    expect((await ask()).status).toBe(200);
  });

  it.each([
    [400, 'no JSON'],
    [400, 'null'],
    [400, { messages: 'hello' }],
    [413, { messages: [{ role: 'user', content: 'x'.repeat(200_001) }] }],
  ])('refuses an invalid or overlong conversation with %i', async (status, body) => {
    const response = await ask(body);
    expect(response.status).toBe(status);
    expect((await response.json()) as object).toMatchObject({ error: { message: expect.any(String) } });
    expect(asked).toEqual([]);
  });

  it.each([
    [401, 502],
    [429, 429],
    [500, 502],
  ])('reports an API error %i without its details', async (status, told) => {
    answer = (response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY} of org-1` } }));
    };
    const response = await ask();
    expect(response.status).toBe(told);
    const text = await response.text();
    expect([text, ...response.headers.values()].join()).not.toMatch(/sk-|org-1/);
    expect(JSON.parse(text)).toEqual({ error: { message: 'The model does not answer.' } });
  });

  it('gives up on an API that does not answer', async () => {
    answer = () => undefined;
    const real = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => real(30));
    const response = await ask();
    expect(timeout).toHaveBeenCalledWith(90_000);
    timeout.mockRestore();
    expect(response.status).toBe(502);
    await closed;
  });

  it('reports an unreachable API', async () => {
    const there = settings.API!;
    settings.API = 'http://127.0.0.1:1/v1';
    expect((await ask()).status).toBe(502);
    settings.API = there;
  });
});

it('responds at one path, and only to questions', async () => {
  const env = { ...settings, LIMITER: limiter() };
  const at = (path: string, method: string) =>
    worker.fetch(
      new Request(`https://assistant.example${path}`, {
        method,
        headers: { origin: SITE, 'cf-connecting-ip': '192.0.2.1' },
      }),
      env,
    );
  expect((await at('/v1/models', 'GET')).status).toBe(404);
  expect((await at('/files', 'POST')).status).toBe(404);
  expect((await at('/chat/completions', 'GET')).status).toBe(405);
  // There the host enforces it.
  expect(config).toEqual({ path: '/assistant/chat/completions', method: ['POST', 'OPTIONS'] });
});

it.each(['cloudflare/worker.js', 'netlify/edge-functions/assistant.js'])(
  '%s has at most 30 lines',
  (name) => {
    const text = readFileSync(new URL(`../examples/proxy/${name}`, import.meta.url), 'utf8');
    const code = text.split('\n').filter((line) => !/^\s*(?:\/\/|\/\*|$)/.test(line));
    expect(code.length).toBeLessThanOrEqual(30);
  },
);
