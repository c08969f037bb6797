#!/usr/bin/env node
// `npx perilune`: installs and builds what is missing, then runs the program. What it says on the way goes to stderr, so
// that the output of the program stays clean.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { log } = console;
console.log = console.error;
// Packages that `npm ci` installed will do; it is `npm start` and `npm test` that look whether they are the latest.
if (!existsSync(new URL('../node_modules/vite/package.json', import.meta.url))) {
  await import('../scripts/ensure-installed.mjs');
}
const { buildProgram, PROGRAM } = await import('../scripts/build-program.mjs');
await buildProgram(console.error);
console.log = log;
await import(pathToFileURL(PROGRAM).href);
