#!/usr/bin/env node
// `npx perilune`: installs and builds what is missing, then runs the program. Progress goes to stderr, so that stdout
// contains only the program's output.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { log } = console;
console.log = console.error;
// Any installed packages will do; `npm start` and `npm test` check whether they are up to date.
if (!existsSync(new URL('../node_modules/vite/package.json', import.meta.url))) {
  await import('../scripts/ensure-installed.mjs');
}
const { buildProgram, PROGRAM } = await import('../scripts/build-program.mjs');
await buildProgram(console.error);
console.log = log;
await import(pathToFileURL(PROGRAM).href);
