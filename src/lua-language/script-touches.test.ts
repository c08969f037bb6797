// What a script would touch, read from its text: capabilities by name, and everything that could be another way to
// reach one.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../scripts/script-trial.ts';
import { HOST_API } from './host-api.ts';
import { scriptTouches } from './script-touches.ts';

const TOOLS: Record<string, { effect: 'reads' | 'acts'; note?: string }> = {
  search: { effect: 'reads' },
  words: { effect: 'reads' },
  weather: { effect: 'acts', note: 'sends to api.example.com' },
  github__create_issue: { effect: 'acts' },
};
const read = (source: string) => scriptTouches(source, (name) => TOOLS[name]);
const names = (source: string) => read(source).touches.map(({ name }) => name);

describe('the names in a script', () => {
  it('are listed with effect, lines and details', () => {
    const { touches, unclear, readOnly } = read(
      `local hits = tools.search{ query = 'x' }
for _, hit in ipairs(hits.results) do print(context.get(hit.id).title) end
fs.write('notes.txt', 'a') fs.write("more.txt", 'b')
return tools.weather{ city = 'Bern' }, tools.search{ query = 'y' }`,
    );
    expect(touches).toEqual([
      { name: 'tools.search', effect: 'reads', lines: [1, 4] },
      { name: 'context.get', effect: 'reads', lines: [2] },
      { name: 'fs.write', effect: 'acts', lines: [3], note: 'notes.txt, more.txt' },
      { name: 'tools.weather', effect: 'acts', lines: [4], note: 'sends to api.example.com' },
    ]);
    expect([unclear, readOnly]).toEqual([[], false]);
  });

  it.each<[string, string[]]>([
    ['tools["weather"]{}', ['tools.weather']],
    ['tools [ [[weather]] ] {}', ['tools.weather']],
    ['tools["\\119eather"]{}', ['tools.weather']],
    ['pcall(fs.write, "a", "b")', ['fs.write']],
    ['local write = fs.write', ['fs.write']],
    ['fs.list = fs.delete', ['fs.list', 'fs.delete']],
    ['fs:read()', ['fs.read']],
    ['http.get("https://a.example/x")', ['http.get']],
    ['return mcp.github.create_issue{ title = 1 }', ['mcp.github.create_issue']],
    ['return mcp["github"]["create_issue"]{}', ['mcp.github.create_issue']],
    ['tools.all{ { tools.search, {} }, { "weather", { city = 1 } } }', ['tools.search', 'tools.weather']],
    ['tools.all{ { mcp.github.create_issue, {} } }', ['mcp.github.create_issue']],
    ['if false then tools.weather{} end', ['tools.weather']],
    ['local function never() return tools.weather{} end', ['tools.weather']],
    ['tools.unheard_of{}', ['tools.unheard_of']],
  ])('counts, called or not: %s', (source, found) => {
    expect(names(source).sort()).toEqual([...found].sort());
    expect(read(source).unclear).toEqual([]);
  });

  it('count a missing tool as acting', () => {
    expect(read('tools.unheard_of{}').touches).toEqual([
      { name: 'tools.unheard_of', effect: 'acts', lines: [1], note: 'there is no such tool' },
    ]);
  });
});

describe('a read-only script', () => {
  it.each([
    'return 1 + 1',
    'print(context.search("x", { limit = 5 })) log.info("done") context.progress(0.5)',
    'local json = json return json.encode(fs.list())',
    'return tools.search{ query = "tools.weather{}" } -- fs.write("a", "b")',
    'local t = { tools = 1, fs = 2, load = 3, _G = 4 } return t.tools + t.fs, t.load',
    'local fs = {} fs.write = 1 return fs.write',
    'for _, context in ipairs{ 1 } do print(context) end',
    'return tools.all{ { "search", { query = "a" } }, { tools.words, {} } }',
  ])('%s', (source) => {
    expect(read(source)).toMatchObject({ unclear: [], readOnly: true });
  });
});

describe('unclear code, which makes a script more than read-only', () => {
  it.each([
    'return _G.fs',
    'return _ENV["fs"]',
    'local _ENV = { fs = 1 }',
    'local function f(_ENV) return write end',
    'load("fs.write(1, 2)")()',
    'local l = load',
    'return require("_G")',
    'local t = tools return t.weather{}',
    'local t, u = 1, tools',
    'return tools[name]{}',
    'return tools["wea" .. "ther"]{}',
    'return (tools).weather{}',
    'return rawget(tools, "weather")',
    'return getmetatable(tools)',
    'for name in pairs(fs) do end',
    'local f = fs["wri" .. "te"]',
    'local c = context',
    'return mcp.github',
    'return mcp[a].b{}',
    'return tools.all(list)',
    'return tools.all{ entry }',
    'return tools.all{ { name, {} } }',
    'return tools.all{ { "search", {}, [1] = "weather" } }',
    'return tools.all{ [1] = { "weather", {} } }',
    'local all = tools.all',
    'return pcall(tools.all, { { "search" } })',
    'return (tools.all){ { "search" } }',
    'context = nil',
    'function fs() end',
    'return debug',
  ])('%s', (source) => {
    expect(read(source)).toMatchObject({ readOnly: false });
    expect(read(source).unclear).toHaveLength(1);
  });

  it('is reported with its line', () => {
    expect(read('local a = 1\n   return tools[a]{}  ').unclear).toEqual([
      { line: 2, text: 'return tools[a]{}' },
    ]);
  });

  it('includes code nested deeper than the analysis', () => {
    const deep = `${'('.repeat(400)}fs${')'.repeat(400)}`;
    expect(read(`return ${deep}`)).toMatchObject({ readOnly: false });
    const hidden = `local x = ${'{'.repeat(300)}tools.weather{}${'}'.repeat(300)}`;
    expect(read(hidden)).toMatchObject({ readOnly: false });
  });
});

it('knows each global value of the sandbox as harmless, or examines it', async () => {
  const { result } = await new ScriptTrial().script(
    'local found = {} for name in pairs(_G) do found[#found + 1] = name end return found',
    { mode: 'script' },
  );
  const all = (result as unknown as { value: string[] }).value;
  expect(all).toEqual(expect.arrayContaining(['tools', 'mcp', 'fs', 'print', 'mcp']));
  const looked = all.filter((name) => !read(`local x = ${name}`).readOnly);
  expect(looked.sort()).toEqual(['_G', 'context', 'fs', 'http', 'load', 'mcp', 'require', 'tools']);
  for (const { name } of HOST_API.filter(({ name }) => /^(fs|http|context)\./.test(name))) {
    expect([name, read(`${name}()`).unclear]).toEqual([name, []]);
  }
});

it('takes linear time for long texts', () => {
  const source = 'tools.all{ { tools.search, {} }, { "weather", {} } } local t = tools\n'.repeat(4000);
  const begun = performance.now();
  const { touches, unclear } = read(source);
  expect(performance.now() - begun).toBeLessThan(3000);
  expect([touches.length, unclear.length]).toEqual([2, 4000]);
});
