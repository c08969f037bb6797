#!/usr/bin/env node
// `npx perilune`: installs and builds what is missing, then runs the program. What it says on the way goes to stderr, so
// that the output of the program stays clean.
const { log } = console;
console.log = console.error;
await import('../scripts/ensure-installed.mjs');
const { buildProgram, PROGRAM } = await import('../scripts/build-program.mjs');
await buildProgram(console.error);
console.log = log;
const { pathToFileURL } = await import('node:url');
await import(pathToFileURL(PROGRAM).href);
