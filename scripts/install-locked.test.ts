import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installLocked } from './install-locked.mjs';

let folder: string;
let printed: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locked-'));
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  writeFileSync(join(folder, 'package.json'), '{"name":"locked","version":"1.0.0"}');
  lockAt(1_000);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** @param seconds since 1970, when the lock file changed */
function lockAt(seconds: number, version = '1.0.0', packages: object = {}): void {
  const file = join(folder, 'package-lock.json');
  const names = { name: 'locked', version };
  writeFileSync(file, JSON.stringify({ ...names, lockfileVersion: 3, packages: { '': names, ...packages } }));
  utimesSync(file, seconds, seconds);
}

/** What npm leaves when it has installed. */
function installedByHand(seconds: number, packages: object = {}): void {
  const file = join(folder, 'node_modules/.package-lock.json');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(file, JSON.stringify({ packages }));
  utimesSync(file, seconds, seconds);
}

it('installs once', () => {
  expect(installLocked(folder, 'Installing …')).toBe(true);
  expect(installLocked(folder, 'Installing …')).toBe(true);
  expect(printed).toEqual(['Installing …']);
});

it('leaves packages alone that were installed after the last change of the lock file', () => {
  installedByHand(2_000);
  expect(installLocked(folder, 'Installing …')).toBe(true);
  expect(printed).toEqual([]);
  expect(readFileSync(join(folder, 'node_modules/.perilune-lock'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});

it('installs missing packages, such as the build tools', () => {
  const tool = { 'node_modules/builder': { version: '2.0.0', dev: true } };
  const extra = { 'node_modules/extra': { version: '1.0.0', optional: true } };
  lockAt(1_000, '1.0.0', { ...tool, ...extra });
  installedByHand(2_000, tool);
  installLocked(folder, 'Installing …');
  expect(printed).toEqual([]);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  installedByHand(2_000);
  installLocked(folder, 'Installing …');
  expect(printed).toEqual(['Installing …']);
});

it('installs again after a change of the lock file', () => {
  installedByHand(2_000);
  installLocked(folder, 'Installing …');
  lockAt(3_000, '1.0.1');
  writeFileSync(join(folder, 'package.json'), '{"name":"locked","version":"1.0.1"}');
  expect(installLocked(folder, 'Installing …')).toBe(true);
  expect(printed).toEqual(['Installing …']);
});
