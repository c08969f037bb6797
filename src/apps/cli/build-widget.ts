// `perilune build` puts the widget beside the pack, so that a site publishes one folder, and says what its pages need.
import { relative } from 'node:path';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { filesIn } from './build-folder.ts';

/** The script that pages name. It is written last: what it loads is there before it. */
const ENTRY = 'perilune-chat.js';
const FRAME = 'sandbox.html';
const LICENCES = 'third-party-licences.txt';
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
