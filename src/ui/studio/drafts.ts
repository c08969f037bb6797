// Unsaved changes to tools' texts, stored in the browser until they are saved or discarded.
import { dropSteps } from './editor/undo-keep.ts';

const PREFIX = 'perilune:draft:';

/** Key of a tool's list of deleted files. No file has such a path. */
const REMOVED = '/removed';

/** Web storage can be off or full; drafts then last only as long as the page. */
const fallback = new Map<string, string>();

/** A tool's name contains no slash, so its script and files cannot collide. */
function keyOf(name: string, path: string): string {
  return path === '' ? name : `${name}/${path}`;
}

/** @param path of one of the tool's files; '' is its script. */
export function readDraft(name: string, path = ''): string | undefined {
  const key = keyOf(name, path);
  try {
    return localStorage.getItem(PREFIX + key) ?? fallback.get(key);
  } catch {
    return fallback.get(key);
  }
}

/** `undefined` deletes it. */
export function keepDraft(name: string, source: string | undefined, path = ''): void {
  const key = keyOf(name, path);
  try {
    if (source === undefined) localStorage.removeItem(PREFIX + key);
    else store(PREFIX + key, source);
    fallback.delete(key);
  } catch {
    if (source === undefined) fallback.delete(key);
    else fallback.set(key, source);
  }
}

/** A draft is more important than undo histories. */
function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    dropSteps();
    localStorage.setItem(key, text);
  }
}

/** Paths of deleted files, not yet saved. */
export function readRemoved(name: string): string[] {
  try {
    const paths = JSON.parse(readDraft(name, REMOVED) ?? '[]') as unknown;
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

export function keepRemoved(name: string, paths: readonly string[]): void {
  keepDraft(name, paths.length > 0 ? JSON.stringify(paths) : undefined, REMOVED);
}

/** All unsaved texts of a tool, by path. */
export function draftsOf(name: string): Map<string, string> {
  const all = everyDraft(name);
  all.delete(REMOVED);
  return all;
}

/** Everything unsaved about a tool, for removing and restoring it. */
export function everyDraft(name: string): Map<string, string> {
  let keys = [...fallback.keys()];
  try {
    const stored = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    keys = [...stored.map((key) => key.slice(PREFIX.length)), ...keys];
  } catch {
    // Without storage, only this page's drafts.
  }
  const paths = keys.flatMap((key) =>
    key === name ? [''] : key.startsWith(`${name}/`) ? [key.slice(name.length + 1)] : [],
  );
  return new Map(
    paths.flatMap((path) => {
      const text = readDraft(name, path);
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}

export function keepDrafts(name: string, drafts: ReadonlyMap<string, string>): void {
  for (const [path, text] of drafts) keepDraft(name, text, path);
}

export function dropDrafts(name: string): void {
  for (const path of everyDraft(name).keys()) keepDraft(name, undefined, path);
  dropSteps(name);
}
