// http.* in a real browser against real servers: what leaves, what comes back, and what the browser itself holds back.
import type { Page } from 'playwright/test';
import { startWebServer, type WebServer } from './support/web-server.ts';
import { expect, test } from './support/test.ts';

/** What Chromium and Firefox say on the console of requests that were stopped or failed. */
const REPORTS = [
  'Failed to load resource|Connecting to|Fetch API cannot load|Access to fetch',
  'uncaught: (The page’s settings blocked|The Same Origin Policy disallows|Content at)',
  'request to a foreign host: (http://\\[::1\\]|https://offline\\.example|javascript:)',
];
test.use({ expectedErrors: new RegExp(`^(${REPORTS.join('|')})`) });

let granted: WebServer;
let other: WebServer;
test.beforeAll(async () => {
  granted = await startWebServer();
  other = await startWebServer();
});
test.afterAll(async () => {
  await Promise.all([granted.stop(), other.stop()]);
});
test.beforeEach(() => {
  granted.requests.length = 0;
  other.requests.length = 0;
});

interface Given {
  hosts?: string[];
  config?: Record<string, string>;
  timeout?: number;
  /** Milliseconds after which the caller aborts. */
  abortAfter?: number;
}

interface Told {
  result: unknown;
  code: string | undefined;
  message: string;
  milliseconds: number;
}

let tools = 0;

/** Installs a tool with this body, granted the first server unless said otherwise, and calls it with `params`. */
async function run(page: Page, body: string, params: object = {}, given: Given = {}): Promise<Told> {
  const { hosts = [granted.host], config = {}, timeout = 20, abortAfter } = given;
  const name = `http_${++tools}`;
  const source = `tool = {name="${name}", timeout=${timeout}}\nfunction tool.execute(params, context) ${body}\nend`;
  return page.evaluate(
    async ({ name, source, params, hosts, config, abortAfter }) => {
      const installed = await window.perilune.tools.install(source, { hosts, config });
      if (installed.error) throw new Error(installed.error.message);
      const abort = new AbortController();
      if (abortAfter !== undefined) setTimeout(() => abort.abort(), abortAfter);
      const started = performance.now();
      const outcome = await window.perilune.tools.call(name, params, { signal: abort.signal });
      const milliseconds = performance.now() - started;
      const { code, message = '' } = outcome.error ?? {};
      return { result: outcome.result, code, message, milliseconds };
    },
    { name, source, params: params as Record<string, never>, hosts, config, abortAfter },
  );
}

/** Calls http.get for one address. */
function get(page: Page, url: string, given: Given = {}): Promise<Told> {
  return run(page, 'local r = http.get(params.url) return {status=r.status, body=r.body}', { url }, given);
}

const at = (path: string): string => granted.origin + path;
const redirect = (status: number, to: string): string =>
  at(`/redirect?status=${status}&to=${encodeURIComponent(to)}`);
const paths = (server: WebServer): string[] => server.requests.map(({ method, url }) => `${method} ${url}`);

test.describe('what leaves', () => {
  test('carries no cookie and no referrer, and no more of the page than CORS sends', async ({
    app,
    baseURL,
  }) => {
    await app
      .context()
      .addCookies([{ name: 'session', value: 'cookie-canary', domain: 'localhost', path: '/' }]);
    await app.evaluate(() => (document.cookie = 'page=cookie-canary'));
    const { result } = await run(app, 'return http.get(params.url).json', {
      url: at('/echo?a=1#secret-fragment'),
    });
    const [seen] = granted.requests;
    expect(result).toMatchObject({ method: 'GET', url: '/echo?a=1' });
    expect(seen?.headers.cookie).toBeUndefined();
    expect(seen?.headers.referer).toBeUndefined();
    expect(seen?.headers.origin).toBe(new URL(baseURL ?? '').origin);
    expect(JSON.stringify(granted.requests)).not.toMatch(/cookie-canary|secret-fragment|perilune|sandbox/i);
    // Whatever the server sets is not sent back either.
    await get(app, at('/headers'));
    await get(app, at('/echo'));
    expect(granted.requests.at(-1)?.headers.cookie).toBeUndefined();
  });

  test('is what the script said, byte for byte', async ({ app }) => {
    const { result, message } = await run(
      app,
      `local r = http.post(params.url, "a\\0\\xff\\r\\n", {headers={Authorization="Bearer t", ["X-Api-Key"]="k", Cookie="a=1", Host="evil"}, params={q={"x y", 2}}})
       local j = http.patch(params.url, {n=json.null, list=json.array()})
       local d = http.delete(params.url)
       return {r.json, j.json, d.json}`,
      { url: at('/echo') },
    );
    expect(message).toBe('');
    const [posted, patched, deleted] = result as {
      headers: Record<string, string>;
      body: string;
      url: string;
    }[];
    expect(posted).toMatchObject({ method: 'POST', url: '/echo?q=x+y&q=2', body: 'a\0\u00ff\r\n' });
    expect(posted?.headers).toMatchObject({
      authorization: 'Bearer t',
      'x-api-key': 'k',
      host: granted.host,
    });
    expect(posted?.headers['content-type']).toBeUndefined();
    expect(posted?.headers['cookie']).toBeUndefined();
    expect(patched).toMatchObject({
      body: '{"list":[],"n":null}',
      headers: { 'content-type': 'application/json' },
    });
    expect(deleted).toMatchObject({ method: 'DELETE', body: '' });
    expect(paths(granted).filter((path) => path.startsWith('OPTIONS')).length).toBeGreaterThan(0);
  });

  test('goes to granted hosts only, however the address is spelled', async ({ app }) => {
    const { port } = other;
    const addresses = [
      `http://localhost:${port}/`,
      `http://127.0.0.1:${granted.port}/`,
      `http://0x7f.1:${granted.port}/`,
      `http://2130706433:${granted.port}/`,
      `http://[::1]:${granted.port}/`,
      `http://[::ffff:127.0.0.1]:${granted.port}/`,
      `http://${granted.host}@localhost:${port}/`,
      `http://localhost:${port}\\@${granted.host}/`,
      `http://localhost.:${granted.port}/`,
      `//localhost:${port}/`,
      '/index.html',
      'javascript:fetch("/")',
      'data:text/plain,x',
      `blob:${granted.origin}/x`,
      'file:///etc/passwd',
      `http://${granted.host}/a\r\nX-Evil: 1`,
      'http://169.254.169.254/latest/meta-data',
    ];
    const { result } = await run(
      app,
      `local told = {}
       for i, url in ipairs(params.urls) do
         local ok, problem = pcall(http.get, url)
         told[i] = ok and "let through" or problem:match("failed: (.*)")
       end
       return told`,
      { urls: addresses },
    );
    expect(result).toHaveLength(addresses.length);
    for (const [index, told] of (result as string[]).entries()) {
      expect(told, addresses[index]).toMatch(/may not reach|https only|really|dot|whole address|line break/);
    }
    expect([...granted.requests, ...other.requests]).toEqual([]);
  });

  test('goes nowhere without a grant, and the error says where to give one', async ({ app }) => {
    const { code, message } = await get(app, at('/echo'), { hosts: [] });
    expect(code).toBe('denied');
    expect(message).toContain(
      `HTTP GET ${at('/echo')} failed: ${granted.host} is in your own network or on this device`,
    );
    expect(message).toContain(`add ${granted.host} to the hosts in the tool's settings`);
    expect(granted.requests).toEqual([]);
  });

  test('reaches an IPv6 address that is granted', async ({ app }) => {
    const url = `http://[::1]:${granted.port}`;
    const hosts = [`[::1]:${granted.port}`];
    expect((await get(app, `${url}/`, { hosts })).result).toEqual({ status: 200, body: 'home' });
    const moved = await get(app, `${url}/redirect?to=${encodeURIComponent(other.origin)}`, { hosts });
    expect(moved.code).toBe('unavailable');
    expect(other.requests).toEqual([]);
  });
});

test.describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} to a host that is not granted is stopped by the browser before it is sent`, async ({
      app,
    }) => {
      for (const to of [`${other.origin}/steal`, `http://127.0.0.1:${granted.port}/steal`]) {
        const { code, message } = await get(app, redirect(status, to));
        expect(code).toBe('denied');
        expect(message).toContain(`${granted.host} redirects to a host that this tool may not reach`);
      }
      expect(other.requests).toEqual([]);
      expect(paths(granted).filter((path) => path.includes('/steal') && !path.includes('/redirect'))).toEqual(
        [],
      );
    });

    test(`${status} of a request that sends something is not followed, wherever it leads`, async ({
      app,
    }) => {
      const hosts = [granted.host, other.host];
      for (const to of [`${other.origin}/steal`, at('/steal')]) {
        const url = redirect(status, to);
        const calls = [
          'http.post(params.url, "data")',
          'http.put(params.url, "data")',
          'http.delete(params.url)',
          'http.get(params.url, {headers={Authorization="Bearer canary"}})',
          'http.get(params.url, {headers={["x-api-key"]="canary"}})',
        ];
        for (const call of calls) {
          const { code, message } = await run(app, `return ${call}`, { url }, { hosts });
          expect(code, call).toBe('unavailable');
          expect(message).toContain(
            'Or it redirects, which a request that sends data or a secret may not follow',
          );
        }
      }
      expect(other.requests).toEqual([]);
      expect(paths(granted).filter((path) => / \/steal/.test(path))).toEqual([]);
    });
  }

  test('is stopped just so when the service worker stands between', async ({ app }) => {
    await app.evaluate(() => navigator.serviceWorker.ready);
    await app.reload();
    await app.evaluate(() => window.perilune.ready);
    expect(await app.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    expect((await get(app, redirect(302, `${other.origin}/steal`))).code).toBe('denied');
    expect(other.requests).toEqual([]);
  });

  test('of a plain GET is followed to a granted host', async ({ app }) => {
    const url = redirect(302, `${other.origin}/text?body=moved`);
    const { result } = await get(app, url, { hosts: [granted.host, other.host] });
    expect(result).toEqual({ status: 200, body: 'moved' });
    expect((await get(app, redirect(307, '/text?body=here'))).result).toEqual({ status: 200, body: 'here' });
  });

  test('in a circle, to data: or to a file ends as an error', async ({ app }) => {
    const circle = await get(app, at('/circle'));
    expect(circle.code).toBe('unavailable');
    for (const to of ['data:text/plain,stolen', 'file:///etc/passwd', 'javascript:alert(1)', 'blob:x']) {
      const { code, result } = await get(app, redirect(302, to));
      expect(result, to).toBeUndefined();
      expect(['unavailable', 'denied']).toContain(code);
    }
  });
});

test('a secret reaches the host it is for, and no other: not by grant, not by redirect', async ({ app }) => {
  const canary = 'canary-51b7e0d9';
  await app.evaluate(([value, host]) => window.perilune.secrets.set('HTTP_KEY', value, { hosts: [host] }), [
    canary,
    granted.host,
  ] as const);
  const given = { hosts: [granted.host, other.host], config: { key: '${HTTP_KEY}' } };
  const sending = (url: string): Promise<Told> =>
    run(app, 'return http.get(params.url, {params={k=env.get("HTTP_KEY")}}).status', { url }, given);

  expect((await sending(at('/echo'))).result).toBe(200);
  expect(granted.requests.at(-1)?.url).toContain(canary);

  const elsewhere = await sending(`${other.origin}/echo`);
  expect(elsewhere.code).toBe('denied');
  expect(elsewhere.message).toContain(`the secret HTTP_KEY may be sent to ${granted.host} only`);

  const moved = await sending(redirect(307, `${other.origin}/echo`));
  expect(moved.code).toBe('unavailable');
  const spelled = await sending(`${other.origin}/${encodeURIComponent(canary)}`);
  expect(spelled.code).toBe('denied');

  expect(other.requests).toEqual([]);
  for (const { message } of [elsewhere, moved, spelled]) expect(message).not.toContain(canary);
});

test.describe('an answer', () => {
  test('is there byte for byte, in any dress', async ({ app }) => {
    const { result, message } = await run(
      app,
      `local base = params.base
       local bytes = http.get(base .. "/bytes").body
       for byte = 0, 255 do assert(bytes:byte(byte + 1) == byte) end
       local latin = http.get(base .. "/text", {params={body="\u{e9}", type="text/plain; charset=latin1"}})
       local odd = http.get(base .. "/text", {params={body="{\\"a\\":null}", type="x"}})
       local empty = {}
       for i, code in ipairs{204, 304} do empty[i] = http.get(base .. "/status?code=" .. code) end
       local head = http.request{method="HEAD", url=base .. "/bytes"}
       local many = http.get(base .. "/headers?huge=100000")
       return {#bytes, latin.body:byte(), odd.json, empty[1].status, #empty[1].body, empty[2].status, head.status,
         #head.body, many.headers["x-twice"], many.headers["x-mixed-case"], #many.headers["x-huge"],
         many.headers["set-cookie"] == nil}`,
      { base: granted.origin },
    );
    expect(message).toBe('');
    expect(result).toEqual([256, 0xe9, { a: null }, 204, 0, 304, 200, 0, 'one, two', 'kept', 100_000, true]);
  });

  test('that is no success is an answer too', async ({ app }) => {
    for (const status of [400, 404, 500]) {
      expect((await get(app, at(`/status?code=${status}&body=why`))).result).toEqual({ status, body: 'why' });
    }
  });

  test('of 10 MiB arrives; more of it, packed or endless, is cut off', async ({ app }) => {
    const size = 10 * 2 ** 20;
    const whole = await run(app, 'return #http.get(params.url).body', { url: at(`/large?size=${size}`) });
    expect(whole.result).toBe(size);
    for (const path of [`/large?size=${11 * 2 ** 20}`, '/bomb', '/flood']) {
      const { code, message } = await get(app, at(path));
      expect(code, path).toBe('too_large');
      expect(message).toContain('the answer is larger than 10 MiB');
    }
  });

  test('that never ends, or never begins, is a time-out of the request, and the run goes on', async ({
    app,
  }) => {
    const { result, milliseconds } = await run(
      app,
      `local told = {}
       for i, path in ipairs{"/hang", "/drip"} do
         local ok, problem = pcall(http.get, params.base .. path, {timeout=0.5})
         told[i] = problem:match("failed: (.*)")
       end
       return told`,
      { base: granted.origin },
    );
    const words = `${granted.host} took longer than 0.5 seconds; ask for less, or raise opts.timeout`;
    expect(result).toEqual([words, words]);
    expect(milliseconds).toBeLessThan(3000);
    const late = await run(app, 'http.get(params.url, {timeout=0.5})', { url: at('/hang') });
    expect(late.code).toBe('timeout');
  });

  test('that breaks off says so', async ({ app }) => {
    const { code, message } = await get(app, at('/reset'));
    expect(code).toBe('unavailable');
    expect(message).toContain('broke off in the middle of its answer');
  });
});

test.describe('trouble', () => {
  test('tells a server that refuses pages from one that is not there', async ({ app, baseURL }) => {
    const closed = await get(app, at('/closed/echo'));
    expect(closed.code).toBe('unavailable');
    expect(closed.message).toContain(
      `${granted.host} answers, but does not let this page read the answer (CORS)`,
    );
    expect(closed.message).toContain(`its owner must allow the origin ${new URL(baseURL ?? '').origin}`);
    const [, probe] = granted.requests;
    expect([probe?.method, probe?.url, probe?.headers.cookie, probe?.headers.referer]).toEqual([
      'GET',
      '/',
      undefined,
      undefined,
    ]);

    const dead = await get(app, 'http://localhost:1/x', { hosts: ['localhost:1'] });
    expect(dead.code).toBe('unavailable');
    expect(dead.message).toMatch(/localhost:1 cannot be reached: the address may be wrong, the server down/);

    const secure = await get(app, `https://${granted.host}/`);
    expect(secure.message).toMatch(/cannot be reached: .*certificate not trusted/);
  });

  test('of a request that was refused its headers or method names them', async ({ app }) => {
    const { message } = await run(app, 'http.put(params.url, "x", {headers={["x-one"]="1", accept="x/y"}})', {
      url: at('/closed/echo'),
    });
    expect(message).toContain('the method PUT and the headers x-one');
    expect(paths(granted)).toEqual(['OPTIONS /closed/echo', 'GET /']);
  });

  test('of a device that is offline is told as that', async ({ app }) => {
    await run(app, 'return 1'); // the sandbox is there before the connection goes
    await app.context().setOffline(true);
    const { code, message } = await get(app, 'https://offline.example/', { hosts: ['offline.example'] });
    await app.context().setOffline(false);
    expect(code).toBe('unavailable');
    expect(message).toMatch(/failed: this device is offline; connect it and call again$/);
  });
});

test('retries an idempotent call until it answers, and sends any other once', async ({ app }) => {
  const base = granted.origin;
  const again = await run(
    app,
    'return http.get(params.base .. "/flaky?key=get&times=2&status=503", {retries=3}).body',
    { base },
  );
  expect(again.result).toBe('after 3');
  expect(again.milliseconds).toBeGreaterThan(1000);
  const reset = await run(
    app,
    'return http.get(params.base .. "/flaky?key=reset&times=1&status=0", {retries=2}).body',
    { base },
  );
  expect(reset.result).toMatch(/^after \d$/);
  granted.requests.length = 0;
  const once = await run(
    app,
    'return http.post(params.base .. "/flaky?key=post&times=2", "x", {retries=3}).status',
    { base },
  );
  expect(once.result).toBe(429);
  expect(paths(granted).filter((path) => path.startsWith('POST'))).toHaveLength(1);
});

test('ends a request, an answer and a wait at once when the call is stopped', async ({ app }) => {
  for (const path of ['/hang', '/drip', '/flaky?key=stop&times=9&status=503']) {
    const { code, milliseconds } = await run(
      app,
      'http.get(params.url, {retries=5})',
      { url: at(path) },
      { abortAfter: 400 },
    );
    expect(code, path).toBe('cancelled');
    expect(milliseconds).toBeLessThan(1000);
  }
  const before = granted.requests.length;
  await app.waitForTimeout(1500);
  expect(granted.requests).toHaveLength(before);
});

test('keeps a tool that drips data through the network to 120 requests a minute', async ({ app }) => {
  const { result } = await run(
    app,
    `local made, last = 0
     for i = 1, 200 do
       local ok, problem = pcall(http.get, params.url .. "?secret-part=" .. i)
       if ok then made = made + 1 else last = problem end
     end
     return {made, last:match("failed: (.*)")}`,
    { url: at('/') },
  );
  expect(result).toEqual([120, expect.stringMatching(/120 requests a minute, .* wait \d+ seconds$/)]);
  expect(granted.requests).toHaveLength(120);
});

test('opens few frames for requests, and lets no tool out through the frame of another', async ({ app }) => {
  for (let extra = 0; extra < 6; extra++) {
    await get(app, at('/'), { hosts: [granted.host, `h${extra}.example`] });
  }
  const frames = await app.evaluate(() =>
    [...document.querySelectorAll<HTMLIFrameElement>('iframe[srcdoc]')].map((frame) => [
      frame.hidden,
      frame.srcdoc,
    ]),
  );
  expect(frames.length).toBeLessThanOrEqual(4);
  for (const [hidden, policy] of frames) {
    expect(hidden).toBe(true);
    expect(policy).toMatch(/content="default-src 'none'; connect-src [^"]*"/);
  }
  const denied = await get(app, at('/'), { hosts: [other.host] });
  expect(denied.code).toBe('denied');
  const one = await Promise.all([
    get(app, redirect(302, other.origin)),
    get(app, redirect(302, other.origin), { hosts: [granted.host, other.host] }),
  ]);
  expect(one.map(({ code }) => code)).toEqual(['denied', undefined]);
  expect(other.requests).toHaveLength(1);
});
