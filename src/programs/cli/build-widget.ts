// `perilune build` puts the widget beside the pack, so that a site publishes one folder, and says what its pages need.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow } from './build-folder.ts';

/** The script that pages name. It is written last: what it loads is there before it. */
const ENTRY = 'perilune-chat.js';
const FRAME = 'sandbox.html';
/** Names with a hash, as only the widget's build gives them: those of another version are taken away. */
const PART = /^parts\/[\w.-]+-[\w-]{8}\.\w+$/;

export interface WidgetFiles {
  files: number;
  bytes: number;
  written: number;
  removed: number;
}

/**
 * Makes the widget in a pack's folder the one that is given; files that are the same stay untouched.
 * @param from the folder of the built widget; undefined: none shall be there
 */
export function putWidget(from: string | undefined, out: string): WidgetFiles {
  const names =
    from === undefined ? [] : filesBelow(from).sort((a, b) => Number(a === ENTRY) - Number(b === ENTRY));
  const done: WidgetFiles = { files: names.length, bytes: 0, written: 0, removed: 0 };
  for (const name of names) {
    const bytes = readFileSync(join(from!, name));
    const path = join(out, name);
    done.bytes += bytes.length;
    if (isSame(path, bytes)) continue;
    mkdirSync(dirname(path), { recursive: true });
    // Under its own name it is whole.
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
    done.written++;
  }
  for (const name of [ENTRY, FRAME, ...partsIn(out)]) {
    const path = join(out, name);
    if (names.includes(name) || !statSync(path, { throwIfNoEntry: false })) continue;
    rmSync(path);
    done.removed++;
  }
  const parts = join(out, 'parts');
  if (done.removed > 0 && statSync(parts, { throwIfNoEntry: false }) && readdirSync(parts).length === 0)
    rmdirSync(parts);
  return done;
}

/**
 * @param base of the site, with a slash at both ends
 * @returns what a page of the site needs, two lines
 */
export function linesForPages(site: string, out: string, base: string): string[] {
  const below = relative(site, out).replaceAll('\\', '/');
  const address =
    below === '..' || below.startsWith('../') ? '/perilune/' : `${base}${below}/`.replace(/\/{2,}/g, '/');
  return [
    `<script type="module" src="${encodeURI(address)}${ENTRY}"></script>`,
    `<perilune-chat pack="${encodeURI(address)}"></perilune-chat>`,
  ];
}

function partsIn(out: string): string[] {
  if (!statSync(join(out, 'parts'), { throwIfNoEntry: false })?.isDirectory()) return [];
  return filesBelow(join(out, 'parts'))
    .map((name) => `parts/${name}`)
    .filter((name) => PART.test(name));
}

function isSame(path: string, bytes: Buffer): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.size !== bytes.length) return false;
  return readFileSync(path).equals(bytes);
}
