// Registries as hostile servers and folders would write them, and the order of several.
import { afterEach, expect, it, vi } from 'vitest';
import { importFiles, readEntry } from './entry-texts.ts';
import { matching, merged, openRegistry, readRegistry, type OpenRegistry } from './open-registry.ts';
import { discover, readManifest, type RegistryEntry } from './read-manifest.ts';
import { mapFiles, openFiles, toRegistryAddress } from './registry-files.ts';

const BASE = 'https://tools.example/kit/';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that answers with these texts below `BASE`, and notes every address. */
function server(texts: Record<string, string | Response | (() => Response)>) {
  const requested: string[] = [];
  const send: typeof fetch = async (url) => {
    const path = String(url).slice(BASE.length);
    requested.push(String(url));
    const answer = texts[path];
    if (answer === undefined) return new Response('no', { status: 404 });
    if (typeof answer === 'string') return new Response(answer);
    return typeof answer === 'function' ? answer() : answer;
  };
  return { requested, send };
}

const at = (id: string, address: string = BASE) => ({ id, name: id, address });

function entry(given: Partial<RegistryEntry> = {}): RegistryEntry {
  const base = { description: '', tags: [], config: [], files: [], calls: [], path: 'tools/weather' };
  return { key: 'tools/weather', kind: 'tool', name: 'weather', ...base, ...given };
}

it('reads tools, connectors and agents with their places', async () => {
  const { entries, name, notes } = await readManifest(`
    [registry]
    name = "Community"
    [tools]
    broken = "text"
    [tools.weather]
    description = "Today's weather"
    tags = ["api", 3]
    required_config = ["key"]
    host_apis = ["http"]
    [connectors.rss]
    path = "feeds/rss.lua"
    [agents.researcher]
  `);
  expect(name).toBe('Community');
  expect(entries.map(({ key, path }) => [key, path])).toEqual([
    ['tools/weather', 'tools/weather'],
    ['connectors/rss', 'feeds/rss.lua'],
    ['agents/researcher', 'agents/researcher'],
  ]);
  expect(entries[0]).toMatchObject({ tags: ['api'], config: ['key'], calls: ['http'] });
  expect(notes).toEqual(['[tools] broken is not a section.']);
});

it.each([
  '../secrets.lua',
  'tools/../../other/tool.lua',
  'tools/./..',
  '/etc/passwd',
  '~/tool.lua',
  'C:/tool.lua',
  'https://evil.example/tool.lua',
  'javascript:alert(1)',
  '//evil.example/tool.lua',
  'tools\\..\\tool.lua',
  'tools/%2e%2e/%2e%2e/tool.lua',
  'tool.lua?x=1',
  'tool.lua#x',
  'tools/\u202etxt.lua',
  'tools/a\u0000.lua',
  'a'.repeat(400),
])('requests nothing for the path %j', async (path) => {
  const { entries } = await readManifest(`[tools.x]\npath = ${JSON.stringify(path)}\n`);
  expect(entries[0]?.problem).toMatch(/is not inside the registry/);
  const { send, requested } = server({});
  const files = await openFiles(at('a'), send);
  await expect(readEntry(entries[0]!, files)).rejects.toThrow('is not inside the registry');
  expect(requested).toEqual([]);
});

it('asks for no address outside of the registry, whatever the path is', async () => {
  const { send, requested } = server({});
  const files = await openFiles(at('a'), send);
  for (const path of [
    '..',
    '../x',
    'a/../../x',
    '/x',
    '//evil.example/x',
    'https://evil.example/x',
    '.\\..\\x',
  ])
    await files.text(path).catch(() => undefined);
  expect(requested.filter((url) => !url.startsWith(BASE))).toEqual([]);
});

it.each([301, 302, 303, 307, 308])('follows no redirect with status %i', async (status) => {
  const headers = { location: 'https://evil.example/registry.toml' };
  const { send, requested } = server({ 'registry.toml': new Response(null, { status, headers }) });
  await expect(openRegistry(at('a'), send)).rejects.toThrow('redirects elsewhere');
  expect(requested).toEqual([`${BASE}registry.toml`]);
});

it('tells the browser to follow no redirect, and sends neither cookies nor a referrer', async () => {
  let options: RequestInit | undefined;
  await openRegistry(at('a'), async (_, given) => {
    options = given;
    return new Response('[tools.x]');
  });
  expect(options).toMatchObject({
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
});

it('stops reading a file that is larger than a tool may be', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const { send } = server({ 'registry.toml': new Response(endless) });
  await expect(openRegistry(at('a'), send)).rejects.toThrow('larger than');
  expect(sent).toBeLessThan(25);
});

it('lists no more entries than a person can read, and cuts long texts', async () => {
  const sections = Array.from({ length: 5100 }, (_, index) => `[tools.t${index}]`).join('\n');
  const many = await readManifest(sections);
  expect(many.entries).toHaveLength(5000);
  expect(many.notes).toEqual(['Only the first 5000 of 5100 entries are listed.']);
  const long = await readManifest(`[tools.${'x'.repeat(500)}]\ndescription = "${'y'.repeat(9000)}"`);
  expect(long.entries[0]!.name.length).toBeLessThan(110);
  expect(long.entries[0]!.description.length).toBeLessThan(1010);
});

it('rejects keys that would change objects', async () => {
  await expect(readManifest('[tools.__proto__]\npath = "x"')).rejects.toThrow();
});

it('installs the text that was read, although the server answers otherwise later', async () => {
  const answers = ['tool = { name = "weather" }', 'tool = { name = "evil" }'];
  const { send, requested } = server({ 'tools/weather/tool.lua': () => new Response(answers.shift()) });
  const texts = await readEntry(entry(), await openFiles(at('a'), send));
  const before = requested.length;
  const [file] = importFiles(entry(), texts);
  expect(file?.path).toBe('weather/tool.lua');
  expect(new TextDecoder().decode(file?.bytes)).toBe('tool = { name = "weather" }');
  expect(requested.length).toBe(before);
  const again = await readEntry(entry(), await openFiles(at('a'), send));
  expect(again.hash).not.toBe(texts.hash);
});

it('reads the modules that a script requires, and its README, below an address', async () => {
  const { send, requested } = server({
    'tools/weather/tool.lua': 'local w = require("words") local d = require "lib.deep" -- require("comment")',
    'tools/weather/lib/words.lua': 'return require("../../../up")',
    'tools/weather/lib/deep.lua': 'return 1',
    'tools/weather/README.md': '# Weather',
  });
  const texts = await readEntry(entry(), await openFiles(at('a'), send));
  expect(Object.keys(texts.files)).toEqual(['lib/deep.lua', 'lib/words.lua']);
  expect(texts.readme).toBe('# Weather');
  expect(requested.filter((url) => !url.startsWith(BASE))).toEqual([]);
});

it('reads the data that a script reads or its registry names, below an address', async () => {
  const { send, requested } = server({
    'tools/weather/tool.lua': `local a, b = fs.read("cities.csv"), fs.read('data/days.txt') require("words")
      fs.read("../secret.txt") fs.read("/etc/passwd") fs.read(name) fs.read("https://a.com/x") -- fs.read("comment")`,
    'tools/weather/words.lua': 'return fs.read("more.txt")',
    'tools/weather/cities.csv': 'Bern',
    'tools/weather/data/days.txt': 'Monday',
    'tools/weather/more.txt': 'more',
    'tools/weather/named.json': '{}',
  });
  const files = ['named.json', 'gone.txt'];
  const texts = await readEntry({ ...entry(), files }, await openFiles(at('a'), send));
  expect(Object.keys(texts.files)).toEqual([
    ...['cities.csv', 'data/days.txt', 'more.txt', 'named.json', 'words.lua'],
  ]);
  const asked = requested
    .map((url) => url.slice(BASE.length))
    .filter((path) => /secret|passwd|comment|a\.com/.test(path));
  expect(asked).toEqual([]);
  const { entries } = await readManifest(
    '[tools.x]\nfiles = ["a.csv", "../b.csv", "https://c.com/d", 5, "e/f.txt"]',
  );
  expect(entries[0]?.files).toEqual(['a.csv', 'e/f.txt']);
});

it('requests each module once, and gives up on a script that requires too many', async () => {
  const twice = server({
    'tools/weather/tool.lua': 'require("a") require("a") require("b.c") require("b/c")',
    'tools/weather/lib/a.lua': 'require("a") require("tool") require("b.c")',
  });
  await readEntry(entry(), await openFiles(at('a'), twice.send));
  expect(twice.requested.length).toBe(new Set(twice.requested).size + 1);
  const names = Array.from({ length: 5000 }, (_, index) => `require("m${index}")`).join(' ');
  const many = server({ 'tools/weather/tool.lua': names });
  await expect(readEntry(entry(), await openFiles(at('a'), many.send))).rejects.toThrow('more than 100');
  const chain = server({});
  const send: typeof fetch = async (url) => {
    await chain.send(url);
    const next = chain.requested.length;
    return new Response(next > 2000 ? '' : `require("n${next}")`);
  };
  await expect(readEntry(entry(), await openFiles(at('a'), send))).rejects.toThrow('more than 100');
  expect(chain.requested.length).toBeLessThan(205);
});

it('installs no entry whose name has invisible characters, and shows none in tags and notes', async () => {
  const { entries, notes } = await readManifest(`
    [tools]
    "bro\\u202eken" = "text"
    [tools."wea\\u200bther"]
    path = "tools/weather"
    tags = ["a\\u202eb"]
  `);
  expect(entries[0]).toMatchObject({ tags: ['ab'], problem: expect.stringContaining('invisible') });
  expect(notes).toEqual(['[tools] broken is not a section.']);
  const { send, requested } = server({});
  await expect(readEntry(entries[0]!, await openFiles(at('a'), send))).rejects.toThrow('invisible');
  expect(requested).toEqual([]);
});

it('takes a page in place of a file as no file', async () => {
  const page = (): Response => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  const { send } = server({ 'registry.toml': page });
  await expect(openRegistry(at('a'), send)).rejects.toThrow('has no registry.toml');
});

it('says whether the device is offline or the server does not answer', async () => {
  const send = async (): Promise<Response> => Promise.reject(new TypeError('failed'));
  vi.stubGlobal('navigator', { onLine: false });
  expect(await readRegistry(at('a'), send)).toMatchObject({
    problem: expect.stringContaining('You are offline'),
  });
  vi.stubGlobal('navigator', { onLine: true });
  expect(await readRegistry(at('a'), send)).toMatchObject({ problem: expect.stringContaining('(CORS)') });
});

it.each([
  ['https://x.example/kit', 'https://x.example/kit/'],
  ['https://x.example/kit/registry.toml', 'https://x.example/kit/'],
  [' http://localhost:8000 ', 'http://localhost:8000/'],
  ['https://x.example/kit.zip', 'https://x.example/kit.zip'],
  ['https://github.com/team/kit', 'https://raw.githubusercontent.com/team/kit/HEAD/'],
  ['https://github.com/team/kit.git', 'https://raw.githubusercontent.com/team/kit/HEAD/'],
  ['https://github.com/team/kit/tree/main/tools', 'https://raw.githubusercontent.com/team/kit/main/tools/'],
])('reads the address %s as %s', (given, address) => {
  expect(toRegistryAddress(given)).toBe(address);
});

it.each([
  'kit',
  'http://x.example/',
  'ftp://x.example/',
  'https://me:pw@x.example/',
  'https://x.example/?key=1',
])('refuses the address %s', (given) => {
  expect(() => toRegistryAddress(given)).toThrow();
});

it('finds the entries of a folder without a manifest, and all files beside a script', async () => {
  const paths = [
    'tools/a/tool.lua',
    'connectors/b/connector.lua',
    'agents/c/agent.toml',
    'agents/c/agent.lua',
  ];
  expect(discover([...paths, 'tools/a/agent.lua', 'x/y.lua']).entries.map(({ path }) => path)).toEqual([
    'tools/a/tool.lua',
    'connectors/b/connector.lua',
    'agents/c/agent.toml',
  ]);
  const files = mapFiles(
    new Map([
      ['tools/a/tool.lua', bytes('tool = {}')],
      ['tools/a/data.csv', bytes('a,b')],
      ['tools/a/picture.png', new Uint8Array([0xff, 0, 1])],
      ['tools/a/README.md', bytes('Read me')],
      ['tools/other.lua', bytes('x')],
    ]),
  );
  const texts = await readEntry(entry({ path: 'tools/a/tool.lua' }), files);
  expect(texts.files).toEqual({ 'data.csv': 'a,b' });
  expect(texts.readme).toBe('Read me');
});

async function opened(id: string, toml: string): Promise<OpenRegistry> {
  const files = mapFiles(new Map([['registry.toml', bytes(toml)]]));
  return { registry: at(id), url: id, files, manifest: await readManifest(toml) };
}

it('lists a name once: that of the registry that comes first', async () => {
  const first = await opened('first', '[tools.b]\ndescription = "mine"\n[tools.B]\n[agents.b]');
  const second = await opened('second', '[tools.a]\n[tools.b]\ndescription = "theirs"');
  const list = merged([first, second]);
  expect(list.map(({ key, offers }) => [key, offers.map(({ from }) => from.url)])).toEqual([
    ['tools/a', ['second']],
    ['tools/b', ['first', 'second']],
    ['agents/b', ['first']],
  ]);
  expect(list[1]!.offers[0]!.entry.description).toBe('mine');
  expect(matching(list, 'MINE', '').map(({ key }) => key)).toEqual(['tools/b']);
  expect(matching(list, '', 'agent').map(({ key }) => key)).toEqual(['agents/b']);
  expect(matching(list, 'nothing', '')).toEqual([]);
});
