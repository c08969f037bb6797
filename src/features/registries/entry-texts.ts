// Reads the texts of one entry, once: what a person sees is what is installed, whatever the registry answers later.
import { Failure } from '../../core/errors.ts';
import { luaCode } from '../../lua-language/lua-tokens.ts';
import { bytesOf, sha256OfBytes } from '../../tools/formats/import-limits.ts';
import { baseOf, folderOf, isBelow, toToolName, within } from '../../tools/formats/import-path.ts';
import type { ImportFile } from '../../core/tool-draft.ts';
import type { RegistryEntry } from './read-manifest.ts';
import type { RegistryFiles } from './registry-files.ts';

export interface EntryTexts {
  /** Path of its script below the registry. */
  path: string;
  source: string;
  /** Modules and data beside the script, by path from its folder. */
  files: Record<string, string>;
  readme?: string;
  /** SHA-256 of script and files, in hex: another hash is another text. */
  hash: string;
}

const SCRIPTS = {
  tool: ['tool.lua', 'connector.lua'],
  connector: ['connector.lua', 'tool.lua'],
  agent: ['agent.lua', 'agent.toml'],
} as const;
/** A script that owns its folder: all texts in it belong to it. */
const OWNS = /(^|\/)(tool|connector)\.lua$/i;
const README = 'README.md';
const MOST_FILES = 100;
/** Characters of all texts together. */
const MOST_TEXT = 4 * 1024 * 1024;

/** @throws Failure `not_found` when there is no script, `too_large`, and of the files */
export async function readEntry(entry: RegistryEntry, files: RegistryFiles): Promise<EntryTexts> {
  if (entry.problem !== undefined) throw new Failure('bad_request', entry.problem);
  const { path, source } = await scriptOf(entry, files);
  const folder = folderOf(path);
  const beside = entry.kind === 'agent' ? {} : await filesBeside(entry, path, source, files);
  const readme = folder === '' ? undefined : await optional(files, `${folder}/${README}`);
  const total = [source, ...Object.values(beside)].reduce((sum, { length }) => sum + length, 0);
  if (total > MOST_TEXT) throw new Failure('too_large', `${entry.name} has too much text for a tool.`);
  const sorted = Object.entries(beside).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    path,
    source,
    files: Object.fromEntries(sorted),
    ...(readme !== undefined && { readme }),
    hash: await sha256OfBytes(bytesOf(JSON.stringify([source, sorted]))),
  };
}

/** Returns them as files of an import, under the name in the registry. */
export function importFiles({ name }: RegistryEntry, { path, source, files }: EntryTexts): ImportFile[] {
  const folder = toToolName(name);
  const script = OWNS.test(path) ? baseOf(path).toLowerCase() : `${folder}.lua`;
  const texts = { ...files, [script]: source };
  return Object.entries(texts).map(([at, text]) => ({ path: `${folder}/${at}`, bytes: bytesOf(text) }));
}

async function scriptOf(
  { kind, path }: RegistryEntry,
  files: RegistryFiles,
): Promise<{ path: string; source: string }> {
  const isFile = /\.(lua|toml)$/i.test(path);
  const places = isFile ? [path] : SCRIPTS[kind].map((name) => `${path}/${name}`);
  for (const place of places) {
    const source = await files.text(place);
    if (source !== undefined) return { path: place, source };
  }
  throw new Failure('not_found', `The registry lists it, but has no file ${places[0]}.`);
}

/**
 * All texts of its folder, where a folder can be listed; otherwise the modules that it requires, and the data that it
 * reads or the registry names.
 */
async function filesBeside(
  entry: RegistryEntry,
  script: string,
  source: string,
  files: RegistryFiles,
): Promise<Record<string, string>> {
  const folder = folderOf(script);
  const found: Record<string, string> = {};
  if (files.paths && OWNS.test(script)) {
    const inFolder = (await files.paths()).filter(
      (path) => isBelow(folder, path) && path !== script && baseOf(path) !== README && folder !== '',
    );
    if (inFolder.length > MOST_FILES)
      throw new Failure('too_large', `${folder} has more than ${MOST_FILES} files; no tool needs that many.`);
    for (const path of inFolder) {
      const text = await optional(files, path);
      if (text !== undefined) found[within(folder, path)] = text;
    }
    return found;
  }
  // A set hands out what is added while it is gone through, and each name once.
  const modules = new Set(modulesOf(source));
  for (const module of modules) {
    if (modules.size > MOST_FILES)
      throw new Failure('too_large', `It requires more than ${MOST_FILES} modules; no tool needs that many.`);
    for (const path of [`${module}.lua`, `lib/${module}.lua`]) {
      const text = await files.text(folder === '' ? path : `${folder}/${path}`);
      if (text === undefined) continue;
      found[path] = text;
      for (const further of modulesOf(text)) modules.add(further);
      break;
    }
  }
  const data = new Set([...entry.files, ...[source, ...Object.values(found)].flatMap(dataOf)]);
  if (data.size > MOST_FILES)
    throw new Failure('too_large', `It reads more than ${MOST_FILES} files; no tool needs that many.`);
  for (const path of data) {
    if (Object.hasOwn(found, path)) continue;
    const text = await optional(files, folder === '' ? path : `${folder}/${path}`);
    if (text !== undefined) found[path] = text;
  }
  return found;
}

/** Names in `require("…")` that can be paths, as paths without their ending. */
function modulesOf(source: string): string[] {
  const code = luaCode(source);
  return code.flatMap(({ kind, text }, index) => {
    if (kind !== 'name' || text !== 'require') return [];
    const next = code[index + 1]?.text === '(' ? code[index + 2]?.text : code[index + 1]?.text;
    const [, name] = /^["']([A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+){0,7})["']$/.exec(next ?? '') ?? [];
    return name === undefined ? [] : [name.replaceAll('.', '/')];
  });
}

/** Paths in `fs.read("…")`. A script may also write such a file itself, so none is required. */
function dataOf(source: string): string[] {
  const code = luaCode(source);
  return code.flatMap(({ kind, text }, index) => {
    const [dot, read, open, path] = code.slice(index + 1, index + 5).map((token) => token.text);
    if (kind !== 'name' || text !== 'fs' || dot !== '.' || read !== 'read' || open !== '(') return [];
    const [, plain] =
      /^["']((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/){0,7}[A-Za-z0-9_-][A-Za-z0-9._-]*)["']$/.exec(path ?? '') ??
      [];
    return plain ?? [];
  });
}

/** Without it, the entry still works. */
async function optional(files: RegistryFiles, path: string): Promise<string | undefined> {
  return files.text(path).catch(() => undefined);
}
