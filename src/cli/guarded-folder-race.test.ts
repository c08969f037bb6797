// A folder or file is swapped for a link at the worst moment, between the check of its path and its opening, and
// possibly swapped back.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { GuardedFolder } from './guarded-folder.ts';

/** Actions of another program just before and after a path is opened. */
const other = vi.hoisted(() => ({
  before: undefined as (() => void) | undefined,
  after: undefined as (() => void) | undefined,
}));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const openSync: typeof real.openSync = (path, ...rest) => {
    const { before, after } = other;
    other.before = other.after = undefined;
    before?.();
    try {
      return real.openSync(path, ...rest);
    } finally {
      after?.();
    }
  };
  return { ...real, openSync, default: { ...real, openSync } };
});

const root = mkdtempSync(join(tmpdir(), 'perilune-race-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  other.before = other.after = undefined;
});

let count = 0;

function place() {
  const base = join(root, String(++count));
  const [own, outside] = [join(base, 'own'), join(base, 'outside')];
  for (const folder of [join(own, 'a/b'), join(outside, 'b')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(own, 'a/b/file'), 'mine');
  for (const at of ['file', 'b/file']) writeFileSync(join(outside, at), 'SECRET');
  return { own, outside };
}

/** Contents of everything outside: no file there may be read, changed or created. */
const contentsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .filter((text) => text !== '');

/** Which part of `a/b/file` becomes a link, and its target. */
const TURNS: Record<string, (outside: string) => string> = {
  'a/b/file': (outside) => join(outside, 'file'),
  'a/b': (outside) => join(outside, 'b'),
  a: (outside) => outside,
};

it('reads and writes nothing outside, whatever becomes a link before it is opened', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(TURNS)),
      fc.constantFrom('read', 'write', 'append'),
      fc.boolean(),
      (part, work, isBack) => {
        const { own, outside } = place();
        const path = join(own, part);
        const kept = join(dirname(path), `${basename(path)}.kept`);
        other.before = () => {
          renameSync(path, kept);
          symlinkSync(TURNS[part]!(outside), path);
        };
        if (isBack) {
          other.after = () => {
            rmSync(path);
            renameSync(kept, path);
          };
        }
        const folder = new GuardedFolder(own);
        let read: string | undefined;
        try {
          if (work === 'read') read = folder.read('a/b/file')?.toString();
          else if (work === 'write') folder.write('a/b/file', 'WRITTEN');
          else folder.append('a/b/file', new TextEncoder().encode('WRITTEN'));
        } catch {
          // May fail with any error; only the effect counts.
        }
        expect(read).not.toBe('SECRET');
        expect(contentsOf(outside)).toEqual(['SECRET', 'SECRET']);
      },
    ),
  );
});

it('reads and writes files that nothing swaps', () => {
  const { own } = place();
  const folder = new GuardedFolder(own);
  folder.write('a/b/file', 'one');
  folder.append('a/b/file', new TextEncoder().encode(' two'));
  expect(folder.read('a/b/file')?.toString()).toBe('one two');
});
