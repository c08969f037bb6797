// Paths that stay in a tool's folder.
import { expect, it } from 'vitest';
import { toFolderPath } from './folder-path.ts';

it('normalises paths', () => {
  expect(toFolderPath('notes/today.txt', 'fs.read')).toBe('notes/today.txt');
  expect(toFolderPath('./notes//./today.txt/', 'fs.read')).toBe('notes/today.txt');
  expect(toFolderPath('cafe\u0301', 'fs.read')).toBe('caf\u00e9');
  expect(toFolderPath('...', 'fs.read')).toBe('...');
});

it.each([
  '..',
  '../x',
  'a/../../x',
  'a/..',
  '/etc/passwd',
  '//host/x',
  'C:/x',
  'c:x',
  '..\\x',
  'a\\b',
  '\\x',
])('rejects a path that leads outside: %s (G75)', (path) => {
  expect(() => toFolderPath(path, 'fs.read')).toThrow(
    expect.objectContaining({ code: 'denied', message: `fs.read: path escapes sandbox: ${path}` }),
  );
});

it.each(['', '.', './', 'a\0b', 'a\nb', 'x'.repeat(4096)])(
  'is a name that a file can have: %j (G75)',
  (path) => {
    expect(() => toFolderPath(path, 'fs.write')).toThrow(expect.objectContaining({ code: 'bad_request' }));
  },
);
