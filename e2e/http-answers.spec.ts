// http.* in a real browser against real servers: responses, errors, and rates.
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
} from './support/http-tool.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

test.use({ expectedErrors: REQUEST_REPORTS });
useWebServers();

test.describe('a response', () => {
  test('arrives byte for byte, in any encoding', async ({ app }) => {
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
    expect(result).toEqual([256, 0xe9, {}, 204, 0, 304, 200, 0, 'one, two', 'kept', 100_000, true]);
  });

  test('with an error status is a response, too', async ({ app }) => {
    for (const status of [400, 404, 500]) {
      expect((await get(app, at(`/status?code=${status}&body=why`))).result).toEqual({ status, body: 'why' });
    }
  });

  test('of 10 MiB arrives; a larger, compressed or endless one is cut off', async ({ app }) => {
    const size = 10 * 2 ** 20;
    const whole = await run(app, 'return #http.get(params.url).body', { url: at(`/large?size=${size}`) });
    expect(whole.result).toBe(size);
    for (const path of [`/large?size=${11 * 2 ** 20}`, '/bomb', '/flood']) {
      const { code, message } = await get(app, at(path));
      expect(code, path).toBe('too_large');
      expect(message).toContain('the answer is larger than 10 MiB');
    }
  });

  test('that never ends or never begins times out, and the run continues', async ({ app }) => {
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
    // Without its own limit, a request may take as long as the call.
    expect(milliseconds).toBeLessThan(10_000);
    const late = await run(app, 'http.get(params.url, {timeout=0.5})', { url: at('/hang') });
    expect(late.code).toBe('timeout');
  });

  test('that breaks off is reported', async ({ app }) => {
    const { code, message } = await get(app, at('/reset'));
    expect(code).toBe('unavailable');
    expect(message).toContain('broke off in the middle of its answer');
  });
});

test.describe('errors', () => {
  test('distinguish a server that refuses pages from an unreachable one', async ({ app, baseURL }) => {
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

  test('name the headers or method of a refused request', async ({ app }) => {
    const { message } = await run(app, 'http.put(params.url, "x", {headers={["x-one"]="1", accept="x/y"}})', {
      url: at('/closed/echo'),
    });
    expect(message).toContain('the method PUT and the headers x-one');
    expect(paths(granted)).toEqual(['OPTIONS /closed/echo', 'GET /']);
  });

  test('say that the device is offline', async ({ app }) => {
    await run(app, 'return 1'); // start the sandbox before going offline
    await app.context().setOffline(true);
    const { code, message } = await get(app, 'https://offline.example/', { hosts: ['offline.example'] });
    await app.context().setOffline(false);
    expect(code).toBe('unavailable');
    expect(message).toMatch(/failed: this device is offline; connect it and call again$/);
  });
});

test('retries an idempotent call until it succeeds, and sends any other once', async ({ app }) => {
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

test('ends a request, a response and a wait immediately when the call is stopped', async ({ app }) => {
  for (const path of ['/hang', '/drip', '/flaky?key=stop&times=9&status=503']) {
    const { code, milliseconds } = await run(
      app,
      'http.get(params.url, {retries=5})',
      { url: at(path) },
      { abortAfter: 400 },
    );
    expect(code, path).toBe('cancelled');
    // The waits between retries alone would take 15 s.
    expect(milliseconds).toBeLessThan(8000);
  }
  const before = granted.requests.length;
  await app.waitForTimeout(1500);
  expect(granted.requests).toHaveLength(before);
});

test('limits a tool that leaks data through the network to 120 requests a minute', async ({ app }) => {
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
  expect(result).toEqual([120, expect.stringMatching(/120 requests a minute; wait \d+ seconds$/)]);
  expect(granted.requests).toHaveLength(120);
});

test("opens few frames for requests, and keeps a tool from using another's frame", async ({ app }) => {
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
