// The folder of a tool in a terminal, full of links: a script reads, writes and removes nothing outside.
import {
  existsSync,
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
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { GuardedFolder } from './guarded-folder.ts';
import { NodeFolders } from './node-folders.ts';

const root = mkdtempSync(join(tmpdir(), 'perilune-folders-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;

async function open() {
  const place = join(root, `${++count}`);
  const [own, outside] = [join(place, 'own'), join(place, 'outside')];
  mkdirSync(join(outside, 'folder'), { recursive: true });
  writeFileSync(join(outside, 'secret'), 'SECRET');
  const folders = new NodeFolders();
  await folders.put('t', own);
  return { own, outside, folders };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('rejects reading, writing and removing through a link that is broken or leads outside', async () => {
  const { own, outside, folders } = await open();
  symlinkSync(join(outside, 'secret'), join(own, 'out'));
  symlinkSync(join(outside, 'new'), join(own, 'dangling'));
  symlinkSync('gone', join(own, 'nowhere'));
  symlinkSync('self', join(own, 'self'));
  symlinkSync(join(outside, 'folder'), join(own, 'folder'));
  const denied = { code: 'denied', message: expect.stringContaining('a link leads out of the folder') };
  await expect(folders.read('t', 'out')).rejects.toMatchObject(denied);
  for (const path of ['out', 'dangling', 'nowhere', 'self', 'folder/x', 'folder/x/y']) {
    await expect(folders.write('t', path, bytes('x'))).rejects.toMatchObject(denied);
  }
  await expect(folders.remove('t', 'out')).rejects.toMatchObject(denied);
  expect(await folders.list('t')).toEqual([]);
  expect(readdirSync(outside, { recursive: true }).sort()).toEqual(['folder', 'secret']);
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('SECRET');
});

it('follows a link that stays inside', async () => {
  const { own, folders } = await open();
  await folders.write('t', 'a/real.txt', bytes('one'));
  symlinkSync('a', join(own, 'also'));
  symlinkSync('a/real.txt', join(own, 'alias'));
  await folders.write('t', 'alias', bytes('two'));
  await folders.write('t', 'also/more.txt', bytes('three'));
  expect(readFileSync(join(own, 'a/real.txt'), 'utf8')).toBe('two');
  expect(new TextDecoder().decode(await folders.read('t', 'also/more.txt'))).toBe('three');
  expect((await folders.list('t')).map(({ path }) => path).sort()).toEqual([
    'a/more.txt',
    'a/real.txt',
    'alias',
  ]);
});

it('never reads or changes anything outside, whatever links there are', async () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  const target = fc.constantFrom(
    'a',
    'b',
    '..',
    '../b',
    '.',
    '../outside',
    '../../outside/secret',
    'OUT',
    'OUT/secret',
    'OUT/new',
    'OUT/folder/new',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(path, target), { maxLength: 6 }),
      fc.array(fc.tuple(fc.constantFrom('read', 'write', 'remove'), path), { maxLength: 6 }),
      async (links, acts) => {
        const { own, outside, folders } = await open();
        const planted = new GuardedFolder(own);
        for (const [at, to] of links) {
          try {
            if (dirname(at) !== '.') planted.write(`${dirname(at)}/.keep`, '');
            symlinkSync(to.replace('OUT', outside), join(own, at));
          } catch {
            // Another link is in the way.
          }
        }
        const before = readdirSync(outside, { recursive: true }).sort();
        for (const [act, at] of acts) {
          const done = act === 'write' ? folders.write('t', at, bytes('x')) : folders[act as 'read'](`t`, at);
          const answer: unknown = await done.catch(() => undefined);
          if (answer instanceof Uint8Array) expect(new TextDecoder().decode(answer)).not.toBe('SECRET');
        }
        expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before);
        expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('SECRET');
        expect(existsSync(own)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
