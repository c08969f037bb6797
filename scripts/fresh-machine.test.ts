// On a fresh machine the two commands run before anything is installed, so until then they may import only Node's own
// modules.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const IMPORT = /^(?:import\s+(?:[^'";]*?\sfrom\s+)?|export\s+[^'";]*?\sfrom\s+)['"]([^'"]+)['"]/gm;

/** Packages imported when this file loads, before its first line runs. */
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

it('detects a package that is imported too early', () => {
  expect(packagesOf(new URL('../eslint.config.js', import.meta.url))).toContain('eslint-plugin-svelte');
});
