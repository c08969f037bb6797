// What the tests need of the system is installed only where that is allowed, and only when it is missing.
import { expect, it, vi } from 'vitest';
import { ensureLua, installPackage } from './system-packages.mjs';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

function system({ isRoot = true, hasApt = true, has = false, works = true } = {}) {
  const ran: string[] = [];
  return {
    ran,
    isRoot: () => isRoot,
    hasApt: () => hasApt,
    has: () => has,
    run: (program: string, args: readonly string[]) => {
      ran.push([program, ...args].join(' '));
      return works;
    },
  };
}

it('installs Lua as root on Debian', () => {
  const debian = system();
  expect(ensureLua(debian)).toBe(true);
  expect(debian.ran).toEqual(['apt-get update -qq', 'apt-get install -y -qq lua5.4']);
});

it.each([
  ['for another user', { isRoot: false }],
  ['without apt-get', { hasApt: false }],
])('installs nothing %s', (_, given) => {
  const other = system(given);
  expect(ensureLua(other)).toBe(false);
  expect(other.ran).toEqual([]);
});

it('installs nothing that is there', () => {
  const ready = system({ has: true });
  expect(ensureLua(ready)).toBe(true);
  expect(ready.ran).toEqual([]);
});

it('says that an install failed', () => {
  expect(installPackage('lua5.4', system({ works: false }))).toBe(false);
});
