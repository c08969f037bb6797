// Where the files of the installed package lie: beside the programs, of which some are in the folder of their parts.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = ['./', '../']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(new URL('widget', url)));

/** Address of a file that the package's build puts beside the programs. */
export function beside(file: string): URL {
  return new URL(file, PROGRAM ?? import.meta.url);
}

/** The built widget; undefined where none was built. */
export const WIDGET = PROGRAM && fileURLToPath(beside('widget'));

/** The folder of a pack, when it is not named. */
export const PACK = 'perilune';
