// Types of hosts: which files browsers refuse, and which files the build has.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOST_TYPES, leftOutByJekyll, refusedFrom, type Host } from './host-types.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const HOSTS = Object.keys(HOST_TYPES) as Host[];
/** Read by hosts, not by browsers. */
const FOR_HOSTS = ['_headers'];

it('finds scripts with a type that browsers refuse', () => {
  const files = ['assets/a.js', 'assets/b.mjs', 'c.cjs', 'd.css', 'e.wasm', 'f.bcmap', 'g.onnx'];
  expect(refusedFrom('nginx', files)).toEqual(['assets/b.mjs', 'c.cjs']);
  expect(refusedFrom('GitHub Pages', files)).toEqual(['c.cjs']);
  expect(leftOutByJekyll(['a/_b/c.js', 'a.js', '.well-known/x', '#a', 'b~'])).toHaveLength(4);
});

describe.skipIf(!existsSync(DIST))('the built app (needs a build)', () => {
  const files = existsSync(DIST)
    ? readdirSync(DIST, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => `${parentPath}/${name}`.slice(DIST.length + 1))
    : [];

  it.each(HOSTS)('loads from %s', (host) => {
    expect(files.length).toBeGreaterThan(100);
    expect(refusedFrom(host, files)).toEqual([]);
  });

  it('loses no file on GitHub Pages', () => {
    expect(leftOutByJekyll(files)).toEqual(FOR_HOSTS);
  });
});
