// `perilune build`: builds are deterministic and incremental, and an index is never half written.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { buildPack, type BuildParts } from './build.ts';
import { openRealReader } from './build-reader.test-support.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { PackFolder } from './build-folder.ts';
import { Failure } from '../../core/errors.ts';
import { openPack } from '../../site-index/open-pack.ts';
import type { Output } from '../../cli/output.ts';

const root = mkdtempSync(join(tmpdir(), 'perilune-build-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PAGES: Record<string, string> = {
  'index.html':
    '<html lang="en"><title>Lights</title><main><h1>Lights</h1><p>All lanterns and lamps of the house.</p></main>',
  'guide/oil.html':
    '<html lang="en"><main><h1>Oil</h1><p>Which oil a lantern burns.</p><h2 id="fill">Fill</h2><p>Filling it.</p></main>',
  'guide/wick.md': '# Wick\n\nTrim the wick of a lantern.\n',
  '404.html': '<main>Lantern not found</main>',
};

function site(name: string, pages = PAGES): { folder: string; out: string } {
  const folder = join(root, name);
  for (const [path, text] of Object.entries(pages)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, out: join(folder, 'perilune') };
}

async function build(folder: string, flags: object = {}, parts: BuildParts = {}) {
  let said: Record<string, unknown> = {};
  const lines: string[] = [];
  const output: Output = {
    json: true,
    line: (text = '') => void lines.push(text),
    value: (value) => void (said = value as typeof said),
    paint: (_, text) => text,
  };
  const code = await buildPack(folder, flags, output, parts);
  return { code, said, lines };
}

const filesBelow = (folder: string): string[] => new GuardedFolder(folder).list().files;

function contents(out: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(out)
      .sort()
      .map((name) => [name, readFileSync(join(out, name), 'base64')]),
  );
}

function open(out: string) {
  return openPack({
    read: async (name) => {
      const path = join(out, name);
      if (!statSync(path, { throwIfNoEntry: false })) throw new Failure('not_found', name);
      return readFileSync(path);
    },
    inflate: async (bytes) => new Uint8Array(inflateRawSync(bytes)),
    decode: (bytes) => new TextDecoder().decode(bytes),
  });
}

it('turns a folder into a searchable index', async () => {
  const { folder, out } = site('whole');
  const built = await build(folder, { base: '/docs' });
  expect(built).toMatchObject({ code: 0, said: { pages: 3, files: 3, readAgain: 3, removed: 0 } });
  const pack = await open(out);
  expect(pack.info).toMatchObject({ name: 'whole', pages: 3, base: '/docs/' });
  const manifest = JSON.parse(readFileSync(join(out, 'perilune.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ textBytes: expect.any(Number) });
  const { hits, total } = await pack.search('filling lanterns');
  expect(total).toBe(3);
  expect(hits[0]).toMatchObject({ title: 'Oil', url: '/docs/guide/oil.html', score: 1 });
  expect(hits.map(({ url }) => url)).toContain('/docs/guide/wick.html');
  expect((await pack.page(hits[0]!.page)).body).toContain('Which oil a lantern burns.');
});

it('writes the same bytes for the same pages, wherever and whenever they are built', async () => {
  const [one, other] = [site('here/site'), site('there/site')];
  await build(one.folder);
  await build(other.folder);
  expect(contents(other.out)).toEqual(contents(one.out));
});

it('reads and writes only what has changed', async () => {
  const { folder, out } = site('changing');
  await build(folder);
  const before = contents(out);
  expect((await build(folder)).said).toMatchObject({ readAgain: 0, written: 0, removed: 0 });
  expect(contents(out)).toEqual(before);

  writeFileSync(join(folder, 'guide/wick.md'), '# Wick\n\nTrim the wick of a lamp, please.\n');
  const { said } = await build(folder);
  expect(said).toMatchObject({ readAgain: 1, pages: 3 });
  const kept = Object.keys(before).filter((name) => name.startsWith('text/') && name in contents(out));
  expect(kept).toHaveLength(2);
  expect(filesBelow(out).filter((name) => name.startsWith('text/'))).toHaveLength(3);

  rmSync(join(out, kept[0]!));
  await build(folder);
  expect(statSync(join(out, kept[0]!)).size).toBeGreaterThan(0);
});

it('keeps answering an open page while the site is republished', async () => {
  const { folder, out } = site('republished');
  await build(folder);
  const pack = await open(out);
  await pack.search('lantern');
  writeFileSync(
    join(folder, 'guide/oil.html'),
    '<main><h1>Whale oil</h1><p>Whales are at peace now.</p></main>',
  );
  await build(folder);
  expect((await pack.search('whales')).hits[0]?.title).toBe('Whale oil');
});

it('leaves the index as it was when writing fails, and never touches other files', async () => {
  const { folder, out } = site('failing');
  await build(folder);
  writeFileSync(join(out, 'robots.txt'), 'mine');
  const before = contents(out);
  const pack = new PackFolder(new GuardedFolder(out));
  const broken = (): void =>
    pack.replace((put) => {
      put('text/0123456789ab.bin', new Uint8Array(3));
      throw new Error('the disk is full');
    });
  expect(broken).toThrow('the disk is full');
  expect(contents(out)).toEqual(before);
  expect(pack.isWhole()).toBe(true);
});

it('takes filters and the widget from the configuration, and tools from a folder', async () => {
  const { folder, out } = site('configured');
  const tools = join(root, 'tools');
  mkdirSync(tools);
  writeFileSync(
    join(tools, 'dim.lua'),
    'tool = { name = "dim", description = "Dims" }\nfunction tool.execute() return 1 end\n',
  );
  const config = join(root, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      name: 'House',
      filters: { part: { 'guide/**': 'Guide' } },
      widget: { starters: ['Which oil?'] },
    }),
  );
  await build(folder, { config, tools }, { sandbox: openRealReader });
  const pack = await open(out);
  expect(pack.info).toMatchObject({
    name: 'House',
    filters: { part: { Guide: 2 } },
    widget: { starters: ['Which oil?'] },
  });
  expect(pack.info.tools).toEqual([{ name: 'dim', description: 'Dims' }]);
  expect((await pack.search('lantern', { filters: { part: ['Guide'] } })).total).toBe(2);
  expect((await pack.search('lantern', { filters: { part: ['Other'] } })).hits).toEqual([]);
});

it('puts the widget next to the index, writes only changed files, and prints the HTML for the pages', async () => {
  const { folder, out } = site('widget');
  const widget = join(root, 'built-widget');
  mkdirSync(join(widget, 'parts'), { recursive: true });
  const put = (name: string, text: string): void => writeFileSync(join(widget, name), text);
  put('perilune-chat.js', "import('./parts/window-abcd1234.js')");
  put('parts/window-abcd1234.js', '1');
  put('parts/de-abcd1234.js', '2');
  put('sandbox.html', 'frame');
  const { said, lines } = await build(folder, { base: '/docs' }, { widget });
  expect(said).toMatchObject({ widget: { files: 4, written: 4, removed: 0 } });
  expect(lines.slice(-2)).toEqual([
    '  <script type="module" src="/docs/perilune/perilune-chat.js"></script>',
    '  <perilune-chat pack="/docs/perilune/"></perilune-chat>',
  ]);
  mkdirSync(join(out, 'parts'), { recursive: true });
  writeFileSync(join(out, 'parts/notes.txt'), 'mine');
  const kept = statSync(join(out, 'parts/de-abcd1234.js')).ino;

  put('perilune-chat.js', "import('./parts/window-efgh5678.js')");
  put('parts/window-efgh5678.js', '3');
  rmSync(join(widget, 'parts/window-abcd1234.js'));
  expect((await build(folder, { base: '/docs' }, { widget })).said).toMatchObject({
    written: 0,
    widget: { files: 4, written: 2, removed: 1 },
  });
  expect(statSync(join(out, 'parts/de-abcd1234.js')).ino).toBe(kept);
  expect(readdirSync(join(out, 'parts')).sort()).toEqual([
    'de-abcd1234.js',
    'notes.txt',
    'window-efgh5678.js',
  ]);

  const without = await build(folder, { base: '/docs', 'no-widget': true }, { widget });
  expect(without.said).toMatchObject({ widget: { files: 0, removed: 4 } });
  expect(without.lines.join()).not.toContain('<perilune-chat');
  expect(readdirSync(out)).not.toContain('perilune-chat.js');
  expect(readFileSync(join(out, 'parts/notes.txt'), 'utf8')).toBe('mine');
});

it('explains every error', async () => {
  const empty = site('empty', { '404.html': '<p>x</p>' });
  await expect(build(empty.folder)).rejects.toThrow('no page with text found in');
  expect(readdirSync(empty.folder)).toEqual(['404.html']);
  await expect(build(join(root, 'nowhere'))).rejects.toThrow('Folder not found:');
  const config = join(root, 'wrong.json');
  writeFileSync(config, '{"nam": "x"}');
  await expect(build(empty.folder, { config })).rejects.toThrow('there is no setting nam');
});
