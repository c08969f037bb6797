// The terminal program as users start it, `bin/perilune.mjs`, in a temporary folder.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBundle } from '../src/tools/formats/bundle-zip.ts';

const BIN = fileURLToPath(new URL('../bin/perilune.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'perilune-cli-'));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function perilune(
  args: string[],
  { cwd = folder, env = {} }: { cwd?: string; env?: object } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...process.env, ...env } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Creates a folder with one script. */
function withScript(body: string, more = ''): string {
  const place = mkdtempSync(join(folder, 'tool-'));
  const script = `tool = { name = "t", description = "a trial", ${more} }\nfunction tool.execute(params, context)\n${body}\nend`;
  writeFileSync(join(place, 't.lua'), script);
  return place;
}

// The first start builds the program.
beforeAll(() => perilune(['--version']), 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('from the first line to a bundle', () => {
  const cwd = mkdtempSync(join(folder, 'moon-'));

  it('writes a tool that runs and passes its cases immediately', async () => {
    expect(await perilune(['tool', 'init', 'words'], { cwd })).toMatchObject({ code: 0 });
    const run = await perilune(['tool', 'test', 'words.lua', '--param', 'text=hello moon'], { cwd });
    expect(run.out).toContain('words 0.1.0: script loaded, 2 parameters');
    expect(run.out).toContain('info   looked at 10 bytes');
    expect(run.out).toContain('"words": 2');
    expect(run).toMatchObject({ code: 0, err: '' });
    const cases = await perilune(['tool', 'test', '--cases'], { cwd });
    expect(cases.out).toContain('3 passed, 0 failed');
    expect(cases.code).toBe(0);
  });

  it('tells an editor the available calls and tools', async () => {
    const settings = JSON.parse(readFileSync(join(cwd, '.luarc.json'), 'utf8')) as Record<string, string[]>;
    const file = join(cwd, settings['workspace.library']?.[0] ?? '', 'perilune.lua');
    const beside = readFileSync(file, 'utf8');
    expect(beside).toContain('function http.get(url, options) end');
    const alone = await perilune(['tool', 'annotations'], { cwd });
    expect(alone).toEqual({ code: 0, err: '', out: beside });
    await perilune(['tool', 'annotations', '.', '--out', file], { cwd });
    expect(readFileSync(file, 'utf8')).toContain('function tools.words(arguments) end');
  });

  it('overwrites nothing', async () => {
    const before = readFileSync(join(cwd, 'words.lua'), 'utf8');
    const again = await perilune(['tool', 'init', 'words'], { cwd });
    expect(again).toMatchObject({
      code: 2,
      err: expect.stringContaining('words.lua already exists') as string,
    });
    expect(readFileSync(join(cwd, 'words.lua'), 'utf8')).toBe(before);
  });

  it('packs a bundle that the app can import, with the same bytes each time', async () => {
    const first = await perilune(['tool', 'pack', '--out', 'one.zip', '--json'], { cwd });
    const second = await perilune(['tool', 'pack', '--out', 'two.zip', '--json'], { cwd });
    const [one, two] = [first, second].map(({ out }) => JSON.parse(out) as { sha256: string });
    expect(one?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(two?.sha256).toBe(one?.sha256);
    const { tools } = await readBundle(new Uint8Array(readFileSync(join(cwd, 'one.zip'))));
    expect(tools.map(({ fileName, files }) => [fileName, Object.keys(files)])).toEqual([
      ['words.lua', ['cases.json']],
    ]);
  });

  it('fails in CI when a case fails, and shows the difference', async () => {
    const wrong = [{ name: 'counts wrongly', args: { text: 'a b' }, expect: { result: { words: 3 } } }];
    writeFileSync(join(cwd, 'words.cases.json'), JSON.stringify(wrong));
    const cases = await perilune(['tool', 'test', '--cases', 'words.lua', '--json'], { cwd });
    const report = JSON.parse(cases.out) as { failed: number; tools: { cases: { problems: string[] }[] }[] };
    expect(report.failed).toBe(1);
    expect(report.tools[0]?.cases[0]?.problems).toHaveLength(1);
    expect(cases.code).toBe(1);
  });

  it('fails in CI when a tool of the folder cannot be read, even without cases', async () => {
    const folder = join(cwd, 'half');
    mkdirSync(folder);
    writeFileSync(join(folder, 'good.lua'), 'tool = {}\nfunction tool.execute() return 1 end');
    writeFileSync(join(folder, 'good.cases.json'), '[{"name":"is one","args":{},"expect":{"result":1}}]');
    writeFileSync(join(folder, 'plain.lua'), 'tool = {}\nfunction tool.execute() return 2 end');
    const well = await perilune(['tool', 'test', '--cases', 'half'], { cwd });
    expect([well.code, well.out]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
    writeFileSync(join(folder, 'bad.lua'), 'tool = {');
    const cases = await perilune(['tool', 'test', '--cases', 'half'], { cwd });
    expect(cases.out).toContain('1 passed, 0 failed, 1 tool could not be tested');
    expect(cases.out).toMatch(/bad\.lua\n +cannot be tested .*bad\.lua:1/);
    expect(cases.code).toBe(1);
    rmSync(folder, { recursive: true });
  });

  it('lists tools, and broken ones with the reason', async () => {
    writeFileSync(join(cwd, 'broken.lua'), 'tool = {');
    const list = await perilune(['tool', 'list'], { cwd });
    expect(list.out).toContain('words 0.1.0  (text: string, longest?: boolean)');
    expect(list.out).toMatch(/broken {2}broken\n.*broken(\.lua)?:1/);
    expect(list.code).toBe(1);
  });
});

it.each([
  ['in Lua', 'while true do end'],
  ['in a pattern', 'return (("a"):rep(100)):find((".-"):rep(60) .. "b")'],
])('ends a loop %s by its deadline', async (_, body) => {
  const { code, out } = await perilune(['tool', 'test', 't.lua', '--timeout', '0.5'], {
    cwd: withScript(body),
  });
  expect(out).toContain('timeout');
  expect(code).toBe(1);
});

it('exposes nothing of Node to a hostile script', async () => {
  const cwd = withScript(`
    local found = {}
    for _, name in ipairs({ "io", "debug", "package", "process", "global", "Buffer", "fetch", "js", "dofile" }) do
      if _G[name] ~= nil then found[#found + 1] = name end
    end
    for _, name in ipairs({ "execute", "getenv", "remove", "exit", "rename", "tmpname" }) do
      if os[name] ~= nil then found[#found + 1] = "os." .. name end
    end
    for _, name in ipairs({ "fs", "node:fs", "child_process", "../../../etc/passwd" }) do
      if pcall(require, name) then found[#found + 1] = "require " .. name end
    end
    local _, outside = pcall(fs.read, "../t.lua")
    local _, linked = pcall(fs.read, "out")
    return { found = json.array(found), outside = tostring(outside), linked = tostring(linked), secret = env.get("MOON_KEY") or json.null }`);
  const own = mkdtempSync(join(folder, 'own-'));
  symlinkSync(join(cwd, 't.lua'), join(own, 'out'));
  const { out } = await perilune(['tool', 'test', 't.lua', '--json', '--folder', own], {
    cwd,
    env: { MOON_KEY: 'sealed-value' },
  });
  const { result } = JSON.parse(out) as { result: Record<string, unknown> };
  expect(result).toEqual({
    found: [],
    outside: expect.stringContaining('path escapes sandbox') as string,
    linked: expect.stringContaining('a link leads out of the folder') as string,
    secret: null,
  });
});

it("supports the app's capabilities, as far as they are granted", async () => {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.url} ${request.headers['authorization'] ?? ''}`);
    if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    else response.end('{"moon": 1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = withScript(
    `local url = "http://" .. context.config.host
    local auth = { headers = { Authorization = context.config.key } }
    local _, away = pcall(http.get, url .. "/away")
    fs.write("note.txt", "kept")
    return { moon = http.get(url .. "/", auth).json.moon, away = away, key = context.config.key, twice = tools.helper{ n = params.n } }`,
    'parameters = { { name = "n", type = "integer" } }',
  );
  const helper =
    'tool = { name = "helper", description = "doubles", parameters = { { name = "n", type = "integer" } } } function tool.execute(p) return p.n * 2 end';
  writeFileSync(join(cwd, 'helper.lua'), helper);
  const given = [
    '--param',
    'n=21',
    '--set',
    `host=${host}`,
    '--set',
    'key=${MOON_KEY}',
    '--secret',
    'MOON_KEY',
  ];
  const env = { MOON_KEY: 'sealed-value' };
  const refused = await perilune(['tool', 'test', 't.lua', ...given], { cwd, env });
  expect(refused.out).toContain(`in a terminal: --allow ${host}`);
  expect([refused.code, hits]).toEqual([1, []]);
  const own = mkdtempSync(join(folder, 'own-'));
  const { out, code } = await perilune(
    ['tool', 'test', 't.lua', ...given, '--allow', host, '--folder', own, '--json'],
    { cwd, env },
  );
  server.close();
  expect(code).toBe(0);
  expect((JSON.parse(out) as { result: object }).result).toEqual({
    moon: 1,
    away: expect.stringContaining('redirects to a host that this tool may not reach') as string,
    key: '[secret MOON_KEY]',
    twice: 42,
  });
  expect(hits).toEqual(['/away ', '/ sealed-value']);
  expect(readFileSync(join(own, 'note.txt'), 'utf8')).toBe('kept');
});

it('searches and reads the documents of a given folder', async () => {
  const docs = mkdtempSync(join(folder, 'docs-'));
  writeFileSync(join(docs, 'moon.md'), '# Moon\n\nThe moon has maria, which are dark plains of basalt.');
  writeFileSync(join(docs, 'tea.html'), '<title>Tea</title><p>Steep green tea for three minutes.</p>');
  writeFileSync(join(docs, 'picture.png'), 'no text');
  const cwd = withScript(`
    local hit = context.search("steep tea", { limit = 1 })[1]
    return { title = hit.title, body = context.get(hit.id).body, documents = context.sources()[1].documents }`);
  const { out, code } = await perilune(['tool', 'test', 't.lua', '--docs', docs, '--json'], { cwd });
  expect((JSON.parse(out) as { result: object }).result).toEqual({
    title: 'Tea',
    body: expect.stringContaining('Steep green tea for three minutes.') as string,
    documents: 2,
  });
  expect(code).toBe(0);
  const without = await perilune(['tool', 'test', 't.lua'], { cwd });
  expect(without).toMatchObject({ code: 1, out: expect.stringContaining('--docs') as string });
});

it('scaffolds a connector that imports documents, and an agent', async () => {
  const cwd = mkdtempSync(join(folder, 'scaffold-'));
  await perilune(['tool', 'init', '--connector', 'feed'], { cwd });
  const scan = await perilune(['tool', 'test', 'feed.lua', '--set', 'count=2', '--json'], { cwd });
  expect((JSON.parse(scan.out) as { result: { items: object[] } }).result.items).toHaveLength(2);
  const agent = await perilune(['tool', 'init', '--agent', 'guide', '--json'], { cwd });
  expect((JSON.parse(agent.out) as { files: string[] }).files).toContain('agents/guide.lua');
  // It loads: an error of Lua would come first.
  const notTool = await perilune(['tool', 'test', 'agents/guide.lua'], { cwd });
  expect(notTool).toMatchObject({
    code: 2,
    err: expect.stringContaining('is an agent, not a tool') as string,
  });
});

it("reads a script's config, time limit and cases from the ctx.toml that names it", async () => {
  const cwd = withScript('return { city = context.config.city, key = #(context.config.key or "") }');
  writeFileSync(join(cwd, 't.cases.json'), '[{"name":"is there","args":{},"expect":{"contains":{}}}]');
  const ctx =
    '[tools.script.weather]\npath = "t.lua"\ncity = "Oslo"\nkey = "${MOON_KEY}"\n[tools.script.other]\npath = "o.lua"\ncity = "Bergen"\n';
  writeFileSync(join(cwd, 'ctx.toml'), ctx);
  const result = async (...more: string[]) => {
    const given = ['tool', 'test', 't.lua', '--config', 'ctx.toml', '--json', ...more];
    const { out } = await perilune(given, { cwd, env: { MOON_KEY: 'sealed' } });
    return (JSON.parse(out) as { result: object }).result;
  };
  expect(await result()).toEqual({ city: 'Oslo', key: 6 });
  expect(await result('--source', 'other')).toMatchObject({ city: 'Bergen' });
  const cases = await perilune(['tool', 'test', '--cases', 't.lua'], { cwd });
  expect(cases.out).toContain('1 passed, 0 failed');
});

it('lists all tools of a folder, even two of the same name', async () => {
  const cwd = withScript('return 1');
  writeFileSync(
    join(cwd, 'u.lua'),
    'tool = { name = "t", version = "", description = "another" }\nfunction tool.execute() return 2 end',
  );
  writeFileSync(join(cwd, 'v.lua'), 'tool = { description = "third" }\nfunction tool.execute() return 3 end');
  const { out, code } = await perilune(['tool', 'list', '--json'], { cwd });
  const { tools } = JSON.parse(out) as { tools: { name: string; problem?: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['t', 'v']));
  expect([tools.length, code === 0 || tools.some(({ problem }) => problem !== undefined)]).toEqual([3, true]);
});

describe('wrong usage', () => {
  it.each([
    [['tool', 'tset'], 'Did you mean tool test?'],
    [['tool', 'test', 't.lua', '--parm', 'a=b'], 'Did you mean --param?'],
    [['tool', 'test'], 'Name the tool'],
    [['tool', 'test', 'nowhere.lua'], 'File not found: nowhere.lua'],
    [['tool', 'test', 't.lua', '--secret', 'NOT_SET_HERE'], 'the environment has no variable NOT_SET_HERE'],
    [['tool', 'test', 't.lua', '--docs', 'nowhere'], 'there is no folder nowhere'],
    [['tool', 'init', '../escape'], 'A tool cannot be called'],
    [['toll', 'list'], 'Did you mean tool?'],
    [['tool', 'new', 'words'], 'Did you mean tool init?'],
    [['build', BIN], 'is a file. Give the folder with the built HTML or Markdown'],
  ])('%j', async (args, why) => {
    const { code, out, err } = await perilune(args);
    expect(err).toContain(why);
    expect([code, out]).toEqual([2, '']);
  });

  it('prints help for each command', async () => {
    const { code, out } = await perilune(['tool', 'test', '--help']);
    expect(out).toContain('--allow HOST');
    expect(code).toBe(0);
    expect(await perilune(['help', 'tool', 'test'])).toEqual({ code: 0, out, err: '' });
    expect(await perilune(['tool', 'help', 'test'])).toEqual({ code: 0, out, err: '' });
    expect((await perilune(['tool', '--help'])).out).not.toContain('perilune build');
  });

  it('warns of a misspelled call before it runs it, and in the list', async () => {
    const cwd = withScript('return context.serch("x")', 'version = "1", hosts = { "api.example.com" }');
    const warning = '  line 3: there is no context.serch; did you mean context.search?';
    const run = await perilune(['tool', 'test', 't.lua'], { cwd });
    expect(run.out.split('\n')[1]).toBe(warning);
    expect(run.code).toBe(1);
    const list = await perilune(['tool', 'list', '.'], { cwd });
    expect(list).toMatchObject({ code: 0, out: expect.stringContaining(warning) as string });
  });

  it('ends quietly when nobody reads its output, with the exit code of what it did', async () => {
    const unread = async (args: string[], cwd = folder) => {
      const child = spawn(process.execPath, [BIN, ...args], { cwd });
      child.stdout.destroy();
      let err = '';
      child.stderr.on('data', (data) => (err += data));
      return [await new Promise((resolve) => child.on('close', resolve)), err];
    };
    expect(await unread(['tool', '--help'])).toEqual([0, '']);
    const failing = 'print("before") error("no luck", 0)';
    expect((await unread(['tool', 'test', 't.lua'], withScript(failing)))[0]).toBe(1);
  });

  it('says which flag is missing', async () => {
    const cwd = withScript(
      'return context.config.key',
      'version = "1", parameters = { { name = "text", required = true } }',
    );
    const { out } = await perilune(['tool', 'test', 't.lua'], { cwd });
    expect(out).toContain('--param text=VALUE');
    const run = ['tool', 'test', 't.lua', '--param', 'text=a', '--set', 'key=${MOON_KEY}'];
    expect((await perilune(run, { cwd })).out).toContain('--secret MOON_KEY');
  });
});

it('says what the file system refuses in a sentence', async () => {
  const { code, out } = await perilune(['build', '.', '--out', join(BIN, 'a/b')]);
  expect([code, out]).toEqual([1, expect.stringMatching(/a part of this path is a file, not a folder\n$/)]);
});
