// Folders made with those above them.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from './make-folders.ts';

it('makes what is missing, and says what is in the way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perilune-folders-'));
  makeFolders(join(folder, 'a/b/c'));
  makeFolders(join(folder, 'a/b/c'));
  expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true);
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolders(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(folder, 'file/a'))).toThrow(/EEXIST|ENOTDIR/);
  rmSync(folder, { recursive: true });
});

it.skipIf(!existsSync('/proc/self'))('ends where the system makes no folders (needs /proc)', () => {
  expect(() => makeFolders('/proc/perilune/site')).toThrow(/ENOENT|EACCES|EPERM/);
});
