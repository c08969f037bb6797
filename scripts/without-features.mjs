// Builds the app from a copy of the sources without folders of src/features, and runs a core journey on it. `node
// scripts/without-features.mjs` removes all at once, as `npm test` does; `--each` removes one at a time; names select
// the ones to remove.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Build outputs, and folders shared with the sources. */
const LEFT_OUT = /^(node_modules|dist|dist-program|dist-package|dist-extension|test-results|\.git|\.cache)$/;

const features = readdirSync(join(root, 'src/features'));
const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !features.includes(name));
if (unknown.length > 0) {
  console.error(`There is no feature ${unknown.join(', ')}. Use ${features.join(', ')}.`);
  process.exit(1);
}
const removals =
  named.length > 0 ? [named] : args.includes('--each') ? features.map((name) => [name]) : [features];

const failed = removals.filter((names) => !worksWithout(names));
for (const names of failed) console.error(`The core journeys fail without ${names.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

function worksWithout(names) {
  console.log(`Without ${names.join(', ')}`);
  const copy = mkdtempSync(join(tmpdir(), 'perilune-without-'));
  try {
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(relative(root, path)),
    });
    for (const name of names) rmSync(join(copy, 'src/features', name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    const run = (...command) =>
      spawnSync(process.execPath, command, {
        cwd: copy,
        stdio: 'inherit',
        env: { ...process.env, E2E_BUILT: '1' },
      }).status === 0;
    return (
      run('node_modules/vite/bin/vite.js', 'build', '--logLevel=error') &&
      run(
        'node_modules/playwright/cli.js',
        'test',
        '--config=e2e/playwright.config.ts',
        'without-features.spec.ts',
      )
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
