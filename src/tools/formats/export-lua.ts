// Exports tools as Lua files: a single script unchanged, anything more as a ZIP of folders. Also helpers for the
// other script exports.
import { Failure } from '../../core/errors.ts';
import type { Tool } from '../../core/tool.ts';
import { packZip } from './bundle-zip.ts';
import { list } from './draft.ts';
import { renamed } from './lua-declaration.ts';
import { portableOrder } from './portable-tool.ts';

/** A file for the user to save. */
export interface ExportedFile {
  fileName: string;
  bytes: Uint8Array;
  /** Its content type. */
  type: string;
  /** Sentences on what was left out or changed. */
  notes: string[];
}

/** A tool together with its script. */
export interface Script {
  tool: Tool;
  source: string;
}

export const ZIP_TYPE = 'application/zip';

/** @throws Failure `bad_request` instead of writing an empty file */
export function exportLua(slug: string, scripts: readonly Script[], notes: string[]): ExportedFile {
  const [only] = scripts;
  if (!only) throw nothingToExport('Lua', notes);
  if (scripts.length === 1 && Object.keys(only.tool.files).length === 0) {
    const bytes = new TextEncoder().encode(only.source);
    return { fileName: `${only.tool.name}.lua`, bytes, type: 'text/x-lua', notes };
  }
  const texts = new Map<string, string>();
  for (const script of scripts) putScript(texts, script.tool.name, script);
  return { fileName: `${slug}.zip`, bytes: packZip(texts), type: ZIP_TYPE, notes };
}

/** Adds a script and its files to a folder. */
export function putScript(texts: Map<string, string>, folder: string, { tool, source }: Script): void {
  for (const [path, text] of Object.entries(tool.files)) texts.set(`${folder}/${path}`, text);
  texts.set(`${folder}/${scriptFile(tool)}`, source);
}

/**
 * Puts scripts in the folders `tools` and `connectors`.
 * @param entryOf returns what the format says of a script at a path
 * @returns the entries of both folders by name; none for an empty folder
 */
export function putInFolders<Entry extends object>(
  texts: Map<string, string>,
  scripts: readonly Script[],
  entryOf: (script: Script, path: string) => Entry,
): [folder: string, entries: Record<string, Entry>][] {
  const folders: Record<'tools' | 'connectors', [string, Entry][]> = { tools: [], connectors: [] };
  for (const script of scripts) {
    const { tool } = script;
    const table = tool.kind === 'connector' ? 'connectors' : 'tools';
    putScript(texts, `${table}/${tool.name}`, script);
    folders[table].push([tool.name, entryOf(script, `${table}/${tool.name}/${scriptFile(tool)}`)]);
  }
  return Object.entries(folders)
    .filter(([, entries]) => entries.length > 0)
    .map(([folder, entries]) => [folder, Object.fromEntries(entries)]);
}

function scriptFile(tool: Tool): string {
  return tool.kind === 'connector' ? 'connector.lua' : 'tool.lua';
}

/**
 * Picks the scripts for formats without versions: one per name, the one that answers to it. Scripts that can't run
 * here because they aren't Lua are left out.
 */
export function latestScripts(scripts: readonly Script[], notes: string[]): Script[] {
  const latest = new Map<string, Script>();
  for (const script of scripts) {
    const known = latest.get(script.tool.name);
    if (!known || known.tool.currentSince <= script.tool.currentSince) latest.set(script.tool.name, script);
  }
  const older = scripts.filter((script) => latest.get(script.tool.name) !== script);
  if (older.length > 0) {
    const names = older.map(({ tool }) => `${tool.name} ${tool.spec.version}`);
    notes.push(`This format has no versions, so older versions were left out: ${list(names)}.`);
  }
  return [...latest.values()];
}

/**
 * @param scriptOf returns the script of an HTTP tool or a flow
 * @param notes gets a sentence for each tool without one
 */
export async function scriptsOf(
  tools: readonly Tool[],
  scriptOf: (tool: Tool) => Promise<string>,
  notes: string[],
): Promise<Script[]> {
  const scripts: Script[] = [];
  const left: string[] = [];
  const converted: string[] = [];
  for (const tool of portableOrder(tools)) {
    if (tool.problem !== undefined) {
      left.push(tool.name);
      continue;
    }
    const source = tool.kind === 'http' || tool.kind === 'flow' ? await scriptOf(tool) : tool.source;
    if (source !== tool.source) converted.push(tool.name);
    scripts.push({ tool, source: renamed(source, tool.name) });
  }
  if (left.length > 0) notes.push(`These tools cannot run and were left out: ${list(left)}.`);
  if (converted.length > 0) {
    notes.push(`HTTP tools and flows were converted to Lua scripts: ${list(converted)}.`);
  }
  return scripts;
}

export function nothingToExport(format: string, notes: readonly string[]): Failure {
  const why = notes.length > 0 ? ` ${notes.join(' ')}` : '';
  return new Failure('bad_request', `nothing here can be exported as ${format}.${why}`);
}
