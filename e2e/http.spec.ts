// http.* in a real browser against real servers: what is sent, and what the browser itself blocks.
import {
  at,
  get,
  granted,
  other,
  paths,
  redirect,
  run,
  useWebServers,
  REQUEST_REPORTS,
  type Told,
} from './support/http-tool.ts';
import { expect, testOnOnePage as test, test as testOnOwnPage } from './support/test.ts';

test.use({ expectedErrors: REQUEST_REPORTS });
useWebServers();

test.describe('a sent request', () => {
  test('contains no cookie and no referrer, and nothing of the page beyond CORS headers', async ({
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
    // Cookies set by the server are not sent back either.
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
      expect(told, addresses[index]).toMatch(
        /may not reach|needs https|https only|really|dot|full address|line break/,
      );
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
  const STATUSES = [301, 302, 303, 307, 308];

  test('of any status to a host without a grant is blocked by the browser before it is sent', async ({
    app,
  }) => {
    for (const status of STATUSES) {
      for (const to of [`${other.origin}/steal`, `http://127.0.0.1:${granted.port}/steal`]) {
        const { code, message } = await get(app, redirect(status, to));
        expect(code, `${status}`).toBe('denied');
        expect(message).toContain(`${granted.host} redirects to a host that this tool may not reach`);
      }
    }
    expect(other.requests).toEqual([]);
    expect(paths(granted).filter((path) => path.includes('/steal') && !path.includes('/redirect'))).toEqual(
      [],
    );
  });

  const CALLS = [
    'http.post(params.url, "data")',
    'http.put(params.url, "data")',
    'http.delete(params.url)',
    'http.get(params.url, {headers={Authorization="Bearer canary"}})',
    'http.get(params.url, {headers={["x-api-key"]="canary"}})',
  ];
  test('of any status is not followed for a request that sends data, wherever it leads', async ({ app }) => {
    test.setTimeout(120_000);
    const hosts = [granted.host, other.host];
    const ways = `return ({ ${CALLS.map((call) => `function() return ${call} end`).join(', ')} })[params.way]()`;
    for (const status of STATUSES) {
      for (const to of [`${other.origin}/steal`, at('/steal')]) {
        for (const [index, call] of CALLS.entries()) {
          const params = { url: redirect(status, to), way: index + 1 };
          const { code, message } = await run(app, ways, params, { hosts });
          expect(code, `${status} ${call}`).toBe('unavailable');
          expect(message).toContain(
            'Or it redirects, which a request that sends data or a secret may not follow',
          );
        }
      }
    }
    expect(other.requests).toEqual([]);
    expect(paths(granted).filter((path) => / \/steal/.test(path))).toEqual([]);
  });

  testOnOwnPage.describe('with a service worker', () => {
    testOnOwnPage.use({ serviceWorkers: 'allow' });

    testOnOwnPage('is stopped just so when the service worker stands between', async ({ app }) => {
      await app.evaluate(() => navigator.serviceWorker.ready);
      await app.reload();
      await app.evaluate(() => window.perilune.ready);
      expect(await app.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      expect((await get(app, redirect(302, `${other.origin}/steal`))).code).toBe('denied');
      expect(other.requests).toEqual([]);
    });
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

test('a secret reaches its own host, and no other: not by grant, not by redirect', async ({ app }) => {
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
