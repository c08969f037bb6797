// `npm run fuzz`: runs the property tests with a fresh seed. `npm run fuzz -- --seed=7 src/core` repeats one, in some
// files. `npm test` always uses the same seed (scripts/property-seed.ts). A failure found here becomes a case of its
// test.
import './ensure-installed.mjs';
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const SEED = '--seed=';
const args = process.argv.slice(2);
const given = args.find((arg) => arg.startsWith(SEED))?.slice(SEED.length);
const seed = given === undefined ? randomInt(-(2 ** 31), 2 ** 31) : Number(given);
if (!Number.isInteger(seed)) {
  console.error(`A seed is a whole number, not "${given}".`);
  process.exit(1);
}

const filters = args.filter((arg) => !arg.startsWith(SEED));
const files = ['src', 'scripts', 'tools']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes("'fast-check'"))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));

console.log(`Property tests of ${files.length} files with the seed ${seed}.`);
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_SEED: String(seed) },
});
if (status !== 0) {
  console.log(`
Run these again:  npm run fuzz -- --seed=${seed}${filters.map((filter) => ` ${filter}`).join('')}
fast-check prints the seed, the path and the smallest counterexample of each property above. Keep each as a case
of its test: a row of it.each, or an entry of the property's \`examples\`.`);
}
process.exitCode = status ?? 1;
