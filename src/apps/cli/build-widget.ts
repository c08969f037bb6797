// `perilune build` puts the widget next to the index, so that a site publishes one folder, and prints the HTML its
// pages need.
import { relative } from 'node:path';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { filesIn } from './build-folder.ts';

/** The script that pages load. It is written last, after everything it imports. */
const ENTRY = 'perilune-chat.js';
const FRAME = 'sandbox.html';
const LICENCES = 'third-party-licences.txt';
/** File names with a hash, as only the widget's build creates them; those of other versions are deleted. */
const PART = /^parts\/[\w.-]+-[\w-]{8}\.\w+$/;

export interface WidgetFiles {
  files: number;
  bytes: number;
  written: number;
  removed: number;
}

/**
 * Makes the widget in the index folder equal to the given one. Identical files stay untouched.
 * @param from the folder of the built widget; undefined removes the widget
 */
export function putWidget(from: string | undefined, out: GuardedFolder): WidgetFiles {
  const built = from === undefined ? undefined : new GuardedFolder(from);
  const names = built ? filesIn(built).files.sort((a, b) => Number(a === ENTRY) - Number(b === ENTRY)) : [];
  const done: WidgetFiles = { files: names.length, bytes: 0, written: 0, removed: 0 };
  for (const name of names) {
    const bytes = built!.read(name)!;
    done.bytes += bytes.length;
    if (out.facts(name)?.size === bytes.length && out.read(name)?.equals(bytes)) continue;
    out.write(name, bytes);
    done.written++;
  }
  const parts = out.list().files.filter((name) => PART.test(name));
  for (const name of [ENTRY, FRAME, LICENCES, ...parts]) {
    if (!names.includes(name) && out.remove(name)) done.removed++;
  }
  if (done.removed > 0) out.removeEmpty('parts');
  return done;
}

/**
 * @param base of the site, with a leading and a trailing slash
 * @returns the two lines of HTML that each page needs
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
