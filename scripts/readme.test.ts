// The README names every call of the page API, and none that is not there.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundleApi } from '../src/interop/bundle-api.ts';
import { connectorApi } from '../src/interop/connector-api.ts';
import { runApi } from '../src/interop/run-api.ts';
import { secretApi } from '../src/interop/secret-api.ts';
import { toolApi } from '../src/interop/tool-api.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
// Nothing is called: only the names count.
const never = new Promise<never>(() => undefined);

it.each([
  ['tools', toolApi(never)],
  ['bundles', bundleApi(never)],
  ['runs', runApi(never)],
  ['connectors', connectorApi(never)],
  ['secrets', secretApi(never)],
])('%s', (part, api) => {
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
  const named = new Set<string>();
  for (const row of rows.map((line) => line.split(' | ')[0] ?? '')) {
    // `secrets.status()`, `.lock()`: what begins with a dot belongs to the one before it.
    let owner = '';
    for (const [, first = '', name = ''] of row.matchAll(/`(\w*)\.(\w+)/g)) {
      owner = first || owner;
      if (owner === part) named.add(name);
    }
  }
  expect([...named].sort()).toEqual(Object.keys(api).sort());
  const used = [...readme.matchAll(new RegExp(`perilune\\.${part}\\.(\\w+)`, 'g'))].map(
    ([, name = '']) => name,
  );
  expect(Object.keys(api)).toEqual(expect.arrayContaining(used));
});
