// Host calls wait for their answer wherever Lua code runs; and the functions written anew for that behave like stock Lua's.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();
/** In each script, `ask(x)` is a host call that gives x back. */
const ASK = 'local function ask(x) return context.get(x).id end ';
const host = (_operation: string, payload: unknown) => payload as { id: string };
const run = (body: string) => trial.body(ASK + body, { host });

describe('a host call waits', () => {
  it.each([
    ['in a plain place', 'return ask("a")', 'a'],
    ['in pcall', 'return { pcall(function() return ask("a") end) }', [true, 'a']],
    ['in nested pcalls', 'return { pcall(pcall, pcall, ask, "a") }', [true, true, true, 'a']],
    ['in the body of xpcall', 'return { xpcall(ask, print, "a") }', [true, 'a']],
    ['in a coroutine', 'return { coroutine.resume(coroutine.create(ask), "a") }', [true, 'a']],
    [
      'in a coroutine of a coroutine, between its own yields',
      `local inner = coroutine.wrap(function() for i = 1, 2 do ask("x") coroutine.yield(ask("i" .. i)) end return "end" end)
       local outer = coroutine.wrap(function() ask("y") coroutine.yield(inner()) coroutine.yield(inner()) return inner() end)
       return { outer(), outer(), outer() }`,
      ['i1', 'i2', 'end'],
    ],
    [
      'in a generic for',
      'local t = {} for x in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(ask("" .. i)) end end) do t[#t + 1] = x end return t',
      ['1', '2', '3'],
    ],
    [
      'in a sort comparator',
      'local t = { "c", "a", "b" } table.sort(t, function(a, b) return ask(a) < ask(b) end) return t',
      ['a', 'b', 'c'],
    ],
    [
      'in a gsub callback',
      'return { ("a-b"):gsub("%w", function(c) return ask(c:upper()) end) }',
      ['A-B', 2],
    ],
    [
      'in the table of a gsub',
      'return (("a-b"):gsub("%w", setmetatable({}, { __index = function(_, k) return ask(k .. k) end })))',
      'aa-bb',
    ],
    [
      'in __tostring',
      'return tostring(setmetatable({}, { __tostring = function() return ask("a") end }))',
      'a',
    ],
    [
      'in the __tostring that string.format calls',
      'return (string.format("<%s>", setmetatable({}, { __tostring = function() return ask("a") end })))',
      '<a>',
    ],
    ['in __index', 'return setmetatable({}, { __index = function(_, k) return ask(k) end }).word', 'word'],
    [
      'in __newindex',
      'local seen local t = setmetatable({}, { __newindex = function(_, k, v) seen = ask(v) end }) t.x = "a" return seen',
      'a',
    ],
    ['in __call', 'return setmetatable({}, { __call = function(_, x) return ask(x) end })("a")', 'a'],
    ['in __concat', 'return setmetatable({}, { __concat = function(_, x) return ask(x) end }) .. "a"', 'a'],
    [
      'in __eq',
      'local mt = { __eq = function() return ask("a") == "a" end } return setmetatable({}, mt) == setmetatable({}, mt)',
      true,
    ],
    [
      'in __lt',
      'local mt = { __lt = function() return ask("a") == "a" end } return setmetatable({}, mt) < setmetatable({}, mt)',
      true,
    ],
    ['in __len', 'return #setmetatable({}, { __len = function() return ask("a") end })', 'a'],
    [
      'in __pairs',
      'local t = {} for k, v in pairs(setmetatable({}, { __pairs = function() return next, { [ask("a")] = ask("b") } end })) do t[k] = v end return t',
      { a: 'b' },
    ],
    [
      'in __close',
      'local r do local x <close> = setmetatable({}, { __close = function() r = ask("a") end }) end return r',
      'a',
    ],
    [
      'in ipairs over __index',
      'local t = {} for i, v in ipairs(setmetatable({}, { __index = function(_, i) if i < 4 then return ask("" .. i) end end })) do t[i] = v end return t',
      ['1', '2', '3'],
    ],
    [
      'in table.concat over __index',
      'return (table.concat(setmetatable({}, { __len = function() return 2 end, __index = function(_, i) return ask("x" .. i) end }), ","))',
      'x1,x2',
    ],
    [
      'in table.unpack over __index',
      'return { table.unpack(setmetatable({}, { __index = function(_, i) return ask("" .. i) end }), 1, 2) }',
      ['1', '2'],
    ],
    [
      'in a load reader',
      'local n = 0 return load(function() n = n + 1 return n == 1 and ask("return 7") or nil end)()',
      7,
    ],
    ['in a loaded chunk', 'local e = { ask = ask } return load("return ask(\'a\')", "chunk", "t", e)()', 'a'],
  ])('%s', async (_place, body, expected) => {
    const { result, message } = await run(body);
    expect(message).toBeUndefined();
    expect(result).toEqual(expected);
  });

  it('a thousand times in a row', async () => {
    expect((await run('for i = 1, 1000 do ask("a") end return "done"')).result).toBe('done');
  });

  it('everywhere but in the message handler of xpcall, which says so', async () => {
    const { result } = await run(
      'local said xpcall(error, function() said = select(2, pcall(ask, "a")) end) return said',
    );
    expect(result).toBe(
      't:1: a host call cannot wait inside an xpcall message handler; call it after xpcall returns',
    );
    const answers = await run('return { xpcall(error, function(e) return ask(e) end, "x") }');
    expect(answers.result).toEqual([false, result]);
  });
});

it('xpcall otherwise does what stock xpcall does', async () => {
  const { result } = await trial.body(`
    return { { xpcall(function(...) return select("#", ...), ... end, print, 1, nil) },
      { xpcall(error, function(e) return e .. "!", "more" end, "x") },
      { xpcall(error, function() end, "x") }, (select(2, pcall(xpcall, print))) }`);
  expect(result).toEqual([
    [true, 2, 1],
    [false, 'x!'],
    [false],
    "t:4: bad argument #2 to 'xpcall' (function expected, got no value)",
  ]);
});

describe('coroutines', () => {
  it('look like stock ones from inside and outside', async () => {
    const { result } = await run(`
      local main, is_main = coroutine.running()
      local co = coroutine.create(function(a) ask("x") local b = coroutine.yield(a + 1) error("e" .. b, 0) end)
      local states = { coroutine.status(co) }
      local r1 = { coroutine.resume(co, 1) } states[2] = coroutine.status(co)
      local r2 = { coroutine.resume(co, 2) } states[3] = coroutine.status(co)
      local r3 = { coroutine.resume(co) }
      local inside = coroutine.wrap(function() return coroutine.isyieldable(), select(2, coroutine.running()) end)
      return { type(main), is_main, coroutine.isyieldable(), states, r1, r2, r3, { inside() } }`);
    expect(result).toEqual([
      'thread',
      true,
      false,
      ['suspended', 'suspended', 'dead'],
      [true, 2],
      [false, 'e2'],
      [false, 'cannot resume dead coroutine'],
      [true, false],
    ]);
  });

  it('cannot yield to the host from the script itself', async () => {
    expect((await run('coroutine.yield({}, 1)')).message).toBe(
      't:1: attempt to yield from outside a coroutine',
    );
    expect(
      (
        await run(
          'local w = coroutine.wrap(function() coroutine.yield({}, 9) return ask("a") end) w() return w()',
        )
      ).result,
    ).toBe('a');
  });

  it('close and report their errors', async () => {
    const { result } = await run(`
      local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() error("closing", 0) end }) coroutine.yield() end)
      coroutine.resume(co)
      local dead = coroutine.wrap(function() end) dead()
      return { { coroutine.close(co) }, { pcall(dead) } }`);
    expect(result).toEqual([
      [false, 'closing'],
      [false, 'cannot resume dead coroutine'],
    ]);
  });
});

describe('functions written anew', () => {
  it('gsub with a callback finds what stock gsub finds', async () => {
    const patterns = [
      '%w+',
      '%w*',
      '',
      '^a',
      '^',
      '$',
      'a-',
      '(a)(b?)',
      '()b',
      '%f[%w]%w+',
      '[ab]+',
      '%s*$',
      '.',
      'ab?',
    ];
    const subject = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', 'é'), maxLength: 12 });
    const limit = fc.option(fc.integer({ min: 0, max: 3 }));
    await fc.assert(
      fc.asyncProperty(subject, fc.constantFrom(...patterns), limit, async (text, pattern, max) => {
        const { result } = await trial.body(
          `local text, pattern, max = params.text, params.pattern, params.max
           if max == json.null then max = nil end
           local whole = not pattern:find("(", 1, true)
           local stock = { text:gsub(pattern, whole and "<%0>" or "<%1>", max) }
           local ours = { text:gsub(pattern, function(first) return "<" .. first .. ">" end, max) }
           return { stock, ours }`,
          { args: { text, pattern, max } },
        );
        const [stock, ours] = result as [unknown, unknown];
        expect(ours).toEqual(stock);
      }),
      { numRuns: 300 },
    );
  });

  it('gsub keeps what a callback declines and refuses what is no text', async () => {
    const { result } = await run(
      'return { (("abc"):gsub("%w", function(c) if c == "b" then return false end if c == "c" then return 5 end end)), { pcall(string.gsub, "a", "a", function() return {} end) } }',
    );
    expect(result).toEqual(['ab5', [false, 't:1: invalid replacement value (a table)']]);
  });

  it('sort sorts, stably, with any comparator that makes sense, and ends with any other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }), async (list) => {
        const { result } = await trial.body(
          `local keyed = {} for i, v in ipairs(params.list) do keyed[i] = { v, i } end
           table.sort(keyed, function(a, b) return a[1] < b[1] end)
           table.sort(params.list)
           local wild = { 3, 1, 2, 5, 4 } table.sort(wild, function() return true end)
           return { json.array(params.list), json.array(keyed), #wild }`,
          { args: { list } },
        );
        const pairs = list.map((value, i) => [value, i + 1] as [number, number]);
        expect(result).toEqual([[...list].sort((a, b) => a - b), pairs.sort((a, b) => a[0] - b[0]), 5]);
      }),
      { numRuns: 60 },
    );
  });

  it('insert, remove, move, concat and unpack take tables with and without metatables', async () => {
    const body = (wrap: string) => `
      local t = ${wrap}({ "a", "b", "c" })
      table.insert(t, "d") table.insert(t, 2, "x")
      local removed, last = table.remove(t, 1), table.remove(t)
      local moved = table.move(t, 1, 3, 2, ${wrap}({}))
      return { table.concat(t, ","), removed, last, moved[2] .. moved[4], { table.unpack(t, 2, 3) }, table.concat(t, "-", 2, 3),
        (pcall(table.insert, t, 9, "y")), (pcall(table.insert, t)), table.remove(${wrap}({})) == nil }`;
    const plain = await run(body('(function(t) return t end)'));
    const meta = await run(body('(function(t) return setmetatable(t, {}) end)'));
    expect(plain.result).toEqual(['x,b,c', 'a', 'd', 'xc', ['b', 'c'], 'b-c', false, false, true]);
    expect(meta.result).toEqual(plain.result);
  });
});
