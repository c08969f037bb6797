// The programs for every engine in bench/sandbox.mjs: two small tools, and four that only compute, in Lua and in
// JavaScript.

/** Without a tool table, so that native Lua can run it, too: a function that computes and returns a number to check. */
const LUA_PROGRAMS = {
  fib: `
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local function work() return fib(27) end`,
  strings: `
local function work()
  local parts = {}
  for i = 1, 100000 do parts[i] = ('item %d: %s'):format(i, i * 3) .. ';' end
  return #table.concat(parts)
end`,
  sort: `
local function work()
  local seed, list = 42, {}
  for i = 1, 100000 do
    seed = (seed * 1103515245 + 12345) % 2147483648
    list[i] = seed
  end
  table.sort(list)
  return list[1] + list[#list]
end`,
  json: `
local function encode(value, out)
  if type(value) == 'table' then
    if #value > 0 then
      out[#out + 1] = '['
      for i, item in ipairs(value) do
        if i > 1 then out[#out + 1] = ',' end
        encode(item, out)
      end
      out[#out + 1] = ']'
    else
      out[#out + 1] = '{'
      local first = true
      for key, item in pairs(value) do
        if not first then out[#out + 1] = ',' end
        first = false
        out[#out + 1] = '"' .. key .. '":'
        encode(item, out)
      end
      out[#out + 1] = '}'
    end
  elseif type(value) == 'string' then
    out[#out + 1] = '"' .. value:gsub('[%c"\\\\]', '?') .. '"'
  else
    out[#out + 1] = tostring(value)
  end
end
local function work()
  local list = {}
  for i = 1, 10000 do list[i] = { id = i, name = 'name ' .. i, tags = { 'a', 'b"c', 'd' }, size = i / 4 } end
  local out = {}
  encode(list, out)
  return #table.concat(out)
end`,
};

const JAVASCRIPT_PROGRAMS = {
  fib: 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); const work = () => fib(27);',
  strings: `const work = () => {
    const parts = [];
    for (let i = 1; i <= 100000; i++) parts.push('item ' + i + ': ' + i * 3 + ';');
    return parts.join('').length;
  };`,
  sort: `const work = () => {
    let seed = 42; const list = [];
    for (let i = 0; i < 100000; i++) { seed = (seed * 1103515245 + 12345) % 2147483648; list.push(seed); }
    list.sort((a, b) => a - b);
    return list[0] + list.at(-1);
  };`,
  json: `const work = () => {
    const list = [];
    for (let i = 1; i <= 10000; i++) list.push({ id: i, name: 'name ' + i, tags: ['a', 'b"c', 'd'], size: i / 4 });
    return JSON.stringify(list).length;
  };`,
};

export const PROGRAMS = Object.keys(LUA_PROGRAMS);

const TOOL = 'tool = { name = "bench" }\nfunction tool.execute(params, context)\n%\nend';
const inLua = (body, before = '') => `${before}\n${TOOL.replace('%', () => body)}`;

/** By name: tools that our sandbox, wasmoon and fengari run unchanged. */
export const LUA_TOOLS = {
  echo: inLua('return { message = params.message }'),
  host: inLua('return context.sources()'),
  loop: inLua('while true do end'),
  pattern: inLua(`return ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40))`),
  ...mapped(LUA_PROGRAMS, (program) => inLua('return { message = work() }', program)),
};

/** The same for QuickJS: an expression that evaluates to the function. */
export const JAVASCRIPT_TOOLS = {
  echo: '(params) => ({ message: params.message })',
  host: 'async (params, context) => context.sources()',
  loop: '() => { for (;;); }',
  ...mapped(JAVASCRIPT_PROGRAMS, (program) => `() => { ${program}; return { message: work() }; }`),
};

/** For lua5.4 on the command line: prints the CPU milliseconds of each round. */
export function nativeProgram(name, rounds) {
  return `${LUA_PROGRAMS[name]}
for _ = 1, ${rounds} do
  local started = os.clock()
  work()
  print((os.clock() - started) * 1000)
end`;
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
