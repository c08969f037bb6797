// `npm run bench [name …]`: runs all or the named benchmarks, each in its own process.
import '../scripts/ensure-installed.mjs';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Modules of benchmarks. */
const PARTS = [
  'run',
  'corpus',
  'collections',
  'embed',
  'rankings',
  'serve',
  'peers',
  'built-site',
  'papaparse-in-node',
];

const folder = fileURLToPath(new URL('.', import.meta.url));
const benches = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.replace(/\.mjs$/, ''))
  .filter((name) => !PARTS.includes(name));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(', ')}. There are: ${benches.join(', ')}.`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : benches) {
  console.log(`\n## ${name}\n`);
  const { status } = spawnSync(process.execPath, [`${folder}${name}.mjs`], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
