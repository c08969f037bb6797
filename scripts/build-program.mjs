// Builds the terminal program if it is missing or older than its sources.
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const PROGRAM = `${root}dist-program/program.js`;

/** Its source folders and files, without screens and tests. */
const PARTS = ['src', 'scripts/vite', 'package-lock.json', 'package.json'];

/** @param say called with a line when a build takes time. */
export async function buildProgram(say = () => undefined) {
  if (isNewest(PROGRAM, PARTS, /(^|[\\/])ui[\\/]|\.test(-support)?\.ts$/)) return;
  say('Building the program for terminals (once, and after a change) …');
  await buildProgramInto(`${root}dist-program`);
}

/** Builds the complete program: itself, the sandbox with its engine, and the widget it copies next to an index. */
export async function buildProgramInto(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: `${root}scripts/vite/widget.config.ts`,
    logLevel: 'warn',
    build: { outDir: `${outDir}/widget` },
  });
  copyFileSync(`${root}node_modules/wasmoon/dist/glue.wasm`, `${outDir}/glue.wasm`);
  // The program comes last: it marks the build as complete.
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
 * Whether a file exists and is newer than all its sources.
 * @param {string[]} parts source files and folders of the repository
 * @param {RegExp} [left] paths to ignore in them
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
