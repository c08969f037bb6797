// Scripts that try to escape, to persist, to grow, or to break later runs. Cases that only the page can stop (C
// functions that never reach the count hook) are tested in a browser.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { INSPECT_SECONDS } from '../inspection.ts';

const trial = new ScriptTrial();
const FAST = { timeout: 0.1 };

afterEach(async () => {
  vi.restoreAllMocks();
  expect((globalThis as Record<string, unknown>)['pwned']).toBeUndefined();
  expect((await trial.body('return 1 + 1')).result).toBe(2);
});

describe('a script has no access to', () => {
  it('functions that a browser tool must not have (A7)', async () => {
    const names = [
      'io',
      'debug',
      'package',
      'dofile',
      'loadfile',
      'loadstring',
      'setfenv',
      'getfenv',
      'newproxy',
      'js',
      'unpack',
    ];
    const { result } = await trial.body(
      `local found = {} for _, name in ipairs(params.names) do if _G[name] ~= nil then found[#found + 1] = name end end
       return { json.array(found), os.execute == nil, os.exit == nil, os.getenv == nil, os.remove == nil, string.dump == nil }`,
      { args: { names } },
    );
    expect(result).toEqual([[], true, true, true, true, true]);
  });

  it('names outside the contract', async () => {
    const { result } = await trial.body(
      'local names = {} for name in pairs(_G) do names[#names + 1] = name end table.sort(names) return names',
    );
    expect(result).toEqual(
      [
        '_G _VERSION assert base64 collectgarbage context coroutine crypto env error fs getmetatable html http ipairs json load log',
        'math mcp next os pairs pcall print rawequal rawget rawlen rawset require select setmetatable sleep string table tonumber',
        'tool tools tostring type utf8 view warn xpcall',
      ]
        .join(' ')
        .split(' '),
    );
  });

  it('JavaScript (A1, A3) through errors, functions or strings', async () => {
    for (const body of [
      'local _, e = pcall(json.parse, "{") e.__proto__ = function() end return e.constructor("globalThis.pwned = 1")()',
      'return print.constructor("globalThis.pwned = 1")()',
      'return ("").constructor("globalThis.pwned = 1")()',
      'return json.null.constructor("globalThis.pwned = 1")()',
      'return context.search.constructor("globalThis.pwned = 1")()',
    ]) {
      expect((await trial.body(body)).code).toBe('tool_error');
    }
    expect(
      (await trial.body('return { tostring(getmetatable(print)), tostring((5 == 5) and nil) }')).result,
    ).toEqual(['nil', 'nil']);
  });

  it('bytecode (A8)', async () => {
    for (const body of [
      'return select(2, load("\\27Lua"))',
      'return select(2, load("\\27Lua", "x", "b"))',
      'return select(2, load("\\27Lua", "x", "bt", {}))',
      'local n = 0 return select(2, load(function() n = n + 1 return n == 1 and "\\27Lua" or nil end, "x", "b"))',
    ]) {
      expect((await trial.body(body)).result).toMatch(/attempt to load a binary chunk \(mode is 't'\)/);
    }
    expect((await trial.script('\x1bLua')).message).toContain("attempt to load a binary chunk (mode is 't')");
  });

  it('finalizers, however it sets them (A15, B24)', async () => {
    const gc = '{ __gc = function() while true do end end }';
    expect((await trial.body(`setmetatable({}, ${gc})`)).message).toBe(
      "t:1: '__gc' is not available in tools",
    );
    // Set afterwards, they do nothing; on the metatable of lists, they stop the decoder.
    expect(
      (
        await trial.body(
          'local t = setmetatable({}, {}) getmetatable(t).__gc = error t = nil return collectgarbage("count") > 0',
        )
      ).result,
    ).toBe(true);
    const { message } = await trial.body(
      'getmetatable(json.array()).__gc = function() while true do end end local t = json.decode("[]") return t',
    );
    expect(message).toBe("t:1: '__gc' is not available in tools");
    expect((await trial.body('collectgarbage("stop")')).message).toContain("only 'count' is available");
  });

  it('the prelude (A6), whatever it does to the globals', async () => {
    for (const vandalism of [
      'local globals = _G for name in pairs(globals) do globals[name] = nil end',
      'pcall, error, type, select, tostring = nil',
      'string.find, string.sub, string.byte, string.gsub, table.concat = error, error, error, error, error',
      'setmetatable(_G, { __index = function() error("no") end, __newindex = error })',
      'local meta = getmetatable("") meta.__index = nil meta.__tostring = error',
    ]) {
      const { result } = await trial.body(
        `local get = context.get ${vandalism} return { get("a"), params.x }`,
        {
          args: { x: [1, null, 'é'] },
          host: () => ({ id: 'a' }),
        },
      );
      expect(result).toEqual([{ id: 'a' }, [1, null, 'é']]);
    }
  });
});

describe("a script's deadline", () => {
  it.each([
    ['a loop (B19)', 'while true do end'],
    ['a loop that swallows errors (B20)', 'while true do pcall(function() while true do end end) end'],
    ['a loop in an error handler (B21)', 'xpcall(error, function() while true do end end)'],
    [
      'a handler of its own end (B21)',
      'local function loop() while true do end end while true do xpcall(loop, loop) end',
    ],
    [
      'a loop in a coroutine (B22)',
      'local co = coroutine.wrap(function() while true do end end) while true do pcall(co) end',
    ],
    [
      'a loop in __tostring of its error (B23)',
      'error(setmetatable({}, { __tostring = function() while true do end end }))',
    ],
    [
      'a loop in __close (B25)',
      'local x <close> = setmetatable({}, { __close = function() while true do end end }) error("x")',
    ],
    [
      'a loop in a sort comparator (B28)',
      'local t = { 3, 2, 1 } table.sort(t, function() while true do end end)',
    ],
    ['a loop in a gsub callback (B26)', '("a"):gsub("a", function() while true do end end)'],
    ['a loop in __index (B25)', 'return setmetatable({}, { __index = function() while true do end end }).x'],
    ['a loop in a load reader', 'load(function() while true do end end)'],
    ['sleep (B31)', 'sleep(1e9)'],
    ['sleep without end (B31)', 'sleep(math.huge)'],
    [
      '__eq that is asked for ever (B25)',
      'local mt = { __eq = function() return false end } local a, b = setmetatable({}, mt), setmetatable({}, mt) while a ~= b do end',
    ],
    ['iterators that never end (B19)', 'for _ in function() return 1 end do end'],
    ['goto (B19)', '::again:: goto again'],
    ['recursion that never grows (B19)', 'local function again() return again() end return again()'],
    [
      '__pairs and __len without end (B25)',
      'while true do local n = #setmetatable({}, { __len = function() return 1 end }) for _ in pairs({}) do end end',
    ],
    ['a million messages (B33)', 'while true do log.info("x") end'],
    ['an empty match without end (B26)', 'while true do (("x"):rep(100)):gsub("", function() end) end'],
    [
      'coroutines that are wrapped and dropped (B30)',
      'while true do coroutine.wrap(function() coroutine.yield() end)() end',
    ],
    ['load without end (B29)', 'while true do load("return 1") end'],
    ['many small sleeps (B31)', 'while true do sleep(0) end'],
    ['a host call that is never answered (B32)', 'context.get("x")'],
    ['an empty string repeated (B27)', '(""):rep(1e15) while true do end'],
    [
      'growing strings, given up and begun again (C42)',
      'while true do pcall(function() local s = "x" while true do s = s .. s end end) end',
    ],
  ])('%s', async (_what, body) => {
    const started = performance.now();
    const { code, message } = await trial.body(body, {
      ...FAST,
      host: () => new Promise<never>(() => undefined),
    });
    expect({ code, message }).toEqual({ code: 'timeout', message: "tool 't' timed out after 0.1 seconds" });
    // One instruction can copy megabytes, so the hook may come late; the page kills 250 ms after the deadline.
    expect(performance.now() - started).toBeLessThan(300 + 4000);
  });

  it('limits sleep to valid durations (B31)', async () => {
    for (const [given, problem] of [
      ['-1', "bad argument #1 to 'sleep' (must not be negative)"],
      ['0/0', "bad argument #1 to 'sleep' (must not be negative)"],
      ['"x"', "bad argument #1 to 'sleep' (number expected, got string)"],
      ['', "bad argument #1 to 'sleep' (number expected, got nil)"],
    ]) {
      expect((await trial.body(`sleep(${given})`)).message).toBe(`t:1: ${problem}`);
    }
  });

  it('is never bypassed through functions called from JavaScript (B34)', async () => {
    for (const call of [
      'context.get(print)',
      'context.search("x", print)',
      'log.info(print)',
      'context.emit(print)',
      'crypto.sha256(print)',
    ]) {
      expect((await trial.body(`pcall(function() ${call} end) return 1`, { host: () => [] })).result).toBe(1);
    }
  });

  it('applies during inspection too', async () => {
    expect((await trial.script('while true do end', { ...FAST, mode: 'inspect' })).code).toBe('timeout');
  });

  it('ends an inspection after a bounded amount of work, whatever the clock says', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const ends = ['while true do end', 'while true do pcall(function() while true do end end) end'];
    const takesMemory = 'local t = {} while true do t = { t and 1 } end';
    const wraps = 'while true do coroutine.wrap(function() while true do end end)() end';
    for (const script of [...ends, takesMemory, wraps])
      expect((await trial.script(script, { mode: 'inspect', timeout: 5 })).code, script).toBe('timeout');
  });

  it('lets an inspection finish on a machine that stalls for seconds', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 30));
    const script = 'local n = 0 for i = 1, 300000 do n = n + i end tool = {} function tool.execute() end';
    expect((await trial.script(script, { mode: 'inspect', timeout: INSPECT_SECONDS })).code).toBeUndefined();
    expect(now).toBeGreaterThan(1000);
  });
});

describe("a script's share of resources", () => {
  it.each([
    ['one string (C37)', 'local s = "x" while true do s = s .. s end'],
    ['one table (C38)', 'local t = {} for i = 1, 1e9 do t[i] = i end'],
    ['closures (C39)', 'local t = {} for i = 1, 1e9 do t[i] = function() return i end end'],
    ['a long repetition (B27)', 'local s = ("x"):rep(1e9) return s'],
    ['coroutines (B30)', 'local t = {} for i = 1, 1e9 do t[i] = coroutine.create(print) end'],
    [
      'the concatenation that overflows 32 bits (A16)',
      'local s = ("x"):rep(2^25 - 64) return load("local s = ... return " .. ("s .. "):rep(127) .. "s")(s)',
    ],
    [
      'a result that JSON makes larger (C44)',
      'local t = {} for i = 1, 1e6 do t[i] = "\\1\\1\\1\\1" end return t',
    ],
  ])('bounds memory: %s', async (_what, body) => {
    expect(await trial.body(body, { timeout: 20 })).toMatchObject({
      code: 'tool_error',
      message: expect.stringContaining('not enough memory: a tool may use 32 MiB') as string,
    });
  });

  it('is enforced, and a script that caught the error may continue', async () => {
    const { result } = await trial.body(
      'local n = 0 for _ = 1, 50 do if not pcall(string.rep, "x", 1e9) then n = n + 1 end end return n',
    );
    expect(result).toBe(50);
  });

  it('bounds the result (C44)', async () => {
    const { code, message } = await trial.body('return ("x"):rep(2^20)');
    expect(code).toBe('tool_error');
    expect(message).toMatch(/^the result is 1048578 bytes of JSON; at most 1048576 are allowed/);
  });

  it.each([
    [
      'sorting by a comparator that contradicts itself (B28)',
      'local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function(a, b) return true end) return #t',
      undefined,
    ],
    [
      'sorting by one that fails half way (B28)',
      'local t = {} for i = 1, 100 do t[i] = i end local n = 0 table.sort(t, function(a, b) n = n + 1 if n > 50 then error("enough") end return a > b end)',
      'enough',
    ],
    ['recursion (B29)', 'local function f() return 1 + f() end return f()', 'not enough memory'],
    ['recursion through pcall', 'local function f() return select(2, pcall(f)) end return f()', undefined],
    [
      'recursion through a metamethod',
      'local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k] end return t.x',
      'stack overflow',
    ],
    [
      'parentheses',
      'local f, e = load("return " .. ("("):rep(1e5) .. "1" .. (")"):rep(1e5)) return e',
      undefined,
    ],
    [
      'coroutines in coroutines',
      'local function f() return coroutine.wrap(f)() end return f()',
      'stack overflow',
    ],
    ['a pattern', 'return (("x"):rep(1e6):find((".-"):rep(300)))', 'too complex'],
  ])('bounds the stack: %s', async (_what, body, message) => {
    const outcome = await trial.body(body, { timeout: 10 });
    if (message !== undefined) expect(outcome.message).toContain(message);
    expect(outcome.code).not.toBe('sandbox_crashed');
  });
});
