// System packages for tests are installed only where allowed, and only when missing.
import { expect, it, vi } from 'vitest';
import { ensureSameVersion, ensureTestPackages, installPackage } from './system-packages.mjs';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

function system({
  isRoot = true,
  hasApt = true,
  startsServices = false,
  has = (_: string): boolean => false,
  works = true,
  versions = {} as Record<string, string>,
} = {}) {
  const ran: string[] = [];
  return {
    ran,
    isRoot: () => isRoot,
    hasApt: () => hasApt,
    startsServices: () => startsServices,
    has,
    versionOf: (name: string) => versions[name],
    run: (program: string, args: readonly string[]) => {
      ran.push([program, ...args].join(' '));
      return works;
    },
  };
}

const installed = (ran: string[]) =>
  ran.filter((line) => line.includes(' install ')).map((line) => line.split(' ').at(-1));

it('installs missing packages as root on Debian', () => {
  const debian = system({ has: (program) => program === 'apache2' });
  expect(ensureTestPackages(debian)).toEqual([]);
  expect(installed(debian.ran)).toEqual(['lua5.4', 'nginx-light']);
});

it('starts no server on a machine that runs services', () => {
  const person = system({ startsServices: true });
  expect(ensureTestPackages(person)).toEqual(['nginx']);
  expect(installed(person.ran)).toEqual(['lua5.4', 'apache2-bin']);
});

it.each([
  ['for another user', { isRoot: false }],
  ['without apt-get', { hasApt: false }],
])('installs nothing %s', (_, given) => {
  const other = system(given);
  expect(ensureTestPackages(other)).toEqual(['lua5.4', 'apache2', 'nginx']);
  expect(other.ran).toEqual([]);
});

it('does not reinstall packages', () => {
  const ready = system({ has: () => true });
  expect(ensureTestPackages(ready)).toEqual([]);
  expect(ready.ran).toEqual([]);
});

it('reports a failed install', () => {
  expect(installPackage('lua5.4', system({ works: false }))).toBe(false);
});

it('installs a package in the version of the one it belongs to, and never without that one', () => {
  const debian = system({ versions: { chromium: '156.0-1' } });
  expect(ensureSameVersion('chromium-headless-shell', 'chromium', debian)).toBe(true);
  expect(installed(debian.ran)).toEqual(['chromium-headless-shell=156.0-1']);
  const other = system();
  expect(ensureSameVersion('chromium-headless-shell', 'chromium', other)).toBe(false);
  expect(other.ran).toEqual([]);
});
