// Builds the program for terminals when it is not there, or older than a file that it is made of.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const PROGRAM = `${root}dist-program/program.js`;

/** Folders and files that go into it. */
const PARTS = ['src', 'scripts/vite', 'package-lock.json', 'package.json'];

/** @param say gets a line when there is something to wait for. */
export async function buildProgram(say = () => undefined) {
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs >= newest()) return;
  say('Building the program for terminals (once, and after a change) …');
  const { build } = await import('vite');
  const configFile = `${root}scripts/vite/program.config.ts`;
  // The program last: it says that all of it is there.
  for (const mode of ['sandbox', 'production']) await build({ configFile, mode, logLevel: 'warn' });
}

/** When the latest of its parts was written; screens and tests are none of them. */
function newest() {
  let latest = 0;
  for (const part of PARTS) {
    const path = join(root, part);
    const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [''];
    for (const name of inside) {
      if (/(^|[\\/])ui[\\/]|\.test(-support)?\.ts$/.test(name)) continue;
      const file = statSync(join(path, name), { throwIfNoEntry: false });
      if (file?.isFile()) latest = Math.max(latest, file.mtimeMs);
    }
  }
  return latest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildProgram();
