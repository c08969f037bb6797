// http.* as scripts see it, in the real virtual machine, with answers given by the test.
import { describe, expect, it } from 'vitest';
import { ScriptTrial, type Trial, type TrialOptions } from '../../../scripts/script-trial.ts';
import { Failure } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';

const trial = new ScriptTrial();
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

interface RequestedCall {
  operation: string;
  payload: JsonObject;
  bytes: string | undefined;
}

interface Answered {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  failure?: Failure;
}

async function run(
  body: string,
  answered: Answered = {},
  options: TrialOptions = {},
): Promise<Trial & { asked: RequestedCall[] }> {
  const asked: RequestedCall[] = [];
  const { status = 200, headers = {}, failure } = answered;
  const reply = answered.body ?? '';
  const outcome = await trial.body(body, {
    ...options,
    answer: (operation, payload, bytes) => {
      asked.push({
        operation,
        payload: payload as JsonObject,
        bytes: bytes && Buffer.from(bytes).toString('latin1'),
      });
      if (failure) return Promise.reject(failure);
      return Promise.resolve({
        json: JSON.stringify({ status, headers }),
        bytes: typeof reply === 'string' ? bytesOf(reply) : reply,
      });
    },
  });
  return { ...outcome, asked };
}

async function request(body: string): Promise<RequestedCall> {
  const { asked, message } = await run(body);
  expect(message).toBeUndefined();
  expect(asked).toHaveLength(1);
  return asked[0] as RequestedCall;
}

describe('a call', () => {
  it('reaches the page as one request', async () => {
    expect(await request(`http.get("https://a.com/x")`)).toEqual({
      operation: 'http.request',
      payload: { method: 'GET', url: 'https://a.com/x', headers: {}, params: {} },
      bytes: undefined,
    });
    const { payload } = await request(
      `http.get("https://a.com", {headers={Accept="x", ["X-N"]=5}, timeout=2.5, retries=3,
        params={a=1, b=true, c={"x", 2, 9007199254740993}, d=json.null, e=json.array{}}})`,
    );
    expect(payload).toEqual({
      method: 'GET',
      url: 'https://a.com',
      headers: { Accept: 'x', 'X-N': '5' },
      params: { a: '1', b: 'true', c: ['x', '2', '9007199254740993'], e: [] },
      timeout: 2.5,
      retries: 3,
    });
  });

  it.each([
    ['http.post("u:", "x")', 'POST'],
    ['http.put("u:", "x")', 'PUT'],
    ['http.patch("u:", "x")', 'PATCH'],
    ['http.request{url="u:", method="post", body="x"}', 'post'],
  ])('%s sends its body as bytes, without a content type', async (call, method) => {
    expect(await request(call)).toMatchObject({ payload: { method, headers: {} }, bytes: 'x' });
  });

  it('without a body sends none', async () => {
    for (const call of ['http.delete("u:")', 'http.post("u:")', 'http.request{url="u:"}']) {
      expect((await request(call)).bytes, call).toBeUndefined();
    }
    expect((await request('http.post("u:", "")')).bytes).toBe('');
  });

  it('keeps every byte of a body', async () => {
    const { bytes } = await request(
      `local all = {} for byte = 0, 255 do all[#all + 1] = string.char(byte) end http.post("u:", table.concat(all))`,
    );
    expect(bytes).toBe(Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join(''));
  });

  it('sends a table as JSON, with that content type unless the script sets one', async () => {
    expect(await request('http.post("u:", {b=1, a={1, 2}, e=json.array()})')).toMatchObject({
      payload: { headers: { 'content-type': 'application/json' } },
      bytes: '{"a":[1,2],"b":1,"e":[]}',
    });
    expect(
      (await request('http.put("u:", {}, {headers={["Content-Type"]="application/x"}})')).payload['headers'],
    ).toEqual({
      'Content-Type': 'application/x',
    });
    const changed = await run('local h = {} http.post("u:", {}, {headers=h}) return next(h) == nil');
    expect(changed.result).toBe(true);
  });

  it('works wherever Lua code runs', async () => {
    const { result } = await run(
      `local list = {3, 1, 2}
       table.sort(list, function(a, b) http.get("u:") return a < b end)
       local text = ("abc"):gsub(".", function(c) return c .. http.get("u:").status end)
       local co = coroutine.wrap(function() coroutine.yield(http.get("u:").status) end)
       return {list, text, co(), (select(2, pcall(http.get, "u:"))).status}`,
    );
    expect(result).toEqual([[1, 2, 3], 'a200b200c200', 200, 200]);
  });

  it('is not allowed while reading metadata', async () => {
    const { message, asked } = await run('', {}, { mode: 'inspect', source: 'http.get("https://a.com")' });
    expect(message).toMatch(/^t:1: http\.request is refused while the tool's metadata is read/);
    expect(asked).toEqual([]);
  });
});

describe('an answer', () => {
  it('is a table of status, ok, headers, body and json', async () => {
    const { result } = await run('local r = http.get("u:") return r', {
      status: 201,
      headers: { 'x-a': 'b', etag: '"1"' },
      body: ' {"a":[1,null,2],"b":null} ',
    });
    expect(result).toEqual({
      status: 201,
      ok: true,
      headers: { 'x-a': 'b', etag: '"1"' },
      body: ' {"a":[1,null,2],"b":null} ',
      json: { a: [1, null, 2] },
    });
  });

  it('with an unsuccessful status is no error', async () => {
    for (const [status, ok] of [
      [199, false],
      [200, true],
      [299, true],
      [300, false],
      [404, false],
      [503, false],
    ]) {
      const { result } = await run('local r = http.get("u:") return {r.status, r.ok, math.type(r.status)}', {
        status: status as number,
      });
      expect(result).toEqual([status, ok, 'integer']);
    }
  });

  it('keeps every byte of a body', async () => {
    const { result } = await run(
      `local r = http.get("u:")
       for byte = 0, 255 do if r.body:byte(byte + 1) ~= byte then return byte end end
       return {#r.body, r.json == nil}`,
      { body: Uint8Array.from({ length: 256 }, (_, byte) => byte) },
    );
    expect(result).toEqual([256, true]);
  });

  it.each<[string, Json]>([
    ['null', 'nil nil'],
    ['', 'nil nil'],
    ['5', 'number 5'],
    ['"x"', 'string x'],
    ['[]', 'table []'],
    ['false', 'boolean false'],
    ['{"a":1} trailing', 'nil nil'],
    ['[1,,]', 'nil nil'],
    ['<html>', 'nil nil'],
    ['nothing', 'nil nil'],
    ['\u{feff}{}', 'nil nil'],
    ['[1e999]', 'table [null]'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'nil nil'],
    [`${'['.repeat(100_000)}`, 'nil nil'],
    ['{"a":"\\ud800","b":"\\u0000"}', 'table {"a":"\u{fffd}","b":"\\u0000"}'],
    ['{"a":1,"a":2}', 'table {"a":2}'],
    ['12345678901234567890', 'number 1.2345678901235e+19'],
  ])('%.30j has the expected json field', async (body, expected) => {
    const { result } = await run(
      `local value = http.get("u:").json
       return type(value) .. ' ' .. (type(value) == 'table' and json.encode(value) or tostring(value))`,
      { body },
    );
    expect(result).toBe(expected);
  });

  it("of 10 MiB fits, and its json is absent when memory doesn't allow both", async () => {
    const large = new Uint8Array(10 * 2 ** 20).fill(120);
    const { result } = await run('local r = http.get("u:") return {#r.body, r.json == nil}', { body: large });
    expect(result).toEqual([10 * 2 ** 20, true]);
    const json = `[${Array.from({ length: 900_000 }, () => '{"a":[1]}').join(',')}]`;
    const again = await run(
      'local r = http.get("u:") return {#r.body, r.json == nil, http.get("u:").ok}',
      { body: json },
      { timeout: 20 },
    );
    expect(again.result).toEqual([json.length, true, true]);
  });
});

describe('an error', () => {
  it("of the page is raised at the script's line, with its code", async () => {
    const failure = new Failure('denied', 'HTTP GET https://a.com failed: this tool may not reach a.com');
    const { code, message } = await run('\nlocal r = http.get("https://a.com")', { failure });
    expect(code).toBe('denied');
    expect(message).toBe('t:2: HTTP GET https://a.com failed: this tool may not reach a.com');
    const tail = await run('\nreturn http.get("https://a.com")', { failure });
    expect(tail.message).toBe('t:2: HTTP GET https://a.com failed: this tool may not reach a.com');
    const caught = await run('local ok, problem = pcall(http.get, "https://a.com") return {ok, problem}', {
      failure,
    });
    expect(caught.result).toEqual([false, expect.stringMatching(/failed: this tool may not reach a\.com$/)]);
  });

  it.each([
    ['http.get()', "bad argument #1 to 'http.get' (string expected, got no value)"],
    ['http.get({})', "bad argument #1 to 'http.get' (string expected, got table)"],
    ['http.get("u:", 5)', "bad argument #2 to 'http.get' (table expected, got number)"],
    ['http.post("u:", true)', "bad argument #2 to 'http.post' (string or table expected, got boolean)"],
    ['http.post("u:", print)', "bad argument #2 to 'http.post' (string or table expected, got function)"],
    ['http.post("u:", "", "x")', "bad argument #3 to 'http.post' (table expected, got string)"],
    ['http.request()', "bad argument #1 to 'http.request' (table expected, got nil)"],
    ['http.request{}', 'http.request: url must be a string'],
    ['http.request{url="u:", method=5}', 'http.request: method must be a string'],
    ['http.get("u:", {headers="x"})', 'http.get: headers must be a table'],
    ['http.get("u:", {headers={"x"}})', 'http.get: headers has a name that is a number'],
    [
      'http.get("u:", {headers={a={}}})',
      'http.get: headers.a must be a string, a number or a boolean, got table',
    ],
    [
      'http.get("u:", {params={a={{}}}})',
      'http.get: params.a[1] must be a string, a number or a boolean, got table',
    ],
    ['http.get("u:", {params={a="\\xff"}})', 'http.get: params.a must be UTF-8 text'],
    ['http.get("u:\\xff")', 'http.get: url must be UTF-8 text'],
    ['http.get("u:", {timeout="5"})', 'http.get: timeout must be a number of seconds above 0'],
    ['http.get("u:", {timeout=0})', 'http.get: timeout must be a number of seconds above 0'],
    ['http.get("u:", {timeout=0/0})', 'http.get: timeout must be a number of seconds above 0'],
    ['http.post("u:", {print})', 'http.post: the body[1] is a function, which JSON cannot hold'],
    ['local t = {} t.t = t http.post("u:", t)', 'http.post: the body.t contains itself'],
  ])('%s names the problem and sends nothing', async (body, words) => {
    const { message, asked } = await run(body);
    expect(message).toBe(`t:1: ${words}`);
    expect(asked).toEqual([]);
  });

  it("can't be altered by changing the globals", async () => {
    const { result } = await run(
      `json.array, json.null, string.format, string.find, pcall, next, table.concat, utf8.len = nil
       return http.post("u:", {1}, {params={a={1}}}).json`,
      { body: '[true]' },
    );
    expect(result).toEqual([true]);
  });
});
