// On a fresh machine the two commands run before anything is installed: until then they may read nothing but Node's own.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const IMPORT = /^(?:import\s+(?:[^'";]*?\sfrom\s+)?|export\s+[^'";]*?\sfrom\s+)['"]([^'"]+)['"]/gm;

/** Packages that are read when this file is, before its first line runs. */
function packagesOf(file: URL, seen = new Set<string>()): string[] {
  if (seen.has(file.href)) return [];
  seen.add(file.href);
  const names = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name);
  return names.flatMap((name) =>
    name.startsWith('.') ? packagesOf(new URL(name, file), seen) : name.startsWith('node:') ? [] : [name],
  );
}

it.each(['start.mjs', 'test.mjs', 'fuzz.mjs'])('%s installs before it needs a package', (name) => {
  const file = new URL(name, import.meta.url);
  expect(readFileSync(file, 'utf8')).toMatch(/^import '.\/ensure-installed.mjs';/m);
  expect(packagesOf(file)).toEqual([]);
});

it('sees a package that is read too early', () => {
  expect(packagesOf(new URL('../eslint.config.js', import.meta.url))).toContain('eslint-plugin-svelte');
});
