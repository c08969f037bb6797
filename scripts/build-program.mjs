// Builds the program for terminals when it is not there, or older than a file that it is made of.
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const PROGRAM = `${root}dist-program/program.js`;

/** Folders and files that go into it; screens and tests are none of them. */
const PARTS = ['src', 'scripts/vite', 'package-lock.json', 'package.json'];

/** @param say gets a line when there is something to wait for. */
export async function buildProgram(say = () => undefined) {
  if (isNewest(PROGRAM, PARTS, /(^|[\\/])ui[\\/]|\.test(-support)?\.ts$/)) return;
  say('Building the program for terminals (once, and after a change) …');
  await buildProgramInto(`${root}dist-program`);
}

/** All that the program is made of: itself, the sandbox with its engine, and the widget that it puts beside a pack. */
export async function buildProgramInto(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: `${root}scripts/vite/widget.config.ts`,
    logLevel: 'warn',
    build: { outDir: `${outDir}/widget` },
  });
  copyFileSync(`${root}node_modules/wasmoon/dist/glue.wasm`, `${outDir}/glue.wasm`);
  // The program last: it says that all of it is there.
  for (const mode of ['sandbox', 'production']) {
    await build({
      configFile: `${root}scripts/vite/program.config.ts`,
      mode,
      logLevel: 'warn',
      build: { outDir },
    });
  }
}

/**
 * Whether a file is there, and none of the files that it is made of is newer.
 * @param {string[]} parts files and folders of the repository
 * @param {RegExp} [left] paths in them that do not matter
 */
export function isNewest(file, parts, left = /\.test(-support)?\.ts$/) {
  if (!existsSync(file)) return false;
  let latest = 0;
  for (const part of parts) {
    const path = join(root, part);
    const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [''];
    for (const name of inside) {
      if (left.test(name)) continue;
      const found = statSync(join(path, name), { throwIfNoEntry: false });
      if (found?.isFile()) latest = Math.max(latest, found.mtimeMs);
    }
  }
  return statSync(file).mtimeMs >= latest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildProgram();
