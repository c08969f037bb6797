// Intended differences from stock Lua: why, and the sandbox's answer.

interface Group {
  because: string;
  /** Later releases of stock Lua give the same answer. */
  until?: '5.4.4';
  /** Pairs of a case and the sandbox's answer. */
  cases: readonly (readonly [string, string])[];
}

const GROUPS: readonly Group[] = [
  {
    because:
      'A string method counts its subject as argument 1, because only C code can see that a call was a method call.',
    cases: [
      ["('%d'):format(nil)", 'error: "t:1: bad argument #2 to \'format\' (number expected, got nil)"'],
      ["('%d'):format({})", 'error: "t:1: bad argument #2 to \'format\' (number expected, got table)"'],
      ["('%q'):format({})", 'error: "t:1: bad argument #2 to \'format\' (value has no literal form)"'],
      ["('%q'):format(print)", 'error: "t:1: bad argument #2 to \'format\' (value has no literal form)"'],
      [
        "('%q'):format(setmetatable({}, {__tostring = function() return 'x' end}))",
        'error: "t:1: bad argument #2 to \'format\' (value has no literal form)"',
      ],
      [
        "('%d'):format(setmetatable({}, {__tostring = function() return '5' end}))",
        'error: "t:1: bad argument #2 to \'format\' (number expected, got table)"',
      ],
      [
        "('abc'):gsub('.', 'x', {})",
        'error: "t:1: bad argument #4 to \'gsub\' (number expected, got table)"',
      ],
      [
        "('abc'):gsub('.', string.upper, 2.5)",
        'error: "t:1: bad argument #4 to \'gsub\' (number has no integer representation)"',
      ],
      [
        "('abc'):gsub('.', string.upper, 'x')",
        'error: "t:1: bad argument #4 to \'gsub\' (number expected, got string)"',
      ],
      [
        "('abc'):gsub('.', string.upper, {})",
        'error: "t:1: bad argument #4 to \'gsub\' (number expected, got table)"',
      ],
      [
        "('abc'):gsub('.', string.upper, math.huge)",
        'error: "t:1: bad argument #4 to \'gsub\' (number has no integer representation)"',
      ],
      [
        "('abc'):gsub('.', string.upper, false)",
        'error: "t:1: bad argument #4 to \'gsub\' (number expected, got boolean)"',
      ],
      [
        "('abc'):gsub('.', nil)",
        'error: "t:1: bad argument #3 to \'gsub\' (string/function/table expected, got nil)"',
      ],
      [
        "('abc'):gsub('.', true)",
        'error: "t:1: bad argument #3 to \'gsub\' (string/function/table expected, got boolean)"',
      ],
      ["('ab'):rep(2.5)", 'error: "t:1: bad argument #2 to \'rep\' (number has no integer representation)"'],
      ["('ab'):rep()", 'error: "t:1: bad argument #2 to \'rep\' (number expected, got no value)"'],
      ["('ab'):rep({})", 'error: "t:1: bad argument #2 to \'rep\' (number expected, got table)"'],
      ["('ab'):rep(2, {})", 'error: "t:1: bad argument #3 to \'rep\' (string expected, got table)"'],
    ],
  },
  {
    because:
      'The line is named, and the function by its short name, where stock Lua names no line because C called the function that failed.',
    cases: [
      ['coroutine.yield(1)', 'error: "t:1: attempt to yield from outside a coroutine"'],
      ['pcall(coroutine.yield, 1)', 'false, "t:1: attempt to yield from outside a coroutine"'],
      [
        'coroutine.wrap(function() return pcall(coroutine.close, coroutine.running()) end)()',
        'false, "t:1: cannot close a running coroutine"',
      ],
      [
        'local t = setmetatable({}, {__call = function(_, x) return x end}) show(pcall(coroutine.wrap, t))',
        'false, "t:1: bad argument #1 to \'wrap\' (function expected, got table)"',
      ],
      ["tostring(setmetatable({}, {__tostring = 'x'}))", 'error: "t:1: attempt to call a string value"'],
      ['local f = tostring show(pcall(f))', 'false, "t:1: bad argument #1 to \'tostring\' (value expected)"'],
      [
        "local ok, e = pcall(string.format, '%d', 'x') show(ok, e)",
        'false, "bad argument #2 to \'?\' (number expected, got string)"',
      ],
      [
        "local ok, e = pcall(string.gsub, 'abc', '(b', function() end) show(ok, e)",
        'false, "t:1: unfinished capture"',
      ],
      ["table.sort({1, 'a'})", 'error: "t:1: attempt to compare string with number"'],
      ["table.sort({'a', 1})", 'error: "t:1: attempt to compare number with string"'],
      ["table.sort({1, 2, 'x', 3})", 'error: "t:1: attempt to compare string with number"'],
      ['table.sort({{}, {}})', 'error: "t:1: attempt to compare two table values"'],
      ['table.sort({1, {}})', 'error: "t:1: attempt to compare table with number"'],
      ['table.sort({true, false})', 'error: "t:1: attempt to compare two boolean values"'],
      ['table.sort({print, print})', 'error: "t:1: attempt to compare two function values"'],
      ['table.sort({1, nil, 3, 2})', 'error: "t:1: attempt to compare nil with number"'],
      ['table.unpack()', 'error: "t:1: attempt to get length of a nil value"'],
      ['table.unpack(nil)', 'error: "t:1: attempt to get length of a nil value"'],
      ['table.unpack(5)', 'error: "t:1: attempt to get length of a number value"'],
    ],
  },
  {
    because: 'Waiting for the host works here, and so does a yield of the script.',
    cases: [
      [
        'local f = coroutine.wrap(function() local t = {3, 1, 2} table.sort(t, function(a, b) coroutine.yield(a) return a < b end) return t end) show(pcall(f))',
        'true, 1',
      ],
      [
        "local f = coroutine.wrap(function() return (('ab'):gsub('.', function(c) return coroutine.yield(c) end)) end) show(pcall(f))",
        'true, "a"',
      ],
      [
        "local f = coroutine.wrap(function() return tostring(setmetatable({}, {__tostring = function() return coroutine.yield('t') end})) end) show(pcall(f))",
        'true, "t"',
      ],
    ],
  },
  {
    because:
      'A merge sort: stable, other comparisons in another order, every element written, and no invalid order functions.',
    cases: [
      [
        'table.sort({3, 2, nil, 1}, function(a, b) return a < b end)',
        'error: "t:1: attempt to compare number with nil"',
      ],
      ['local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function() return true end)', ''],
      ['local t = {} for i = 1, 4 do t[i] = i end table.sort(t, function(a, b) return true end)', ''],
      [
        'local t = setmetatable({}, {__len = function() return 3 end, __index = function(_, i) return 4 - i end}) table.sort(t) show(t)',
        '{1, 2, 3}',
      ],
      [
        "local t = {'c', 'a', 'b'} table.sort(t, function(a, b, ...) show(select('#', ...)) return a < b end) show(#t)",
        '0\n0\n0\n3',
      ],
    ],
  },
  {
    because: 'The bundled Lua is built without compatibility for 5.3.',
    cases: [
      [
        'local mt = {__lt = function() return true end} local a = setmetatable({}, mt) show(pcall(function() return a <= a end))',
        'false, "t:1: attempt to compare two table values"',
      ],
    ],
  },
  {
    because: 'The bundled Lua is a little later than 5.4.4.',
    until: '5.4.4',
    cases: [
      ["for p, c in utf8.codes('a\\x80') do end", 'error: "t:1: invalid UTF-8 code"'],
      [
        'local t = {1, 2, 3} table.remove(t, 5)',
        'error: "t:1: bad argument #2 to \'remove\' (position out of bounds)"',
      ],
      [
        'local t = {1, 2, 3} table.remove(t, 0)',
        'error: "t:1: bad argument #2 to \'remove\' (position out of bounds)"',
      ],
      [
        'local t = {1, 2, 3} table.remove(t, -1)',
        'error: "t:1: bad argument #2 to \'remove\' (position out of bounds)"',
      ],
      [
        'local t = {} table.remove(t, 2)',
        'error: "t:1: bad argument #2 to \'remove\' (position out of bounds)"',
      ],
      [
        'local t = setmetatable({1, 2, 3}, {}) table.remove(t, 5)',
        'error: "t:1: bad argument #2 to \'remove\' (position out of bounds)"',
      ],
    ],
  },
  {
    because: 'Another C library: how %c pads, and years beyond its range.',
    cases: [
      ["os.date('!%c', 0)", '"Thu Jan 01 00:00:00 1970"'],
      ["os.date('!%Y', 1e18)", '"1900"'],
    ],
  },
  {
    because: 'The name of a C function comes from package.loaded, which scripts do not have.',
    cases: [
      [
        'local co = coroutine.create(string.upper) show(coroutine.resume(co))',
        'false, "bad argument #1 to \'?\' (string expected, got no value)"',
      ],
      ['pcall(pcall)', 'false, "bad argument #1 to \'?\' (value expected)"'],
    ],
  },
  {
    because: 'A call in tail position leaves no line to put before the message.',
    cases: [
      [
        "local co = coroutine.wrap(function() return coroutine.wrap(function() return coroutine.wrap(function() error('deep') end)() end)() end) show(pcall(co))",
        'false, "t:1: deep"',
      ],
    ],
  },
  {
    because: 'Refused in tools: finalisers, control of the collector, addresses.',
    cases: [
      ['setmetatable({}, {__gc = function() end})', 'error: "t:1: \'__gc\' is not available in tools"'],
      ["collectgarbage('collect')", 'error: "t:1: collectgarbage: only \'count\' is available in tools"'],
      ['collectgarbage()', 'error: "t:1: collectgarbage: only \'count\' is available in tools"'],
      ["('%p'):format({})", "error: \"t:1: invalid conversion '%p' to 'format': addresses are hidden\""],
      ["('%10p'):format('x')", "error: \"t:1: invalid conversion '%p' to 'format': addresses are hidden\""],
    ],
  },
  {
    because:
      'What goes wrong in a handler is what xpcall answers, so that a script reads that a handler cannot wait.',
    cases: [["xpcall(error, function(m) error('again') end, 'x')", 'false, "t:1: again"']],
  },
];

/** The sandbox's answer by case. */
export const DIFFERENCES: ReadonlyMap<string, string> = new Map(GROUPS.flatMap(({ cases }) => cases));

/** Cases that later releases of stock Lua answer as the sandbox does. */
export const SINCE_THEN: ReadonlySet<string> = new Set(
  GROUPS.filter(({ until }) => until).flatMap(({ cases }) => cases.map(([source]) => source)),
);
