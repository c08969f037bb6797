// A dry run of a script: reads are real, and everything else has no effect.
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRig, toolText, type Rig } from './code-mode.test-support.ts';
import { libraryServices } from './library-services.ts';
import { remoteRequests } from '../../features/remote-collections/remote-requests.ts';

let rig: Rig;
let server: Server;
let origin = '';
const seen: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(async () => {
  rig = await openRig();
  seen.length = 0;
  // Every question is answered with yes: nothing may depend on a no.
  rig.person.answer = () => true;
  await rig.tools.install(toolText('post', `return http.get("${origin}/post").status`), {
    hosts: [new URL(origin).host],
  });
  await rig.tools.setPolicy('post', 'allow');
  await rig.tools.install(toolText('words', 'return #"some words"'));
  await rig.code.run('kept = 1 fs.write("there.txt", "old")', 'chat-1');
  rig.runs.length = 0;
});

const dry = (source: string) => rig.code.dryRun(source, 'chat-1');
/** Returns everything the conversation holds. */
async function held(): Promise<unknown> {
  const source = 'local names = {} for _, one in ipairs(fs.list()) do names[#names + 1] = one.path end';
  const { outcome } = await rig.code.run(`${source} return kept, fs.read("there.txt"), names`, 'chat-1');
  return (outcome.result as { value: unknown }).value;
}

it('records in order what the script would have done, with answers that let it continue', async () => {
  const { acts, report } = await dry(
    `fs.write("notes.txt", "ab") fs.delete("there.txt")
    local sent = http.post("${origin}/x", { a = 1 })
    local posted = tools.post{ n = 1 }
    return sent.status, posted, fs.read("notes.txt"), #fs.list(), pcall(fs.read, "there.txt")`,
  );
  expect(acts).toEqual([
    {
      operation: 'fs.write',
      text: 'Would write notes.txt (2 bytes)',
      payload: { path: 'notes.txt', text: 'ab' },
    },
    { operation: 'fs.delete', text: 'Would delete there.txt', payload: { path: 'there.txt' } },
    {
      operation: 'http.request',
      text: `Would send POST ${origin}/x`,
      payload: expect.objectContaining({ url: `${origin}/x`, body: '{"a":1}' }),
    },
    { operation: 'tools.call', text: 'Would call post', payload: { name: 'post', args: { n: 1 } } },
  ]);
  const { value } = report.outcome.result as { value: unknown[] };
  expect(value.slice(0, 5)).toEqual([200, null, 'ab', 1, false]);
  expect([seen, await held()]).toEqual([[], [1, 'old', ['there.txt']]]);
});

it('reads for real: documents, files, variables, and read-only tools', async () => {
  const { acts, report } = await dry(
    'return context.get("d1").title, tools.search{ query = "x" }.results[1].title, tools.words{}, fs.read("there.txt"), kept',
  );
  expect(acts).toEqual([]);
  expect(report.outcome.result).toEqual({ value: ['A document', 'About x', 10, 'old', 1] });
});

describe('no script of any kind sends or writes anything', () => {
  it.each([
    'local t = tools t.post{}',
    'tools["po" .. "st"]{}',
    'tools.all{ { "post", {} }, { tools.post, {} } }',
    'load("tools.post{} fs.write([[x]], [[y]])")()',
    '_G["fs"].write("x", "y") rawget(_G, "fs").delete("there.txt")',
    'for name, call in pairs(fs) do pcall(call, "there.txt", "new") end',
    'coroutine.wrap(function() pcall(http.request, { url = ORIGIN, method = "POST", body = "x" }) end)()',
    'pcall(http.token, { url = ORIGIN .. "/token" }) pcall(http.get, ORIGIN)',
    'local m = getmetatable("").__index m.post = tools.post ; ("x").post{}',
    'kept = 2 other = 3 fs.write("there.txt", "new")',
    'pcall(tools.lua_run_script, { source = "tools.post{}", reason = "" })',
    'mcp.evil.post{} tools.nobody{}',
    'fs.write("../../x", "y")',
    'local t = setmetatable({}, { __close = function() tools.post{} end }) do local c <close> = t end',
    'while true do tools.post{} end',
  ])('%s', async (source) => {
    await dry(`ORIGIN = "${origin}" ${source}`);
    expect(seen).toEqual([]);
    expect(rig.asked).toEqual([]);
    expect(rig.runs.map(({ name }) => name)).toEqual(['script']);
    expect(await held()).toEqual([1, 'old', ['there.txt']]);
  });
});

/** Ways to send, and ways to hide one: each takes a piece of Lua and returns an equivalent one. */
const SENDS = [
  'http.get(ORIGIN .. "/a")',
  'http.post(ORIGIN, { x = 1 }, { headers = { a = "b" }, timeout = 2, retries = 2 })',
  'http.request{ url = ORIGIN, method = "DELETE" }',
  'http.token{ url = ORIGIN .. "/token", body = "a=b" }',
  'tools.post{}',
  'tools.all{ { "post", {} }, { "fetches", {} } }',
  'tools.fetches{}',
  'tools.relays{}',
  'tools.lua_run_script{ source = "http.get(ORIGIN)", reason = "" }',
];
const HIDINGS: ((piece: string) => string)[] = [
  (piece) => `pcall(function() ${piece} end)`,
  (piece) => `load(${JSON.stringify(piece)})()`,
  (piece) => `coroutine.wrap(function() ${piece} end)()`,
  (piece) => `for _ = 1, 2 do ${piece} end`,
  (piece) =>
    `setmetatable({}, { __index = function() ${piece} end }).x = (setmetatable({}, { __index = function() ${piece} end })).y`,
  (piece) => `table.sort({ 1, 2 }, function() ${piece} return false end)`,
  (piece) => `("x"):gsub("x", function() ${piece} end)`,
  (piece) => `local h <close> = setmetatable({}, { __close = function() ${piece} end })`,
];

it('sends nothing and asks nothing, whatever a script sends with and however it hides that', async () => {
  const hosts = [new URL(origin).host];
  for (const [name, body] of [
    ['fetches', `pcall(http.get, "${origin}/f") return 1`],
    ['relays', 'return { pcall(tools.post, {}), pcall(tools.fetches, {}) }'],
  ] as const) {
    await rig.tools.install(toolText(name, body), { hosts });
    await rig.tools.setPolicy(name, 'allow');
  }
  const piece = fc
    .tuple(fc.constantFrom(...SENDS), fc.array(fc.constantFrom(...HIDINGS), { maxLength: 3 }))
    .map(([send, hidings]) =>
      hidings.reduce((text, hide) => `do ${hide(text)} end`, `pcall(function() ${send} end)`),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 3 }), async (pieces) => {
      seen.length = rig.asked.length = 0;
      const { acts } = await dry(`ORIGIN = "${origin}" ${pieces.join(' ')}`);
      expect([seen, rig.asked]).toEqual([[], []]);
      expect(acts.length).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

describe('a tool that hides its calls', () => {
  it.each([
    'require("_" .. "G")["too" .. "ls"]["po" .. "st"]{}',
    'local r = require r("_" .. "G")["too" .. "ls"]["po" .. "st"]{}',
    'local _, g = pcall(require, "_" .. "G") g["too" .. "ls"]["po" .. "st"]{}',
    'require("\\95G")["too" .. "ls"]["po" .. "st"]{}',
    'require("_G" --[[x]])["f" .. "s"].write("x", "y")',
    'require("_" .. "G")["f" .. "s"].write("x", "y")',
  ])('is not run: %s', async (body) => {
    await rig.tools.install(toolText('hidden', body), { writes: true });
    await rig.tools.setPolicy('hidden', 'allow');
    rig.runs.length = 0;
    const { acts } = await dry('return tools.hidden{}');
    expect(acts.map(({ text }) => text)).toEqual(['Would call hidden']);
    expect([seen, rig.runs.map(({ name }) => name)]).toEqual([[], ['script']]);
  });

  it('stays read-only when it requires its own modules, and still calls no other tool', async () => {
    await rig.tools.install(toolText('counted', 'return #require("words").list + #require "words".list'), {
      files: { 'words.lua': 'return { list = { 1, 2 } }' },
    });
    await rig.tools.setPolicy('counted', 'allow');
    const calls = vi.spyOn(rig.tools, 'call');
    const { acts, report } = await dry('return tools.counted{}');
    expect([acts, report.outcome.result]).toEqual([[], { value: 4 }]);
    expect(calls.mock.calls.map(([name, , options]) => [name, options.only])).toEqual([
      ['counted', ['counted']],
    ]);
  });
});

describe('a remote engine', () => {
  const remote = {
    id: 'r1',
    name: 'team',
    url: 'https://chroma.example',
    tenant: 't',
    database: 'd',
    collection: 'c',
    use: 'beside',
  };
  const searched: unknown[] = [];
  const opened: string[] = [];

  beforeEach(async () => {
    searched.length = opened.length = 0;
    const services = libraryServices({
      knowledge: {
        search: async (query, options) => (searched.push([query, options]), []),
        gather: async (question, options) => (searched.push([question, options]), []),
        get: async (id) => (opened.push(id), { id, title: 'A document', body: 'its text' } as never),
        sources: async (options) => (searched.push(options), []),
        list: async () => ({ documents: [], total: 0 }),
        open: async (id) => (opened.push(id), Promise.reject(new Error(id))),
      },
      extensions: { one: () => Promise.reject(new Error('none')) },
      database: { count: async () => 1 } as never,
      remotes: async () => ({
        list: async () => [remote as never],
        requests: async (asked) => remoteRequests([remote as never], asked),
      }),
      embeddings: async () => ({
        choice: { kind: 'endpoint', url: 'https://vectors.example/v1', model: 'm' } as never,
      }),
    });
    rig = await openRig({ library: services });
    rig.person.answer = () => true;
    await rig.tools.install(toolText('finds', 'return context.search("by a tool")'));
    await rig.tools.install(toolText('reads', 'return context.get("remote:r1:by-a-tool")'));
    for (const name of ['finds', 'reads']) await rig.tools.setPolicy(name, 'allow');
  });

  const at = 'https://chroma.example/api/v2/tenants/t/databases/d/collections/c';

  it.each([
    ['tools.search{ query = "secret plan" }', ['secret plan']],
    [
      'tools.all{ { "search", { query = "one" } }, { "search", { query = "two", filters = { source = "x" } } } }',
      ['one', 'two'],
    ],
    ['context.search("secret plan")', ['secret plan']],
    ['tools.get{ id = "remote:r1:secret-plan" }', ['remote:r1:secret-plan']],
    ['context.get("remote:r1:secret-plan")', ['remote:r1:secret-plan']],
    ['tools.finds{}', ['by a tool']],
    ['tools.reads{}', ['remote:r1:by-a-tool']],
    ['load("return tools.search{ query = [[hidden]] }")()', ['hidden']],
    ['_G["con" .. "text"].search("hidden")', ['hidden']],
  ])('is not asked by %s, and the request is recorded', async (source, words) => {
    const { acts } = await dry(`pcall(function() ${source} end)`);
    const noted = acts.filter(({ text }) => text === `Would send POST ${at}`);
    expect(noted.map(({ payload }) => (payload as { body: string }).body)).toEqual(
      words.map((word) => expect.stringContaining(word) as string),
    );
    // Whatever the library was asked, it was asked alone.
    for (const [, options] of searched as [string, object][]) {
      expect(options).toMatchObject({ mode: 'keyword', local: true });
    }
    expect([opened, rig.asked]).toEqual([[], []]);
  });

  it('is not queried, and no endpoint embeds the question', async () => {
    const { acts } = await dry('context.sources() context.search("meaning", { mode = "semantic" })');
    expect(acts.map(({ text }) => text)).toEqual([
      'Would send GET https://chroma.example',
      `Would send POST ${at}`,
      'Would send POST https://vectors.example/v1/embeddings',
    ]);
    expect(searched).toEqual([
      { local: true },
      ['meaning', expect.objectContaining({ mode: 'keyword', local: true })],
    ]);
  });
});

it('records a limited number of effects', async () => {
  const { acts, report } = await dry('for n = 1, 900 do tools.post{ n = n } end');
  expect(acts).toHaveLength(500);
  expect(report.outcome.error?.message).toContain('500 actions');
});

it('truncates long values', async () => {
  const { acts } = await dry('fs.write("long", ("x"):rep(100000))');
  expect(JSON.stringify(acts).length).toBeLessThan(5000);
});

it('reports a syntax error, and runs nothing', async () => {
  const { acts, report } = await dry('fs.write("a", "b")\nreturn (');
  expect([acts, report.outcome.error?.details, rig.runs]).toEqual([[], { line: 2 }, []]);
});

it('passes cancellation on to the sandbox', async () => {
  const { signal } = new AbortController();
  await rig.code.dryRun('return 1', 'chat-1', signal);
  expect(rig.runs.at(-1)?.signal).toBe(signal);
});
