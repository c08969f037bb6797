// Other site searches for comparison, unused by the project itself: installed once, into a separate folder, because
// Pagefind's program is a different package per platform, which would not fit the lock file.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm } from '../scripts/npm.mjs';

export const PEERS = { pagefind: '1.6.0', '@docsearch/js': '5.2.0' };

const folder = resolve(import.meta.dirname, '../node_modules/.bench-peers');

/** @returns the folder of their packages; undefined, with a message, when they cannot be installed. */
export function installedPeers() {
  const packages = join(folder, 'node_modules');
  if (Object.entries(PEERS).every(([name, version]) => versionIn(packages, name) === version))
    return packages;
  console.log(`Installing ${Object.keys(PEERS).join(' and ')} for comparison (once) …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'peers', private: true, dependencies: PEERS }),
  );
  if (npm(['install', '--ignore-scripts'], folder)) return packages;
  console.warn('They could not be installed; only the widget is measured.');
  return undefined;
}

/** Writes Pagefind's bundle for the HTML of a folder. */
export async function buildPagefind(packages, site, out) {
  const { createIndex, close } = await import(pathToFileURL(join(packages, 'pagefind/lib/index.js')).href);
  const { index, errors } = await createIndex({});
  if (errors.length > 0) throw new Error(errors.join(' '));
  await index.addDirectory({ path: site });
  await index.writeFiles({ outputPath: out });
  await close();
}

function versionIn(packages, name) {
  const path = join(packages, name, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : undefined;
}
