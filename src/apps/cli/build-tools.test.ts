// The tools of `perilune build`: read in the real sandbox, and refused when a visitor could not run them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRealReader } from './build-reader.test-support.ts';
import { type ScriptReader, siteToolsIn } from './build-tools.ts';
import { memorySource, memoryWriter } from '../../site-index/memory-pack.test-support.ts';
import { openPack } from '../../site-index/open-pack.ts';
import { writePack } from '../../site-index/write-pack.ts';
import { buildSegment } from '../../search/segment.ts';

const root = mkdtempSync(join(tmpdir(), 'perilune-build-tools-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let closed = 0;
const open = async (): Promise<ScriptReader> => ({ ...(await openRealReader()), close: () => void closed++ });

let folders = 0;
function tools(files: Record<string, string>): ReturnType<typeof siteToolsIn> {
  const folder = join(root, `tools-${++folders}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return siteToolsIn(folder, open);
}

const DIM = 'tool = { name = "dim", description = "Dims" }\nfunction tool.execute() return 1 end\n';
const TRIM = `local words = require "lib.words"
tool = { name = "trim", description = "Trims " .. words.what, parameters = { { name = "length", type = "integer", required = true } } }
function tool.execute(params) return fs.read("data/wicks.txt") end
`;

it("reads each tool's declaration and takes its modules and texts along, but not its test cases", async () => {
  const found = await tools({
    'trim/tool.lua': TRIM,
    'trim/lib/words.lua': 'return { what = "wicks" }',
    'trim/data/wicks.txt': 'flat, round',
    'trim/cases.json': '[]',
    'dim/tool.lua': DIM,
  });
  expect(found.map(({ name, description }) => [name, description])).toEqual([
    ['dim', 'Dims'],
    ['trim', 'Trims wicks'],
  ]);
  expect(found[1]).toMatchObject({
    source: TRIM,
    files: { 'data/wicks.txt': 'flat, round', 'lib/words.lua': 'return { what = "wicks" }' },
    spec: { parameters: { properties: { length: { type: 'integer' } }, required: ['length'] } },
  });
  expect(Object.keys(found[1]?.files ?? {})).toEqual(['data/wicks.txt', 'lib/words.lua']);
});

it.each([
  ['does not compile', { 'dim.lua': 'tool = {}\nfunction (' }, /dim\.lua:2:/],
  ['has no execute', { 'dim.lua': 'tool = { name = "dim" }' }, /dim\.lua: .*tool\.execute/],
  [
    'has a module that does not compile and is only needed later',
    {
      'dim/tool.lua': 'tool = { name = "dim" }\nfunction tool.execute() return require "lib.late" end',
      'dim/lib/late.lua': 'local x = 1\nreturn return',
    },
    /dim.*lib\/late\.lua:2:/,
  ],
  [
    'imports documents',
    { 'feed.lua': 'connector = { name = "feed" }\nfunction connector.scan() return {} end' },
    /feed\.lua: a connector/,
  ],
  [
    'has an invalid schema',
    {
      'dim.lua':
        'tool = { name = "dim", parameters = { type = "object", properties = { a = { minimum = "x" } } } }\nfunction tool.execute() end',
    },
    /dim\.lua: .*minimum/,
  ],
])('fails with the position in a tool that %s', async (_, files, message) => {
  const before = closed;
  const failure = await tools({ ...files, 'other.lua': DIM.replace('"dim"', '"other"') }).catch(
    (problem: unknown) => problem,
  );
  expect(failure).toMatchObject({ code: 'bad_request', message: expect.stringMatching(message) as string });
  expect(closed).toBe(before + 1);
});

it('refuses two tools of one name, and more than a visitor should load', async () => {
  await expect(tools({ 'a.lua': DIM, 'b.lua': DIM })).rejects.toMatchObject({ code: 'conflict' });
  const long = { 'a.lua': DIM, 'b.lua': `${DIM.replace('"dim"', '"b"')}-- ${'x'.repeat(1024 * 1024)}` };
  await expect(tools(long)).rejects.toMatchObject({ code: 'too_large' });
});

it('lists tools in the manifest, keeps their code apart, and writes the same bytes for the same tools', async () => {
  const found = await tools({
    'dim/tool.lua': DIM,
    'dim/data/more.txt': 'more',
    'b.lua': DIM.replace('"dim"', '"b"'),
  });
  const segment = buildSegment([], [], []);
  const pack = (): Map<string, Uint8Array> => {
    const files = new Map<string, Uint8Array>();
    writePack({ name: 'Site', tools: found, widget: {}, pages: [], segment }, memoryWriter(files));
    return files;
  };
  const files = pack();
  expect([...pack()]).toEqual([...files]);
  const manifest = new TextDecoder().decode(files.get('perilune.json'));
  expect(manifest).not.toContain('execute');
  const read: string[] = [];
  const site = await openPack(memorySource(files, read));
  expect(site.info.tools).toEqual([
    { name: 'b', description: 'Dims' },
    { name: 'dim', description: 'Dims' },
  ]);
  await site.warm();
  expect(read.filter((name) => name.startsWith('tools/'))).toEqual([]);
  expect((await site.tools())[1]).toMatchObject({
    name: 'dim',
    source: DIM,
    files: { 'data/more.txt': 'more' },
  });
  expect(
    JSON.parse(new TextDecoder().decode([...files].find(([name]) => name.startsWith('files/'))?.[1])),
  ).toHaveProperty([...files.keys()].find((name) => name.startsWith('tools/')) ?? '');
});
