// The sandbox's prelude for Node programs (the worker gets it through Vite).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreludePart } from '../src/sandbox/worker/vm.ts';

const FOLDER = fileURLToPath(new URL('../src/sandbox/worker/prelude', import.meta.url));

/** Its parts in order: file names begin with their number. */
export function readPrelude(): PreludePart[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.lua'))
    .sort()
    .map((name) => ({ name, source: readFileSync(join(FOLDER, name), 'utf8') }));
}
