// Host calls that wait for their answer, wherever Lua code runs.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();
/** In each script, `ask(x)` is a host call that returns x. */
const ASK = 'local function ask(x) return context.get(x).id end ';
const host = (_operation: string, payload: unknown) => payload as { id: string };
const run = (body: string) => trial.body(ASK + body, { host });

describe('a host call', () => {
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
    [
      'in five nested coroutines, on the way down and up',
      `local function nest(n) return coroutine.wrap(function() if n == 0 then return ask("bottom") end local got = nest(n - 1)() return ask(got .. n) end) end
       return nest(5)()`,
      'bottom12345',
    ],
    [
      'in a sort within a gsub within a coroutine',
      `return coroutine.wrap(function() return (("ab"):gsub("%w", function(c)
         local t = { c .. 2, c .. 1 } table.sort(t, function(a, b) return ask(a) < ask(b) end) return t[1] end)) end)()`,
      'a1b1',
    ],
    [
      'in pcall and xpcall, twenty deep',
      'local function f(n) if n == 0 then return ask("x") end return select(2, pcall(xpcall, function() return f(n - 1) end, print)) end return (select(2, pcall(f, 20)))',
      true,
    ],
    [
      'in the arithmetic metamethods',
      `local mt = {} for _, n in ipairs { "add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr", "unm", "bnot" } do
         mt["__" .. n] = function() return ask(n) end end
       local x = setmetatable({}, mt)
       return { x + 1, x - 1, x * 1, x / 1, x % 1, x ^ 1, x // 1, x & 1, x | 1, x ~ 1, x << 1, x >> 1, -x, ~x }`,
      'add sub mul div mod pow idiv band bor bxor shl shr unm bnot'.split(' '),
    ],
    [
      'in __le',
      'local mt = { __le = function() return ask("a") == "a" end } return setmetatable({}, mt) <= setmetatable({}, mt)',
      true,
    ],
    [
      'in __lt that a sort without comparator calls',
      `local mt = { __lt = function(a, b) return ask(a.v) < ask(b.v) end } local t = {}
       for i, v in ipairs { "c", "a", "b" } do t[i] = setmetatable({ v = v }, mt) end table.sort(t) return { t[1].v, t[2].v, t[3].v }`,
      ['a', 'b', 'c'],
    ],
    [
      'in a __tostring behind __metatable',
      'return tostring(setmetatable({}, { __metatable = false, __tostring = function() return ask("a") end }))',
      'a',
    ],
    [
      'in the function that __pairs gives',
      `local t = {} for k in pairs(setmetatable({}, { __pairs = function() return function(_, k) k = (k or 0) + 1 if k < 4 then return k, ask("x") end end end })) do t[k] = k end return t`,
      [1, 2, 3],
    ],
    [
      'in an iterator and in its closing value',
      `local seen for i in function(_, i) i = (i or 0) + 1 if ask("x") and i < 3 then return i end end, nil, nil,
         setmetatable({}, { __close = function() seen = ask("closed") end }) do end return seen`,
      'closed',
    ],
    [
      'in __close on the way of an error',
      'local r pcall(function() local x <close> = setmetatable({}, { __close = function(_, e) r = ask(e) end }) error("gone", 0) end) return r',
      'gone',
    ],
    [
      'in __close of a wrapped coroutine that fails',
      'local r pcall(coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function(_, e) r = ask(e) end }) error("gone", 0) end)) return r',
      'gone',
    ],
    [
      'in table.insert and table.remove over metamethods',
      `local kept = { "a", "b" } local t = setmetatable({}, { __len = function() return #kept end,
         __index = function(_, i) return kept[i] and ask(kept[i]) end, __newindex = function(_, i, v) kept[i] = v and ask(v) end })
       table.insert(t, "d") table.insert(t, 3, "c") local first = table.remove(t, 1) return { first, table.concat(kept) }`,
      ['a', 'bcd'],
    ],
    [
      'in table.move over metamethods',
      'local t = {} table.move(setmetatable({}, { __index = function(_, i) return ask("m" .. i) end }), 1, 2, 1, t) return t',
      ['m1', 'm2'],
    ],
    [
      'in __len that table.unpack asks',
      'return { table.unpack(setmetatable({ "a", "b" }, { __len = function() return #ask("xx") end })) }',
      ['a', 'b'],
    ],
    [
      'in the __tostring of what is printed',
      'print(setmetatable({}, { __tostring = function() return ask("a") end })) return "printed"',
      'printed',
    ],
    [
      'in the __tostring of an error that pcall gives back',
      'local _, e = pcall(error, setmetatable({}, { __tostring = function() return ask("a") end })) return tostring(e)',
      'a',
    ],
    [
      'in a __index chain and in __index of globals',
      'setmetatable(_G, { __index = function(_, k) return ask(k) end }) return setmetatable({}, { __index = setmetatable({}, { __index = function(_, k) return undefined_global .. k end }) }).x',
      'undefined_globalx',
    ],
  ])('%s', async (_place, body, expected) => {
    const { result, message } = await run(body);
    expect(message).toBeUndefined();
    expect(result).toEqual(expected);
  });

  it('waits a thousand times in a row', async () => {
    expect((await run('for i = 1, 1000 do ask("a") end return "done"')).result).toBe('done');
  });

  it('waits everywhere except in the message handler of xpcall, which reports it', async () => {
    const { result } = await run(
      'local said xpcall(error, function() said = select(2, pcall(ask, "a")) end) return said',
    );
    expect(result).toBe(
      't:1: a host call cannot wait inside an xpcall message handler; call it after xpcall returns',
    );
    const answers = await run('return { xpcall(error, function(e) return ask(e) end, "x") }');
    expect(answers.result).toEqual([false, result]);
  });

  it('waits in the text of the error that ends the run', async () => {
    const { message } = await run(
      'error(setmetatable({}, { __tostring = function() return ask("late") end }))',
    );
    expect(message).toBe('t:1: late');
  });

  it("can't wait in a __close that coroutine.close runs, and reports it", async () => {
    const { result } = await run(
      `local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() ask("a") end }) coroutine.yield() end)
       coroutine.resume(co) return { { coroutine.close(co) }, ask("b") }`,
    );
    expect(result).toEqual([
      [
        false,
        't:1: a host call cannot wait in a __close that coroutine.close runs; let the coroutine end by itself',
      ],
      'b',
    ]);
  });
});

it('leaves xpcall otherwise like stock xpcall', async () => {
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

  it("can't yield to the host from the script itself", async () => {
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

  it('close, and report their errors', async () => {
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
