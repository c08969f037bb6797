// The tool contract, sentence by sentence, in the built app through `window.perilune`: many small scripts in one
// page.
import type { Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

type Case = [name: string, script: string, expected: unknown, args?: unknown];
/** A body of `tool.execute`, and its result or `code | message`. */
type Body = [lua: string, expected: unknown];

const EXECUTE = 'function tool.execute() return 1 end';

/** Installs each script unless it equals the previous one, calls it, and returns its result, or `code | message`. */
function outcomes(page: Page, cases: Case[]): Promise<unknown[]> {
  return page.evaluate(
    async (scripts) => {
      const { tools } = window.perilune;
      const seen: unknown[] = [];
      const text = ({ code, message }: { code: string; message: string }): string => `${code} | ${message}`;
      let installed;
      let last: string | undefined;
      for (const [source, args] of scripts) {
        if (source !== last) installed = await tools.install(source, { replace: true, fileName: 't.lua' });
        last = source;
        const { tool, error } = installed as Awaited<ReturnType<typeof tools.install>>;
        const outcome = error ? { error } : await tools.call(tool.name, args);
        seen.push(outcome.error ? text(outcome.error) : outcome.result);
      }
      return seen;
    },
    cases.map(([, script, , args]): [string, unknown] => [script, args]),
  );
}

async function expectEach(page: Page, cases: Case[]): Promise<void> {
  const seen = await outcomes(page, cases);
  cases.forEach(([name, , expected], i) => {
    if (expected instanceof RegExp) expect.soft(seen[i], name).toMatch(expected);
    else expect.soft(seen[i], name).toEqual(expected);
  });
}

/** The body of `tool.execute(params, context)`, on line 3 of a tool named `t`. */
const body = (lua: string, head = ''): string =>
  `tool = { name = "t", ${head} }\nfunction tool.execute(params, context)\n${lua}\nend`;

/** One script for many bodies, each on its line 3 and in a separate run: installing takes longer than running. */
function together(bodies: Body[]): Case[] {
  const functions = bodies.map(([lua]) => `function() ${lua} end`).join(', ');
  const script = body(`return ({ ${functions} })[params.case]()`);
  return bodies.map(([lua, expected], i): Case => [lua, script, expected, { case: i + 1 }]);
}

test('JSON, bytes, hashes and the safe part of os', async ({ app }) => {
  const values: [string, unknown][] = [
    ['json.encode({})', '{}'],
    ['json.encode({1,2,a="x"})', '[1,2]'],
    ['json.encode({b=1,a=2})', '{"a":2,"b":1}'],
    ['json.encode({[3]="x"})', '{"3":"x"}'],
    ['json.encode({1,nil,3})', '[1,null,3]'],
    ['json.encode(json.parse("[1,null,3]"))', '[1,null,3]'],
    ['json.encode(json.decode("[null,2]"))', '[null,2]'],
    ['json.encode(json.parse("[]"))', '[]'],
    ['json.encode(json.array())', '[]'],
    ['json.encode({a=1,b={}}, {indent=2})', '{\n  "a": 1,\n  "b": {}\n}'],
    ['json.encode(1.0)', '1.0'],
    ['json.encode({0/0,1/0})', '[null,null]'],
    ['json.encode({math.maxinteger,math.mininteger})', '[9223372036854775807,-9223372036854775808]'],
    ['json.encode(json.parse("9007199254740993"))', '9007199254740993'],
    ['json.encode("a\\0b")', '"a\\u0000b"'],
    ['json.parse([["\\ud83d\\ude00"]])', '😀'],
    ['math.type(json.parse("18446744073709551615"))', 'float'],
    ['{pcall(json.encode, print)}', [false, expect.stringMatching(/^t:3: json.encode: .*function/)]],
    ['(pcall(json.parse, ("["):rep(65)..("]"):rep(65)))', false],
    ['(pcall(json.parse, "[1,]"))', false],
    ['base64.encode("\\0\\255\\254")', 'AP/+'],
    ['base64.decode("AP/+") == "\\0\\255\\254"', true],
    ['(pcall(base64.decode, "AP_-"))', false],
    ['crypto.sha256("abc")', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'crypto.hmac_sha256("key", "The quick brown fox jumps over the lazy dog")',
      'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    ],
    ['#crypto.random(16)', 16],
    ['(pcall(crypto.random, 1.5))', false],
    ['os.date("!%Y-%m-%dT%H:%M:%SZ", 0)', '1970-01-01T00:00:00Z'],
    [
      '{type(os.time()), type(os.clock()), os.execute == nil, io == nil, debug == nil}',
      ['number', 'number', true, true, true],
    ],
    ['{pcall(sleep, -1)}', [false, expect.stringMatching(/^t:3: /)]],
    ['(pcall(sleep, "1"))', false],
    ['(load("\\27Lua"))', null],
    ['(pcall(setmetatable, {}, {__gc = print}))', false],
  ];
  await expectEach(app, together(values.map(([lua, expected]): Body => [`return ${lua}`, expected])));
});

test("arguments and results are checked with the contract's messages", async ({ app }) => {
  const parameters = `parameters = {
    { name = "s", required = true }, { name = "i", type = "integer", default = 3 }, { name = "e", enum = { "a", "b" } },
    { name = "list", type = "array", items = { type = "string" }, default = {} },
    { name = "o", type = "object", properties = { { name = "k", type = "integer", required = true } } } }`;
  const given = (args: unknown, expected: unknown): Case => [
    JSON.stringify(args) ?? 'nothing',
    body('return params', parameters),
    expected,
    args,
  ];
  const ready = (schema: string, args: unknown, expected: unknown): Case => [
    schema,
    body('return params', `parameters = ${schema}`),
    expected,
    args,
  ];
  const returns = (schema: string, lua: string, expected: unknown): Case => [
    `returns ${schema}`,
    body(lua, `returns = ${schema}`),
    expected,
  ];
  await expectEach(app, [
    given(undefined, 'bad_request | missing required parameter: s'),
    given([1], 'bad_request | missing required parameter: s'),
    given({ s: null }, "bad_request | parameter 's' must be of type 'string', got null"),
    given({ s: 5 }, "bad_request | parameter 's' must be of type 'string', got number"),
    given({ s: 'x', i: 5.5 }, "bad_request | parameter 'i' must be of type 'integer', got number"),
    given({ s: 'x', i: 5.0, extra: [1, null, 3] }, { s: 'x', i: 5, extra: [1, null, 3], list: [] }),
    given({ s: 'x', extra: [null] }, { s: 'x', i: 3, extra: [], list: [] }),
    given({ s: 'x', e: 'c' }, 'bad_request | parameter \'e\' must be one of ["a", "b"], got "c"'),
    given({ s: 'x', list: {} }, "bad_request | parameter 'list' must be of type 'array', got object"),
    given(
      { s: 'x', list: ['a', 1] },
      "bad_request | parameter 'list[1]' must be of type 'string', got number",
    ),
    given({ s: 'x', o: {} }, 'bad_request | missing required parameter: o.k'),
    ready(
      '{ { name = "x", required = true, default = "d" } }',
      {},
      'bad_request | missing required parameter: x',
    ),
    ready(
      '{ { name = "o", type = "object", properties = { k = { required = true } } } }',
      { o: {} },
      'bad_request | missing required parameter: o.k',
    ),
    ready(
      '{ type = "object", required = {}, properties = { a = { type = "array", default = {} } } }',
      {},
      { a: [] },
    ),
    ready(
      '{ type = "object", required = { "a" }, properties = { a = {} } }',
      {},
      'bad_request | missing required parameter: a',
    ),
    ready('{ { name = "x", type = "strng" } }', {}, /^bad_request \| .*'x'.*'strng'/),
    ready(
      '{ { name = "x", type = "array", items = { type = "foo" } } }',
      {},
      /^bad_request \| .*'x\[\]'.*'foo'/,
    ),
    returns(
      '{ { name = "n", type = "integer" } }',
      'return { n = "x" }',
      /^bad_output \| .*'n' must be of type 'integer', got string/,
    ),
    returns('{ { name = "found", type = "array" } }', 'return { found = {} }', { found: [] }),
    returns('{ type = "array" }', 'return {}', []),
  ]);
});

test("a script's declaration is read safely", async ({ app }) => {
  const script = (source: string, expected: unknown): Case => [source.slice(0, 60), source, expected];
  await expectEach(app, [
    script(
      ['http.get', 'env.get', 'fs.read', 'context.config.KEY', 'tools.echo', 'require', 'json.encode({1})']
        .map((read) => `local x = ${read}\n`)
        .join('') + `tool = { name = "reads" } ${EXECUTE}`,
      1,
    ),
    ...['http.get("https://x")', 'context.search("x")', 'sleep(0)', 'env.get("X")', 'fs.read("x")'].map(
      (call) =>
        script(`local x = ${call}\ntool = { name = "calls" } ${EXECUTE}`, /^bad_request \| t.lua:1: /),
    ),
    script('while true do pcall(function() while true do end end) end', /^timeout \| /),
    script('', /^bad_request \| .*global table 'tool'/),
    script('tool = { name = "x" }', /^bad_request \| .*tool.execute/),
    script('tool = {\nname = "x"\nfunction', /^bad_request \| t.lua:3: /),
    script('connector = { name = "c" } function connector.scan() return {} end', { items: [], skipped: [] }),
    script('connector = { name = "c" }', /^bad_request \| .*connector.scan/),
    script(`tool = { name = "a b" } ${EXECUTE}`, /^bad_request \| .*name/),
    script(`tool = { name = "search" } ${EXECUTE}`, /^conflict \| /),
    script(`tool = { name = "__proto__" } ${EXECUTE}`, 1),
    script(`tool = {} ${EXECUTE}`, 1),
    script(`\uFEFF#!/usr/bin/lua\ntool = { name = "marked" } ${EXECUTE}`, 1),
    script(
      'tool = {\r\n}\r\nfunction tool.execute()\r\n  error("here")\r\nend\r\n',
      'tool_error | t:4: here',
    ),
    script('\u001bLua', /^bad_request \| /),
  ]);
});

test("errors contain the script's line; results have limits", async ({ app }) => {
  const given = (lua: string, expected: unknown, head = ''): Case => [lua, body(lua, head), expected];
  await expectEach(app, [
    given('local x\nreturn x.y', "tool_error | t:4: attempt to index a nil value (local 'x')"),
    given('local function f() error("up", 2) end\nf()', 'tool_error | t:4: up'),
    ...together([
      ['error("boom")', 'tool_error | t:3: boom'],
      ['error({ code = 7 })', 'tool_error | t:3: {"code":7}'],
      ['error()', 'tool_error | t:3: nil'],
      ['error(setmetatable({}, { __tostring = function() error("x") end }))', /^tool_error \| /],
      ['return context.get("nope")', 'not_found | t:3: document not found: nope'],
      ['return (select(2, pcall(context.get, "nope")))', /document not found: nope$/],
      ['return 1, 2, 3', 1],
      ['', null],
      ['return { a = print }', /^tool_error \| .*a is a function/],
      ['local t = {} t.t = t return t', /^tool_error \| .*contains itself/],
      ['local t = {} for i = 1, 64 do t = { t } end return t', /^tool_error \| .*64/],
      ['return ("x"):rep(1048576 - 1)', /^tool_error \| .*1048577/],
      ['for i = 1, 1001 do context.sources() end', /^rate_limited \| .*1000/],
      ['for i = 1, 1e5 do log.info(i) end return "logged"', 'logged'],
      ['local s = "x" while true do s = s .. s end', /^tool_error \| .*not enough memory/],
      ['return "and the next call works"', 'and the next call works'],
    ]),
    given(
      'local r = http.get("https://example.com") return r',
      /^denied \| t:3: HTTP GET https:\/\/example.com\/? failed: .*example.com/,
    ),
    given('return { xpcall(error, function() return context.sources() end) }', [
      false,
      expect.stringContaining('xpcall message handler'),
    ]),
    given(
      'local o o = setmetatable({}, { __index = function() return context.search("x", o) end })\nreturn context.search("x", o)',
      /^tool_error \| .*C stack overflow/,
    ),
    given('sleep(math.huge)', "timeout | tool 't' timed out after 0.3 seconds", 'timeout = 0.3'),
    given(
      'while true do pcall(function() while true do end end) end',
      "timeout | tool 't' timed out after 1 seconds",
      'timeout = 1',
    ),
    given(
      '(("a"):rep(3000)):find(".-.-.-b")',
      "timeout | tool 't' timed out after 0.5 seconds",
      'timeout = 0.5',
    ),
    given('return "and the next call works"', 'and the next call works'),
  ]);
});

test('the library answers scripts in both forms of a search', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.knowledge.add([
      { title: 'Tides', body: 'The perigean tide.', source: 'sea', source_id: 't', updated_at: '2020-01-02' },
      { title: 'Boats', body: 'A perigean boat.', source: 'boats', source_id: 'b', updated_at: '2024-01-02' },
    ]),
  );
  const values: [string, unknown][] = [
    ['#context.search("perigean")', 2],
    ['context.search("perigean", { source = "sea" })[1].title', 'Tides'],
    ['#context.search{ query = "perigean", limit = 1 }', 1],
    ['context.search{ query = "perigean", filters = { source = "boats" } }[1].source_id', 'b'],
    ['#context.search("perigean", { since = "2021-01-01" })', 1],
    ['#context.search("perigean", { limit = "x", source = 5, mode = true, filters = 1 })', 2],
    ['json.encode(context.search("  "))', '[]'],
    ['(pcall(context.search))', false],
    ['context.get(context.search("tide", { source = "sea" })[1].id).chunks[1].index', 0],
    [
      'table.concat((function(t) table.sort(t, function(a, b) sleep(0) return a < b end) return t end)({ 3, 1, 2 }))',
      '123',
    ],
    ['coroutine.wrap(function() return context.search("tide", { source = "sea" })[1].title end)()', 'Tides'],
    ['(("a b"):gsub("%a", function(c) sleep(0) return c:upper() end))', 'A B'],
    ['setmetatable({}, { __index = function() sleep(0) return "met" end }).x', 'met'],
  ];
  await expectEach(app, [
    ...together(values.map(([lua, expected]): Body => [`return ${lua}`, expected])),
    [
      'mode',
      body('local r = context.search("x", { mode = "magic" }) return r'),
      /Unknown search mode: magic\. Use keyword/,
    ],
  ]);
});

test('a stopped call ends immediately, even while its sandbox is starting', async ({ app }) => {
  const seen = await app.evaluate(async () => {
    const { tools } = window.perilune;
    const endless = Array.from({ length: 5 }, (_, i) => `endless${i}`);
    for (const name of endless) {
      await tools.install(`tool = { name = "${name}" } function tool.execute() while true do end end`);
    }
    const stop = new AbortController();
    const calls = endless.map((name) => tools.call(name, {}, { signal: stop.signal }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    const stopped = performance.now();
    stop.abort();
    const codes = (await Promise.all(calls)).map(({ error }) => error?.code);
    const took = performance.now() - stopped;
    return { codes, took, next: await tools.call('echo', { message: 'still here' }) };
  });
  expect(seen.codes).toEqual(Array(5).fill('cancelled'));
  // Without the stop, the call would run to its deadline, half a minute later.
  expect(seen.took).toBeLessThan(10_000);
  expect(seen.next.result).toMatchObject({ echo: 'still here' });
});

test('many calls, many tools, the same tool twice at the same time', async ({ app }) => {
  const seen = await app.evaluate(async () => {
    const { tools } = window.perilune;
    await tools.install('tool = { name = "slow" } function tool.execute(p) sleep(0.1) return p.i end');
    const results = await Promise.all(Array.from({ length: 12 }, (_, i) => tools.call('slow', { i })));
    let row = 0;
    for (let i = 0; i < 60; i++) if ((await tools.call('echo', { message: `${i}` })).result) row += 1;
    const running = tools.call('slow', { i: 'kept' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await tools.remove('slow');
    return {
      results: results.map(({ result }) => result),
      row,
      running: (await running).result,
      gone: (await tools.call('slow', {})).error?.message,
    };
  });
  expect(seen).toEqual({
    results: Array.from({ length: 12 }, (_, i) => i),
    row: 60,
    running: 'kept',
    gone: 'no tool registered with name: slow',
  });
});
