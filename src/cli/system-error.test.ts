// What the terminal says when the file system refuses.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemFailure, unreadable } from './system-error.ts';

function refused(code: string, more: object = {}): Error {
  return Object.assign(new Error(`${code}: refused`), { code, syscall: 'open', path: '/site/x', ...more });
}

it.each([
  ['EACCES', 'denied', '/site/x: permission denied. Check who owns it, or name another place'],
  ['EROFS', 'denied', '/site/x: the disk is read-only. Name another place'],
  ['ENOSPC', 'unavailable', '/site/x: the disk is full'],
  ['ENOTDIR', 'conflict', '/site/x: a part of this path is a file, not a folder'],
])('turns %s into a sentence', (code, as, message) => {
  expect(systemFailure(refused(code))).toMatchObject({ code: as, message });
});

it('leaves bugs and refused connections to others', () => {
  expect(systemFailure(new TypeError('x is not a function'))).toBeUndefined();
  expect(systemFailure(refused('ECONNREFUSED', { path: undefined }))).toBeUndefined();
  expect(systemFailure('EACCES')).toBeUndefined();
});

it('says why a named file was not read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perilune-unread-'));
  const reasonOf = (path: string): string => {
    try {
      return String(readFileSync(path));
    } catch (problem) {
      return unreadable('a.json', problem);
    }
  };
  expect(reasonOf(join(folder, 'a.json'))).toBe('File not found: a.json');
  expect(reasonOf(folder)).toMatch(/^a\.json cannot be read: /);
  expect(unreadable('a.json', new SyntaxError('line 3'))).toBe('a.json cannot be read: line 3');
  rmSync(folder, { recursive: true });
});
