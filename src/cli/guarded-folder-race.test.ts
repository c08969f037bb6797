// A folder or file is exchanged for a link at the worst moment, between looking at its path and opening it, and back again or not.
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

/** What another program does around the one moment at which a path is opened. */
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

/** Of everything outside: no file there is read, changed or left behind with content. */
const contentsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .filter((text) => text !== '');

/** Which part of `a/b/file` becomes a link, and where it then leads. */
const TURNS: Record<string, (outside: string) => string> = {
  'a/b/file': (outside) => join(outside, 'file'),
  'a/b': (outside) => join(outside, 'b'),
  a: (outside) => outside,
};

it('whatever becomes a link before it is opened, nothing outside is read or written', () => {
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
          // Refused in words of its own or by the system: what counts is what happened.
        }
        expect(read).not.toBe('SECRET');
        expect(contentsOf(outside)).toEqual(['SECRET', 'SECRET']);
      },
    ),
  );
});

it('reads and writes what nobody exchanges', () => {
  const { own } = place();
  const folder = new GuardedFolder(own);
  folder.write('a/b/file', 'one');
  folder.append('a/b/file', new TextEncoder().encode(' two'));
  expect(folder.read('a/b/file')?.toString()).toBe('one two');
});
