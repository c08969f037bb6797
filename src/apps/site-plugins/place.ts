// Where the files of the installed package lie: next to the programs, or one folder up for their shared parts.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = ['./', '../']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(new URL('widget', url)));

/** Returns the address of a file that the package's build puts next to the programs. */
export function beside(file: string): URL {
  return new URL(file, PROGRAM ?? import.meta.url);
}

/** The folder of the built widget; undefined when it was not built. */
export const WIDGET = PROGRAM && fileURLToPath(beside('widget'));

/** Default name of the index folder. */
export const PACK = 'perilune';
