// Attempts to leave the virtual machine or to change it for later runs: part A of the attack catalogue, as far as Lua
// reaches. The tests of arbitrary JavaScript in the worker (A17, A18) need a browser.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { ScriptTrial, type TrialOptions } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();
const run = (body: string, options: TrialOptions = {}) => trial.body(body, options);
const PWN = '"globalThis.pwned = 1"';

/** What a fresh script sees: every name, its type, and some values. */
const CENSUS = `
  local lines = {}
  local function walk(name, value, depth)
    lines[#lines + 1] = name .. ':' .. type(value)
    if type(value) == 'table' and depth < 2 and value ~= _G then
      for key, item in pairs(value) do walk(name .. '.' .. tostring(key), item, depth + 1) end
    end
  end
  for name, value in pairs(_G) do if name ~= 'tool' then walk(name, value, 0) end end
  for key, value in pairs(getmetatable('')) do walk('string metatable.' .. key, value, 0) end
  lines[#lines + 1] = tostring(getmetatable(_G)) .. tostring(getmetatable(json.array())) .. ('x'):upper() .. tostring(1 < 2)
  lines[#lines + 1] = json.encode { 1, 'a', json.null } .. string.format('%s %d', 'x', 5) .. table.concat({ 1, 2 }, ',')
  table.sort(lines) return lines`;

async function census(): Promise<unknown> {
  const { result, message } = await run(CENSUS);
  return message ?? JSON.stringify(result).replaceAll(/0x[0-9a-f]+/g, '0x');
}

const untouched = await census();

afterEach(async () => {
  expect((globalThis as Record<string, unknown>)['pwned']).toBeUndefined();
  expect(await census()).toBe(untouched);
});

describe('JavaScript objects', () => {
  it.each([
    [
      'the error of a host call that fails (A1)',
      `local _, e = pcall(context.get, "x") e.__proto__ = print e.constructor(${PWN})()`,
    ],
    ['what a host call answers (A2)', `local v = context.search("x") v.constructor(${PWN})()`],
    ['an echoed argument (A2)', `params.list.constructor(${PWN})()`],
    ['a string (A3)', `("").constructor(${PWN})()`],
    ['a number (A3)', `(5).x.constructor(${PWN})()`],
    ['a function (A3)', `print.constructor(${PWN})()`],
    ['json.null (A3)', `json.null.constructor(${PWN})()`],
    ['a host function (A3)', `context.get.constructor(${PWN})()`],
  ])('%s', async (_what, body) => {
    const host = (operation: string) => {
      if (operation === 'context.get') throw new Error('host');
      return [{ id: 'x' }];
    };
    const { code } = await run(body, { args: { list: [1] }, host });
    expect(code).toBe('tool_error');
  });

  it('never reach a script: errors of the host are text (A1)', async () => {
    const { result } = await run(
      'local _, e = pcall(context.get, "x") return { type(e), e, getmetatable(print) == nil }',
      {
        host: () => {
          throw new TypeError('a bug');
        },
      },
    );
    expect(result).toEqual(['string', expect.stringMatching(/^t:1: /), true]);
  });
});

describe("a script's changes", () => {
  // A script may write to the library tables and to the metatable of strings: its state ends with the run. After each
  // of these, the next run's census equals that of a fresh machine.
  it.each([
    [
      'the metatable of strings (A4)',
      'local m = getmetatable("") m.__index = function() return "mine" end m.__add = error m.__metatable = 1 return ("x").y',
      'mine',
    ],
    [
      'its library table (A4)',
      'string.upper = nil string.format = error table.sort = nil math.floor = print return 1',
      1,
    ],
    [
      'the methods of strings taken away (A4)',
      'getmetatable("").__index = nil return json.encode { 1 }',
      '[1]',
    ],
    [
      'the globals (A5)',
      'setmetatable(_G, { __index = error, __newindex = error, __metatable = false }) return 1',
      1,
    ],
    ['its environment (A5)', 'local encode = json.encode _ENV = {} return encode { 1 }', '[1]'],
    [
      'host tables (A6)',
      'http, json.decode, context.get, pcall, tostring, log = nil, nil, nil, nil, nil, nil return 1',
      1,
    ],
    [
      'json.null (A6)',
      'return { (pcall(function() json.null.x = 1 end)), (pcall(setmetatable, json.null, {})), (pcall(rawset, json.null, "x", 1)) }',
      [false, false, true],
    ],
    [
      'the metatable of lists (A6)',
      'local m = getmetatable(json.array()) m.__index = error m.__newindex = error m.__len = error return json.decode("[]")',
      [],
    ],
    [
      'the metatable of tools (A6)',
      'return { getmetatable(tools), (pcall(setmetatable, tools, {})) }',
      [false, false],
    ],
  ])('%s', async (_what, body, expected) => {
    const { result, message } = await run(body);
    expect(message).toBeUndefined();
    expect(result).toEqual(expected);
  });

  it("don't stop the prelude from working (A6)", async () => {
    const { result } = await run(
      `local get = context.get
       for _, library in ipairs { string, table, math, coroutine, utf8, json, context } do for name in pairs(library) do library[name] = function() error("gone") end end end
       for name in pairs(_G) do if name ~= "_G" then _G[name] = nil end end
       return { get("x"), params }`,
      { args: { a: [1] }, host: () => 'answer' },
    );
    expect(result).toEqual(['answer', { a: [1] }]);
  });

  it('to json.null by a raw write neither outlive the run nor affect its encoding (A6)', async () => {
    expect((await run('rawset(json.null, "x", 1) return { json.null }')).outcome.json).toBe('[null]');
    expect((await run('return rawget(json.null, "x") == nil')).result).toBe(true);
  });
});

describe('loading code', () => {
  it.each([
    'io.open("x")',
    'os.execute("ls")',
    'os.exit(3)',
    'os.getenv("HOME")',
    'os.remove("x")',
    'os.rename("a", "b")',
    'os.tmpname()',
    'os.setlocale("C")',
    'debug.getregistry()',
    'debug.sethook()',
    'debug.getupvalue(print, 1)',
    'dofile("x")',
    'loadfile("x")',
    'package.loadlib("x", "y")',
    'string.dump(print)',
    'newproxy(true)',
    'loadstring("x")',
    'setfenv(1, {})',
    'getfenv(1)',
    'collectgarbage("stop")',
    'collectgarbage("generational")',
    'collectgarbage("step")',
    'collectgarbage()',
  ])('rejects %s (A7)', async (call) => {
    const { code, message } = await run(`local v = ${call} return v`);
    expect(code).toBe('tool_error');
    expect(message).toMatch(/^t:1: (attempt to (call|index) a nil value|collectgarbage: only 'count')/);
  });

  it("finds only the tool's own modules with require (A7)", async () => {
    for (const name of ['x', 'io', 'debug', 'package', '../x', '/etc/passwd', '__proto__', 'constructor']) {
      expect((await run(`local m = require(${JSON.stringify(name)}) return m`)).code).toBe('tool_error');
    }
  });

  it('rejects binary code (A8)', async () => {
    for (const body of [
      'local f, e = load("\\27Lua") return e',
      'local f, e = load("\\27LuaT\\0\\x19\\x93", "x", "b") return e',
      'local f, e = load("\\27", "x", "bt", {}) return e',
      'local n = 0 local f, e = load(function() n = n + 1 return ({ "\\27", "Lua" })[n] end, "x", "b") return e',
    ]) {
      expect((await run(body)).result).toMatch(/attempt to load a binary chunk \(mode is 't'\)/);
    }
    expect((await trial.script('\x1bLuaT')).message).toContain('attempt to load a binary chunk');
    expect((await trial.script('#!lua\n\x1bLuaT')).code).toBe('tool_error');
  });

  it('rejects a thousand corrupted pieces of bytecode before loading them (A8)', async () => {
    const dump = spawnSync('lua5.4', [
      '-e',
      'io.write(string.dump(function(a, ...) local t = { a, ... } for i = 1, #t do t[i] = t[i] .. "x" end return t end))',
    ]);
    const code =
      dump.status === 0 ? dump.stdout : Buffer.from('\x1bLuaT\0\x19\x93\r\n\x1a\n\x04\x08\x08xV', 'latin1');
    const mutants = Array.from({ length: 1000 }, (_, i) => {
      const mutant = Buffer.from(code);
      const noise = createHash('sha256').update(String(i)).digest();
      for (let at = 0; at < 8; at++)
        mutant[4 + (noise.readUInt16LE(at * 2) % (mutant.length - 4))] = noise[16 + at] as number;
      return mutant.toString('base64');
    });
    const { result } = await run(
      `local refused = 0
       for i, text in ipairs(params.mutants) do
         local f, e = load(base64.decode(text), "x", ({ "b", "bt", "t" })[i % 3 + 1])
         if not f and e:find("attempt to load a binary chunk", 1, true) then refused = refused + 1 end
       end return refused`,
      { args: { mutants } },
    );
    expect(result).toBe(1000);
  });

  it('accepts environments, readers, odd names and large sources (A9)', async () => {
    const { result } = await run(
      `local n = 0
       local function reader() n = n + 1 return n == 1 and "return 7" or nil end
       return { load("x = 1 return x", "a\\nb", "t", {})(), load(reader)(), (select(2, pcall(load("error('e')", "line one\\nline two")))),
         #(select(2, load("x = '" .. ("y"):rep(2^20) .. "' 5"))) < 200, load("return " .. ("1 + "):rep(10000) .. "1")() }`,
    );
    expect(result).toEqual([1, 7, '[string "line one..."]:1: e', true, 10001]);
  });

  it('accepts null bytes in a script', async () => {
    expect((await trial.script('tool = { execute = function() return "a\0b" .. #"\0\0" end }')).result).toBe(
      'a\0b2',
    );
  });
});

describe('the bridge to the host', () => {
  it.each([
    ['coroutine.running()', 'thread'],
    ['coroutine.create(print)', 'thread'],
    ['print', 'function'],
    ['{}', 'table'],
  ])("can't be forged by passing %s (A10)", async (value, kind) => {
    expect((await run(`local v = context.get(${value}) return v`)).message).toBe(
      `t:1: bad argument #1 to 'context.get' (string expected, got ${kind})`,
    );
  });

  it("can't be forged by yielding what the prelude would yield (A11)", async () => {
    for (const yielded of ['{}, 1', '"AWAIT", 1', '0, 2^53', 'nil, -1', 'coroutine.running()']) {
      const { result } = await run(
        `local w = coroutine.wrap(function() coroutine.yield(${yielded}) return context.get("x") end)
         return { (pcall(coroutine.yield, ${yielded})), select("#", w()), w() }`,
        { host: () => 'mine' },
      );
      expect(result).toEqual([false, expect.any(Number), 'mine']);
    }
  });

  it("can't be forged by resuming a coroutine whose host call is waiting (A11)", async () => {
    const { result } = await run(
      `local inner inner = coroutine.create(function() return context.get("inner") end)
       local outer = coroutine.create(function() return coroutine.resume(inner) end)
       local a = { coroutine.resume(outer) }
       return { a, { coroutine.resume(inner) }, coroutine.status(outer) }`,
      { host: (_operation, payload) => (payload as { id: string }).id },
    );
    expect(result).toEqual([[true, true, 'inner'], [false, 'cannot resume dead coroutine'], 'dead']);
  });

  it("can't be forged with a host function kept from another run (A12)", async () => {
    // Nothing of a run outlives it: a global set by one is gone in the next.
    await run(
      'kept = context.get _G.kept_too = coroutine.wrap(function() return context.get("x") end) return 1',
    );
    expect((await run('return kept == nil and kept_too == nil')).result).toBe(true);
  });

  it("can't be forged by naming another tool, run or grant in a payload (A13)", async () => {
    const asked: unknown[] = [];
    await run(
      'context.search { query = "q", tool = "other", runId = 7, grants = { "*" }, hosts = { "evil.example" } }',
      {
        host: (_operation, payload) => {
          asked.push(payload);
          return [];
        },
      },
    );
    expect(asked).toEqual([{ query: 'q' }]);
  });

  it("can't be forged with addresses, which are hidden and the same in every run (A14)", async () => {
    const look =
      'return { tostring(print), tostring({}), tostring(context.get), (pcall(string.format, "%p", print)), (pcall(string.format, "%-20p", {})) }';
    const first = await run(look);
    expect(first.result).toEqual([
      expect.stringMatching(/^(builtin|function): 0x000000\d\d$/),
      expect.stringMatching(/^table: 0x000000\d\d$/),
      expect.stringMatching(/^function: 0x000000\d\d$/),
      false,
      false,
    ]);
    expect((await run(look)).result).toEqual(first.result);
  });

  it("can't be forged with lying metatables (A15)", async () => {
    for (const fields of [
      '__name = "js_proxy"',
      '__name = "js_promise"',
      '__metatable = "list"',
      '__gc = nil',
    ]) {
      const { result } = await run(
        `local t = setmetatable({ 1 }, { ${fields} }) return { t, (pcall(context.get, t)) }`,
      );
      expect(result).toEqual([[1], false]);
    }
  });
});
