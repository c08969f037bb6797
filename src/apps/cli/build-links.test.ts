// `perilune build` on folders full of symbolic links: it reads nothing outside the site and writes nothing outside
// the index folder.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { openPack } from '../../site-index/open-pack.ts';
import type { Output } from '../../cli/output.ts';
import { buildPack } from './build.ts';

const CANARY = 'zyxwcanary';
const root = mkdtempSync(join(tmpdir(), 'perilune-links-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
let place = '';
let site = '';
let outside = '';
let widget = '';
let before = '';

beforeEach(fresh);

function fresh(): void {
  place = join(root, `${++count}`);
  [site, outside, widget] = ['site', 'outside', 'widget'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  put('site/index.md', '# Home\n\nA page about lanterns.\n');
  put('outside/env.md', `# Keys\n\nThe key is ${CANARY}.\n`);
  put('outside/folder/deep.md', `# Deep\n\nAnother ${CANARY}.\n`);
  put('outside/perilune.json', '{}');
  put('widget/perilune-chat.js', 'export {};');
  put('widget/parts/chat-abcd1234.js', 'export {};');
  before = snapshot(outside);
}

function put(path: string, text: string): void {
  const file = join(place, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function link(path: string, target: string): void {
  const file = join(place, path);
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(target, file);
}

/** Names, link targets and texts of everything in a folder. */
function snapshot(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path} ${entry.isFile() ? readFileSync(path, 'utf8') : ''}`;
    })
    .sort()
    .join('\n');
}

async function build(out?: string) {
  const lines: string[] = [];
  let said: Record<string, unknown> = {};
  const output: Output = {
    json: true,
    line: (text = '') => void lines.push(text),
    value: (value) => void (said = value as typeof said),
    paint: (_, text) => text,
  };
  const flags = { config: join(place, 'none.json'), ...(out !== undefined && { out }) };
  writeFileSync(flags.config, '{}');
  await buildPack(site, flags, output, { widget });
  return { said, lines: lines.join('\n') };
}

async function packHolds(word: string, out = join(site, 'perilune')): Promise<boolean> {
  const pack = await openPack({
    read: async (name) => {
      if (!existsSync(join(out, name))) throw new Failure('not_found', name);
      return readFileSync(join(out, name));
    },
    inflate: async (bytes) => new Uint8Array(inflateRawSync(bytes)),
    decode: (bytes) => new TextDecoder().decode(bytes),
  });
  return (await pack.search(word)).total > 0;
}

describe('symbolic links among the pages', () => {
  it('leaves out a link that points outside the site, with a warning that names it', async () => {
    link('site/env.md', join(outside, 'env.md'));
    link('site/environ.md', '/proc/self/environ');
    link('site/up.md', '../outside/env.md');
    link('site/all', outside);
    link('site/all.md/x', '../../outside');
    const { said, lines } = await build();
    for (const path of ['env.md', 'up.md', 'all', 'all.md/x']) {
      expect(lines).toContain(`Left out: ${path}: a link that leads out of the folder is not followed`);
      expect(said['left']).toContainEqual({ path, reason: expect.stringContaining('leads out') });
    }
    expect([said['pages'], await packHolds(CANARY), await packHolds('lantern')]).toEqual([1, false, true]);
  });

  it('strips terminal control characters from the warning', async () => {
    link('site/\u001b[31mred\u202e.md', join(outside, 'env.md'));
    const { lines } = await build();
    expect(lines).toContain(String.raw`Left out: \x1b[31mred\u202e.md: a link`);
  });

  it('follows links inside the site, and stops at circular folders', async () => {
    put('site/guide/oil.md', '# Oil\n\nWhich oil burns.\n');
    link('site/also.md', 'guide/oil.md');
    link('site/guide/circle', '..');
    link('site/self.md', 'self.md');
    link('site/nowhere.md', 'gone.md');
    const { said } = await build();
    expect([said['pages'], said['left'], await packHolds('burns')]).toEqual([3, [], true]);
  });

  it('leaves out an outside file reached through a link inside the site', async () => {
    link('site/hop.md', 'second.md');
    link('site/second.md', join(outside, 'env.md'));
    expect((await build()).said['left']).toHaveLength(2);
    expect(await packHolds(CANARY)).toBe(false);
  });
});

describe('symbolic links in the output folder', () => {
  it.each(['perilune', 'perilune/text', 'perilune/parts', 'perilune/files'])(
    'does not follow %s that points outside',
    async (path) => {
      link(`site/${path}`, join(outside, 'folder'));
      await expect(build()).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringContaining('link'),
      });
      expect(snapshot(outside)).toBe(before);
    },
  );

  it('does not write through a folder that links outside, whether it exists or would be created', async () => {
    link('site/docs', outside);
    link('site/dangling', join(outside, 'new'));
    for (const out of ['docs/pack', 'docs', 'dangling', 'dangling/pack']) {
      await expect(build(join(site, out))).rejects.toMatchObject({ code: 'denied' });
    }
    link('linked', outside);
    for (const out of ['linked', 'linked/pack']) {
      await expect(build(join(place, out))).rejects.toThrow(/is a symbolic link.*use the real folder/);
    }
    expect(snapshot(outside)).toBe(before);
  });

  it('replaces planted links instead of following them', async () => {
    for (const name of ['perilune.json', 'perilune.json.new', 'perilune-chat.js', 'perilune-chat.js.new']) {
      link(`site/perilune/${name}`, join(outside, 'perilune.json'));
    }
    link('site/perilune/sandbox.html', join(outside, 'created'));
    await build();
    expect(snapshot(outside)).toBe(before);
    expect(lstatSync(join(site, 'perilune/perilune.json')).isFile()).toBe(true);
    expect(await packHolds('lantern')).toBe(true);
  });

  it('writes no cache through a link', async () => {
    link('site/.perilune-cache', join(outside, 'folder'));
    link('site/node_modules', outside);
    link('node_modules', outside);
    await build();
    await build();
    expect(snapshot(outside)).toBe(before);
  });

  it('writes to a folder elsewhere, and to the target of a link inside the site', async () => {
    await build(join(place, 'elsewhere/pack'));
    expect(await packHolds('lantern', join(place, 'elsewhere/pack'))).toBe(true);
    mkdirSync(join(site, 'real'));
    link('site/named', 'real');
    await build(join(site, 'named/pack'));
    expect(await packHolds('lantern', join(site, 'real/pack'))).toBe(true);
  });

  it('leaves no temporary files behind', async () => {
    await build();
    expect(readdirSync(join(site, 'perilune')).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});

const name = fc.constantFrom(
  'a',
  'b.md',
  'c.html',
  'text',
  'parts',
  'perilune',
  'perilune.json',
  'files',
  'node_modules',
  '.perilune-cache',
  '.cache',
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const target = fc.oneof(
  path.map((inside) => ({ inside })),
  fc
    .constantFrom('.', '..', '../..', '../../outside', '../outside/env.md', 'perilune')
    .map((raw) => ({ raw })),
  fc
    .constantFrom('', 'env.md', 'folder', 'folder/deep.md', 'new.md', 'new/folder', 'perilune.json')
    .map((out) => ({ out })),
);

it('reads and changes nothing outside, whichever links a folder holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(path, fc.option(target, { freq: 4 })), { maxLength: 8 }),
      fc.option(path),
      async (entries, out) => {
        fresh();
        for (const [at, to] of entries) {
          try {
            const file = join(site, at);
            mkdirSync(dirname(file), { recursive: true });
            if (to === null) writeFileSync(file, '# A page\n\nWith some words.\n', { flag: 'wx' });
            else
              symlinkSync(
                'inside' in to ? join(site, to.inside) : 'out' in to ? join(outside, to.out) : to.raw,
                file,
              );
          } catch {
            // Another entry has that name, or its folder links outside.
          }
        }
        before = snapshot(outside);
        const folder = join(site, out ?? 'perilune');
        const failure = await build(folder).then(
          () => undefined,
          (problem: Error) => problem,
        );
        expect(snapshot(outside)).toBe(before);
        if (failure === undefined) expect(await packHolds(CANARY, folder)).toBe(false);
        else expect(failure).toBeInstanceOf(Failure);
      },
    ),
    // Found by fuzzing: a file where the index needs a folder.
    { numRuns: 60, examples: [[[['perilune.json/text', null]], 'perilune.json']] },
  );
});
