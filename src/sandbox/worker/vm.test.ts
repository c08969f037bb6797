// A script in the virtual machine: results, errors with their place, host calls, inspection.
import { expect, it, describe } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { toInspectedSpec } from '../inspection.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

describe('a run', () => {
  it('passes the arguments to tool.execute and returns its first result', async () => {
    const { outcome } = await trial.body('return { n = params.n * 2 }, "second"', { args: { n: 21 } });
    expect(outcome).toEqual({ json: '{"n":42}' });
  });

  it('returns null when the script returns nothing', async () => {
    expect((await trial.body('')).outcome).toEqual({ json: 'null' });
  });

  it('leaves nothing behind for the next run', async () => {
    await trial.body(
      'leak = 1; string.format = nil; getmetatable("").__index = nil; json.decode = nil; tostring = nil',
    );
    const { result } = await trial.body(
      'return { leak == nil, ("%d"):format(3), json.decode("[1]"), tostring(nil) }',
    );
    expect(result).toEqual([true, '3', [1], 'nil']);
  });

  it('exposes the configuration, also through the global context', async () => {
    const config = { url: 'https://example.com', nested: { list: [1] } };
    expect((await trial.body('return context.config', { config })).result).toEqual(config);
    expect((await trial.body('return _G.context == context')).result).toBe(true);
  });

  it('skips a byte order mark and a first line with #, and still counts the lines correctly', async () => {
    const script = '#!/usr/bin/env lua\ntool = {}\nfunction tool.execute() error("here") end';
    expect((await trial.script(script)).message).toBe('t:3: here');
    expect((await trial.script(`\uFEFF${script}`)).message).toBe('t:3: here');
    expect((await trial.script('\uFEFFtool = { execute = function() return 1 end }')).result).toBe(1);
  });

  it('keeps log lines in order, with their levels', async () => {
    const { logs } = await trial.body(
      'log.debug("a") print("b", nil, 1.5, true) log.error("c", 2) warn("d")',
    );
    expect(logs).toEqual(['debug: a', 'print: b\tnil\t1.5\ttrue', 'error: c 2', 'warn: d']);
  });
});

describe('print and log', () => {
  it.each([
    ['{}', '{}'],
    ['{ 1, "a\\n\\"b", nil, true }', '{ 1, "a\\n\\"b", nil, true }'],
    [
      '{ b = 2, a = { 1.5, x = "y" }, ["two words"] = 1, [10] = 0 }',
      '{ ["two words"] = 1, [10] = 0, a = { 1.5, x = "y" }, b = 2 }',
    ],
    ['json.parse([[{"list":[],"none":null}]])', '{ list = {} }'],
    ['json.null', 'null'],
    ['setmetatable({ 1 }, { __tostring = function() return "own" end })', 'own'],
    ['setmetatable({ 1 }, { __pairs = error, __len = error, __index = error })', '{ 1 }'],
    ['(function() local t = { 1 } t.me = t return t end)()', '{ 1, me = <itself> }'],
  ])('show the table %s as %s', async (expression, text) => {
    const { logs, message } = await trial.body(`local v = ${expression} print(v) log.info(v)`);
    expect({ logs, message }).toEqual({ logs: [`print: ${text}`, `info: ${text}`], message: undefined });
  });

  it('break a wide table into lines, and cut a large or deep one', async () => {
    const { logs } = await trial.body(
      `print({ name = ("x"):rep(40), list = { ("y"):rep(40), 2 } })
       local many, deep = {}, {} for i = 1, 100000 do many["k" .. i] = i end
       for _ = 1, 60 do deep = { deep } end
       print(many) print(deep) print("as text", tostring({}):match("^table: "))`,
    );
    expect(logs[0]).toBe(`print: {\n  list = { "${'y'.repeat(40)}", 2 },\n  name = "${'x'.repeat(40)}"\n}`);
    expect(logs[1]?.split('\n').length).toBe(503);
    expect(logs[1]?.endsWith(',\n  …\n}')).toBe(true);
    expect(logs[2]).toContain('{ … }');
    expect(logs[3]).toBe('print: as text\ttable: ');
  });
});

describe('an error', () => {
  it.each([
    ['return nil .. "x"', 't:1: attempt to concatenate a nil value'],
    ['error("boom")', 't:1: boom'],
    ['error("boom", 0)', 't:1: boom'],
    ['local x\nreturn x.y', "t:2: attempt to index a nil value (local 'x')"],
    ['local s = ("x"):rep()\nreturn s', "t:1: bad argument #2 to 'rep' (number expected, got no value)"],
    [
      'local s = string.format("%d", "x")\nreturn s',
      "t:1: bad argument #2 to 'format' (number expected, got string)",
    ],
    [
      'local s = table.concat({ {} })\nreturn s',
      "t:1: invalid value (table) at index 1 in table for 'concat'",
    ],
    ['json.parse("{")', 't:1: json.parse: the text ends where a key in quotes should be at line 1, column 2'],
    ['for _ in ipairs() do end', "t:1: bad argument #1 to 'ipairs' (value expected)"],
    ['error()', 't:1: nil'],
    ['error({ code = 7 })', 't:1: {"code":7}'],
    ['error(setmetatable({}, { __tostring = function() return "own words" end }))', 't:1: own words'],
    [
      'error(setmetatable({}, { __tostring = function() error("again") end }))',
      't:1: (an error object that has no text)',
    ],
    ['coroutine.wrap(function() error("inside") end)()', 't:1: t:1: inside'],
  ])("of %s names the script's line", async (body, message) => {
    expect(await trial.body(body)).toMatchObject({ code: 'tool_error', message });
  });

  it('in a tail call of a library function names the line', async () => {
    const { message } = await trial.body('return string.format("%d", "x")');
    expect(message).toBe("t:1: bad argument #2 to 'format' (number expected, got string)");
  });

  it('in the syntax names the line', async () => {
    expect(await trial.script('tool = {\n\n x x }')).toMatchObject({
      code: 'tool_error',
      message: "t:3: '}' expected (to close '{' at line 1) near 'x'",
    });
  });

  it('says when there is nothing to run', async () => {
    expect((await trial.script('tool = {}')).message).toBe('t: tool.execute function not defined');
    expect((await trial.script('')).message).toBe('t: tool.execute function not defined');
  });

  it('shows no address and no line of the prelude', async () => {
    const { result } = await trial.body(
      'local ok, e = pcall(json.encode, { f = print }) return { tostring({}), tostring(print), string.format("%s", {}), e }',
    );
    expect(result).toEqual([
      'table: 0x00000001',
      'function: 0x00000002',
      'table: 0x00000003',
      't:1: json.encode: the value.f is a function, which JSON cannot hold',
    ]);
  });

  it('of 10 MB is cut', async () => {
    const { message } = await trial.body('error(("x"):rep(1e7))');
    expect(message?.length).toBeLessThan(10_000);
  });
});

describe('a host call', () => {
  it('accepts search in both forms', async () => {
    const asked: unknown[] = [];
    const host = (operation: string, payload: unknown) => {
      asked.push([operation, payload]);
      return [];
    };
    await trial.body(
      'context.search("a", { limit = 3, source = "s" }) context.search { query = "b", mode = "hybrid", filters = { source = "t", since = "2026-01-01" } }',
      { host },
    );
    expect(asked).toEqual([
      ['context.search', { query: 'a', limit: 3, source: 's' }],
      ['context.search', { query: 'b', mode: 'hybrid', source: 't', since: '2026-01-01' }],
    ]);
  });

  it('that fails raises a Lua error, and gives the run its code when uncaught', async () => {
    const host = () => {
      throw new Failure('not_found', 'document not found: x');
    };
    expect(await trial.body('local d = context.get("x") return d', { host })).toMatchObject({
      code: 'not_found',
      message: 't:1: document not found: x',
    });
    const caught = await trial.body('local ok, e = pcall(context.get, "x") return { ok, e }', { host });
    expect(caught.result).toEqual([false, 't:1: document not found: x']);
  });

  it('returns at most 8 MiB', async () => {
    const { code, message } = await trial.body('local d = context.get("x") return d', {
      host: () => 'x'.repeat(9 * 1024 * 1024),
    });
    expect({ code, message }).toEqual({
      code: 'too_large',
      message: 't:1: the answer is larger than 8 MiB; ask for less',
    });
  });
});

describe('a call in tail position', () => {
  it.each([
    ['return json.parse("x")', 't:2: json.parse: expected a value'],
    ['return context.get("x")', 't:2: no such thing'],
    ['sleep(0)\nreturn context.get("x")', 't:3: no such thing'],
    ['return base64.decode("!")', 't:2: base64.decode: '],
    ['return sleep(-1)', "t:2: bad argument #1 to 'sleep'"],
    ['return require("x")', "t:2: module 'x' not found:"],
    ['return tools.other{}', 't:2: no such thing'],
    ['return fs.read("x")', 't:2: no such thing'],
  ])('%s keeps its line', async (body, message) => {
    const host = () => Promise.reject(new Failure('not_found', 'no such thing'));
    expect((await trial.body(`\n${body}`, { host })).message).toContain(message);
  });

  it('to itself through the host ends in an error, not in a crash', async () => {
    const { result } = await trial.body(`
      local options options = setmetatable({}, { __index = function() return context.search("x", options) end })
      return select(2, pcall(context.search, "x", options))`);
    expect(result).toContain('C stack overflow');
  });
});

describe('inspection', () => {
  it('reads the metadata and whether there is something to execute', async () => {
    const { result } = await trial.script(
      'tool = { name = "x", parameters = { { name = "a", enum = { "b" } } }, execute = function() end, other = print }',
      { mode: 'inspect' },
    );
    expect(result).toEqual({ execute: true, tool: { name: 'x', parameters: [{ name: 'a', enum: ['b'] }] } });
  });

  it('reads a connector too, and tells it from a script that defines nothing', async () => {
    const { outcome } = await trial.script(
      'connector = { description = "d", config = { { name = "url", required = true } }, scan = function() end }',
      { mode: 'inspect' },
    );
    expect(toInspectedSpec(outcome.json ?? '', 'feed.lua')).toMatchObject({
      kind: 'connector',
      name: 'feed',
      timeout: 300,
      parameters: { properties: { url: { type: 'string' } }, required: ['url'] },
    });
    const { outcome: idle } = await trial.script('connector = {}', { mode: 'inspect' });
    expect(() => toInspectedSpec(idle.json ?? '')).toThrow('must define function connector.scan(config)');
    expect(() => toInspectedSpec('{}')).toThrow("must define a global table 'tool'");
  });

  it('refuses every host call', async () => {
    for (const call of [
      'context.search("x")',
      'context.sources()',
      'sleep(1)',
      'fs.read("x")',
      'env.get("x")',
      'tools.echo{}',
    ]) {
      const { code, message } = await trial.script(`\n${call}`, { mode: 'inspect' });
      expect(code).toBe('bad_request');
      expect(message).toMatch(/^t:2: \S+ is refused while the tool's metadata is read/);
    }
  });

  it("names the field whose value metadata can't hold", async () => {
    const { message } = await trial.script('tool = { parameters = { { name = "a", default = print } } }', {
      mode: 'inspect',
    });
    expect(message).toContain('tool.parameters[1].default is a function');
  });
});
