// The files of a folder that may be tools, or belong to one: what a person would drop onto the app.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ImportFile } from '../core/tool-draft.ts';
import { WrongUse } from './command-line.ts';
import { IMPORT_LIMITS } from '../tools/formats/import-limits.ts';
import { GuardedFolder } from './guarded-folder.ts';

/** Scripts, requests and flows, cases, lists of tools, and texts that a tool can read. */
export const WANTED =
  /\.(lua|http\.json|flow\.json|txt|csv|tsv)$|(^|[./])cases\.json$|(^|\/)(ctx|registry)\.toml$/i;
/** Texts that a tool can read. Larger ones than a tool takes are left out: a folder may hold other data. */
const DATA = /\.(txt|csv|tsv)$/i;
const LEFT = /^(\.|node_modules$|dist$)/;
/** Maximum depth below the named folder: `lib/text/words.lua` is 2. */
const DEPTH = 4;

/**
 * @param folder its name is the first part of each path, and names the bundle.
 * @param wanted which files, by their paths
 * @param onLarge called for each text that is too large for a tool
 * @throws WrongUse
 */
export function filesIn(
  folder: string,
  wanted = WANTED,
  onLarge: (path: string, size: number) => void = () => undefined,
): ImportFile[] {
  const root = resolve(folder);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new WrongUse(`Folder not found: ${folder}`);
  }
  const guarded = new GuardedFolder(root);
  const files: ImportFile[] = [];
  const walk = (place: string, path: string, depth: number): void => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      if (LEFT.test(entry.name)) continue;
      const inside = join(place, entry.name);
      if (entry.isDirectory() && depth < DEPTH) walk(inside, `${path}/${entry.name}`, depth + 1);
      else if (entry.isFile() && wanted.test(`${path}/${entry.name}`)) {
        const size = DATA.test(entry.name) ? (guarded.facts(inside)?.size ?? 0) : 0;
        if (size > IMPORT_LIMITS.file) {
          onLarge(`${path}/${entry.name}`, size);
          continue;
        }
        const bytes = guarded.read(inside);
        if (bytes) files.push({ path: `${path}/${entry.name}`, bytes: new Uint8Array(bytes) });
      }
    }
  };
  walk(root, basename(root) || 'tools', 0);
  return files;
}

/** @throws WrongUse */
export function oneFile(file: string): ImportFile {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new WrongUse(`File not found: ${file}`);
  if (!found.isFile()) throw new WrongUse(`${file} is not a file; --cases also accepts a folder`);
  return { path: basename(file), bytes: new Uint8Array(readFileSync(file)) };
}
