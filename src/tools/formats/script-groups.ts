// Decides which Lua files are scripts, which are modules, and which other files belong to a script.
import { declarationOf } from './lua-declaration.ts';
import type { ImportFolder } from './import-folder.ts';
import { baseOf, folderOf, toToolName, within } from './import-path.ts';

/** A script and its files. */
export interface ScriptGroup {
  path: string;
  /** The folder's name for `tool.lua` or `connector.lua`, otherwise the file's. */
  name: string;
  /** It owns its folder: every text in it belongs to it. */
  owns: boolean;
  /** Texts by path, relative to the script's folder. */
  files: Map<string, string>;
}

const ENTRY = /^(tool|connector)\.lua$/i;
const LIBRARY = /(^|\/)lib\//i;
/** Files that are tools themselves or describe several, wherever they are. */
const DOCUMENT = /\.(http\.json|flow\.json|skill)$|(^|\/)(ctx|registry)\.toml$/i;

/**
 * - A `tool.lua` or `connector.lua` owns its folder: the modules and texts in it, except those that a folder below
 *   owns.
 * - A script elsewhere gets the Lua files beside and below it that declare no tool, and those below `lib`.
 * - A Lua file with no script above it is a script, whatever it declares: the sandbox reports what it lacks.
 *
 * Takes the grouped files from the folder, test cases included.
 */
export function groupScripts(folder: ImportFolder): ScriptGroup[] {
  const lua = folder.open().filter((path) => /\.lua$/i.test(path));
  const isScript = (path: string): boolean =>
    ENTRY.test(baseOf(path)) || declarationOf(folder.text(path) ?? '') !== undefined;
  const groups = lua
    .filter((path) => !LIBRARY.test(path) && isScript(path))
    .map((path) => toGroup(folder, path));
  const others = lua.filter((path) => !groups.some((group) => group.path === path));
  const inLibraries = (path: string): number => (LIBRARY.test(path) ? 1 : 0);
  const before = new Set(groups.map(({ path }) => path));
  for (const path of others.sort((a, b) => inLibraries(a) - inLibraries(b))) {
    const wanted = LIBRARY.test(path) ? groups : groups.filter((group) => before.has(group.path));
    const owners = ownersOf(wanted, path);
    if (owners.length === 0) groups.push(toGroup(folder, path));
    for (const owner of owners) add(folder, owner, path);
  }
  for (const path of groups.map((group) => group.path)) folder.take(path);
  addCases(folder, groups);
  for (const path of folder.open().filter((text) => !DOCUMENT.test(text))) {
    const owners = ownersOf(groups, path).filter((group) => group.owns);
    for (const owner of owners) add(folder, owner, path);
  }
  return groups;
}

/**
 * Adds texts beside a single script that uses `fs`, which it may want to read. Called last, after all tools have been
 * taken.
 */
export function addReadable(folder: ImportFolder, groups: readonly ScriptGroup[]): void {
  for (const path of folder.open()) {
    const [owner, another] = ownersOf(groups, path);
    if (!owner || another || owner.owns) continue;
    if (/\bfs\s*\.\s*(read|list)\b/.test(folder.text(owner.path) ?? '')) add(folder, owner, path);
  }
}

/** Returns the texts of a script by path. */
export function filesOf(groups: readonly ScriptGroup[], path: string): Record<string, string> {
  return Object.fromEntries(groups.find((group) => group.path === path)?.files ?? []);
}

/**
 * Returns the scripts of the nearest folder that has any. A script that owns its folder leaves nothing in it to
 * others.
 */
function ownersOf(groups: readonly ScriptGroup[], path: string): ScriptGroup[] {
  let place: string | undefined = folderOf(path);
  while (place !== undefined) {
    const here = groups.filter((group) => folderOf(group.path) === place);
    if (here.length > 0) return here;
    place = place === '' ? undefined : folderOf(place);
  }
  return [];
}

function add(folder: ImportFolder, group: ScriptGroup, path: string): void {
  const text = folder.text(path);
  if (text === undefined) return;
  group.files.set(within(folderOf(group.path), path), text);
  folder.take(path);
}

function toGroup(folder: ImportFolder, path: string): ScriptGroup {
  const base = baseOf(path);
  const owns = ENTRY.test(base);
  const own = baseOf(folderOf(path)) || folder.name;
  const stem = base.replace(/\.lua$/i, '');
  const isSecond =
    /^connector/i.test(base) && folder.text(path.replace(/connector(?=\.lua$)/i, 'tool')) !== undefined;
  const name = !owns || own === undefined ? stem : isSecond ? `${own}_connector` : own;
  return { path, name: toToolName(name), owns, files: new Map() };
}

/** `weather.cases.json` belongs to `weather.lua`; `cases.json` belongs to the only script of its folder. */
function addCases(folder: ImportFolder, groups: readonly ScriptGroup[]): void {
  for (const group of groups) {
    const place = folderOf(group.path);
    const here = groups.filter(({ path }) => folderOf(path) === place);
    const stem = group.path.replace(/\.lua$/i, '');
    const own = folder.open(place).filter((path) => folderOf(path) === place && /\.cases\.json$/i.test(path));
    const plain = place === '' ? 'cases.json' : `${place}/cases.json`;
    const [only] = here.length === 1 && own.length === 1 ? own : [];
    const path = [`${stem}.cases.json`, ...(here.length === 1 ? [plain] : []), only].find(
      (one) => one !== undefined && folder.text(one) !== undefined && !folder.isTaken(one),
    );
    if (path === undefined) continue;
    group.files.set('cases.json', folder.text(path) ?? '');
    folder.take(path);
  }
}
