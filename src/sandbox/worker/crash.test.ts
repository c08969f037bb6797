// Known ways to break wasmoon or its Lua: unreachable through this bridge, or fatal to one machine only. After each,
// a non-trivial script on the same machine must still give the right result: a damaged machine often still adds 1 and
// 1.
import { afterEach, describe, expect, it } from 'vitest';
import { ScriptTrial, type TrialOptions } from '../../../scripts/script-trial.ts';

const MIB = 1024 * 1024;
const trial = new ScriptTrial();
const run = (body: string, options: TrialOptions = {}) => trial.body(body, { timeout: 90, ...options });

/**
 * Nested tables both ways, strings, sorting, coroutines, a host call and a pattern: the parts that damage would
 * affect.
 */
const NONTRIVIAL = `
  local list = {} for i = 1, 500 do list[i] = { n = (i * 37) % 501, text = ("é"):rep(i % 7) } end
  table.sort(list, function(a, b) return a.n < b.n end)
  local co = coroutine.wrap(function() for _, item in ipairs(list) do coroutine.yield(item.n) end end)
  local sum = 0 for _ = 1, 500 do sum = sum + co() end
  local deep = params.deep for _ = 1, 40 do deep = deep[1] end
  local text = json.encode(json.decode(json.encode(list))):gsub("é", "")
  return { sum, deep, #text, context.get("x"), list[500].n }`;

afterEach(async () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 40; level++) deep = [deep];
  const { result, message } = await run(NONTRIVIAL, { args: { deep } as never, host: () => 'answer' });
  expect(message).toBeUndefined();
  expect(result).toEqual([expect.any(Number), 'bottom', expect.any(Number), 'answer', 500]);
});

describe('a concatenation that overflows 32 bits (A16)', () => {
  const overflow = (bytes: string) =>
    `local s, r = ("x"):rep(${bytes}), ("x"):rep(2^25 - 8)
     return load("local s, r = ... return " .. ("s.."):rep(127) .. "r")(s, r)`;

  it("can't be built within 32 MiB (A16)", async () => {
    expect(await run(overflow('2^25'))).toMatchObject({
      code: 'tool_error',
      message: expect.stringContaining('not enough memory: a tool may use 32 MiB') as string,
    });
  });

  it('breaks only the machine when a user has raised the limit (A16)', async () => {
    const { code, message } = await run(overflow('2^25'), { limits: { memory: 256 * MIB } });
    expect(code).toBe('sandbox_crashed');
    expect(message).toMatch(
      /^the Lua machine crashed \(.*memory access out of bounds.*\); the next call gets a new one$/,
    );
  });
});

describe('values that corrupt wasmoon when converted (sandbox.md 3.4)', () => {
  it.each([20, 50, 63])('survive %i levels of nesting', async (levels) => {
    let deep: unknown = 1;
    for (let level = 1; level < levels; level++) deep = [deep];
    const { result } = await run('return params.deep', { args: { deep } as never });
    expect(result).toEqual(deep);
  });

  it.each([50, 300, 100_000])('survive as %i returned or passed values', async (count) => {
    const { result } = await run(
      `local t = {} for i = 1, ${count} do t[i] = i end
       local n = select("#", table.unpack(t)) print(table.unpack(t, 1, 250)) return n, table.unpack(t)`,
    );
    expect(result).toBe(count);
  });

  it("survive when the stack can't hold them", async () => {
    expect(
      (
        await run(
          'local t = {} for i = 1, 1e6 do t[i] = 1 end local n = select("#", table.unpack(t)) return n',
        )
      ).message,
    ).toBe('t:1: too many results to unpack');
  });

  it('survive nested host calls through every kind of callback', async () => {
    const { result } = await run(
      `local function again(n)
         if n == 0 then return context.get("x") end
         return (("a"):gsub("a", function() return again(n - 1) end))
       end
       return again(120)`,
      { host: () => 'answer' },
    );
    expect(result).toBe('answer');
    expect(
      (await run('local function again() return (("a"):gsub("a", again)) end return again()')).message,
    ).toMatch(/stack overflow/);
  });

  it('survive five thousand runs on one machine', async () => {
    for (let i = 0; i < 5000; i++) {
      const { result } = await run('return params.i', { args: { i } });
      if (result !== i) throw new Error(`run ${i} answered ${JSON.stringify(result)}`);
    }
  });
});

describe('errors that stop wasmoon (sandbox.md 3.5)', () => {
  it.each([
    ['erring', 'function() error("boom") end', '(an error object that has no text)'],
    ['answering no text', 'function() return {} end', '(an error object that has no text)'],
    ['yielding', 'coroutine.yield', '(an error object that has no text)'],
    ['calling itself', 'function(self) return tostring(self) end', '(an error object that has no text)'],
    ['no function', '5', '(an error object that has no text)'],
  ])('may be an error object with a __tostring that is %s (B23)', async (_kind, method, text) => {
    expect(await run(`error(setmetatable({}, { __tostring = ${method} }))`)).toMatchObject({
      code: 'tool_error',
      message: `t:1: ${text}`,
    });
  });

  it('may come from a key with a throwing __tostring', async () => {
    expect((await run('return { [setmetatable({}, { __tostring = error })] = 1 }')).message).toBe(
      't: tool.execute: result has a key that is a table; JSON keys are strings',
    );
  });

  it('may come hundreds of times from the host, and never become Lua objects', async () => {
    const { result } = await run(
      'local n = 0 for i = 1, 500 do local ok, e = pcall(context.get, "x") if not ok and type(e) == "string" then n = n + 1 end end return n',
      {
        host: () => {
          throw new Error('foreign');
        },
      },
    );
    expect(result).toBe(500);
  });

  it('may contain a null byte, have ten megabytes, or occur in error handling', async () => {
    expect((await run('error("a\\0b")')).message).toBe('t:1: a\0b');
    expect((await run('error(("x"):rep(10 * 2^20))')).message).toMatch(/^t:1: x+ … \(cut\)$/);
    expect((await run('return { xpcall(error, function() error("again") end) }')).result).toEqual([
      false,
      't:1: again',
    ]);
    expect((await run('local function f() return xpcall(f, f) end return { f() }')).code).not.toBe(
      'sandbox_crashed',
    );
  });
});

describe('running out of memory or stack (C37-C43)', () => {
  it.each([
    ['with strings (C37)', 'local s = "x" while true do s = s .. s end'],
    ['with a table (C38)', 'local t = {} for i = 1, 1e9 do t[i] = i end'],
    ['with closures (C39)', 'local t = {} for i = 1, 1e9 do t[i] = function() return t, i end end'],
    [
      'with 250 operands (C40)',
      'local s = ("x"):rep(2^20) local f = load("local s = ... return " .. ("s.."):rep(180) .. "s") return #f(s)',
    ],
    [
      'with upvalues in a chain (C41)',
      'local f = print while true do local g = f f = function() return g end end',
    ],
    ['with coroutines (B30)', 'local t = {} for i = 1, 1e6 do t[i] = coroutine.create(print) end'],
  ])('raises a Lua error %s', async (_what, body) => {
    expect(await run(body)).toMatchObject({
      code: 'tool_error',
      message: expect.stringContaining('not enough memory: a tool may use 32 MiB') as string,
    });
  });

  it('is caught a thousand times (C42)', async () => {
    const { result } = await run(
      'local n = 0 for _ = 1, 1000 do if not pcall(string.rep, "x", 2^26) then n = n + 1 end end return n',
    );
    expect(result).toBe(1000);
  });

  it('is survived while the host pushes its answer (C43)', async () => {
    const { result } = await run(
      `local held = { ("x"):rep(10 * 2^20), ("y"):rep(10 * 2^20) }
       local n = 0 for _ = 1, 5 do if not pcall(context.get, "x") then n = n + 1 end end return { n, #held[1] + #held[2] }`,
      { host: () => 'y'.repeat(7 * MIB) },
    );
    expect(result).toEqual([5, 20 * MIB]);
  });

  it('is survived in the very last block, wherever it is requested (C43)', async () => {
    // Each size makes another operation of the bridge fail: the copy of an argument, the answer, the error text.
    for (let size = 20; size < 32; size++) {
      const { code } = await run(
        `local t = {} for i = 1, ${size} * 8 do t[i] = ("x"):rep(2^17) .. i end
         log.info(("y"):rep(2^16)) context.get("x") json.encode(t[1]) error(("z"):rep(2^18))`,
        { host: () => 'answer'.repeat(30_000) },
      );
      expect(code).toBe('tool_error');
    }
  });

  it.each([
    ['1e5 parentheses (B29)', 'return select(2, load("return " .. ("("):rep(1e5) .. "1" .. (")"):rep(1e5)))'],
    [
      '300 locals (B29)',
      'local s = "local a0" for i = 1, 300 do s = s .. ", a" .. i end return select(2, load(s))',
    ],
    ['1e5 concatenations in a source (B29)', 'return select(2, load("return 1" .. (" .. 1"):rep(1e5)))'],
    [
      '1e5 nested tables in a source (B29)',
      'return select(2, load("return " .. ("{"):rep(1e5) .. ("}"):rep(1e5)))',
    ],
    ['1e5 nested functions in a source (B29)', 'return select(2, load(("return function() "):rep(1e5)))'],
    ['deep recursion (B29)', 'local function f(n) return 1 + f(n + 1) end return select(2, pcall(f, 1))'],
    [
      'pcall in pcall, 1e5 deep (B29)',
      'local function f(n) return n == 0 or (pcall(f, n - 1)) end return tostring(f(1e5))',
    ],
    [
      'coroutines in coroutines, 1e3 deep (B29)',
      'local function f(n) if n == 0 then return "end" end return coroutine.wrap(f)(n - 1) end return select(2, pcall(f, 1e3))',
    ],
    [
      'a metamethod that calls itself (B25)',
      'local mt = {} mt.__eq = function(a, b) return a == b end return select(2, pcall(function() return setmetatable({}, mt) == setmetatable({}, mt) end))',
    ],
    [
      '__index that goes round (B25)',
      'local t = {} setmetatable(t, { __index = t }) return select(2, pcall(function() return t.x end))',
    ],
    ['__gsub upon gsub', 'local function f(s) return (s:gsub(".", f)) end return select(2, pcall(f, "x"))'],
  ])('never crashes the machine: %s', async (_what, body) => {
    const { code, result } = await run(body);
    expect(code === undefined || code === 'tool_error').toBe(true);
    if (result !== undefined) expect(result).toEqual(expect.any(String));
  });
});

describe('old bugs in Lua itself', () => {
  it("don't crash on weak tables whose __newindex loses its table during the assignment (A15)", async () => {
    const { code, result } = await run(
      `local n = 0
       for _ = 1, 2000 do
         local weak = setmetatable({}, { __mode = "v" })
         weak[1] = setmetatable({}, { __newindex = function(_, k, v) n = n + 1 end })
         local chain = setmetatable({}, { __newindex = weak[1] })
         weak[1] = nil
         chain.x = ("y"):rep(100)
       end
       return n`,
    );
    expect(code).toBeUndefined();
    // A garbage collection between two statements takes the target away before the chain holds it.
    expect(result).toBeGreaterThan(1900);
  });

  it("don't crash on metatables with false fields (A15)", async () => {
    for (const fields of [
      '__name = "js_proxy"',
      '__name = "js_promise"',
      '__name = {}',
      '__metatable = print',
      '__mode = "kv"',
      '__mode = 5',
      '__len = function() return -1 end',
      '__len = function() return 1e308 end',
      '__index = 5',
      '__eq = 5',
      '__close = 5',
    ]) {
      const { code } = await run(
        `local t = setmetatable({ 1, 2 }, { ${fields} })
         for _, f in ipairs { tostring, json.encode, table.concat, table.unpack, table.sort, ipairs, pairs, next, context.get, log.info, rawlen } do pcall(f, t) end
         pcall(function() return t.x, #t, t == setmetatable({}, getmetatable(t)) end)`,
        { host: () => null },
      );
      expect(code).toBeUndefined();
    }
  });

  it("don't crash on names that an error message must find in a deep stack of upvalues", async () => {
    const { message } = await run(
      `${'local function f() '.repeat(100)} missing.field = 1 ${'end f() '.repeat(100)}`,
    );
    expect(message).toBe("t:1: attempt to index a nil value (global 'missing')");
  });
});
