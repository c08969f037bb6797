// Tools as Lua files: one script alone as it is, anything more as a ZIP of folders. Also what the other exports of scripts share.
import { Failure } from '../../core/errors.ts';
import type { Tool } from '../../core/tool.ts';
import { packZip } from './bundle-zip.ts';
import { list } from './draft.ts';
import { renamed } from './lua-declaration.ts';
import { portableOrder } from './portable-tool.ts';

/** A file to be saved. */
export interface ExportedFile {
  fileName: string;
  bytes: Uint8Array;
  /** Its content type. */
  type: string;
  /** What was left out or changed. Sentences. */
  notes: string[];
}

/** A tool as the script that it comes down to. */
export interface Script {
  tool: Tool;
  source: string;
}

export const ZIP_TYPE = 'application/zip';

/** @throws Failure `bad_request`: an empty file would help nobody. */
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

/** Puts a script and its files into a folder. */
export function putScript(texts: Map<string, string>, folder: string, { tool, source }: Script): void {
  for (const [path, text] of Object.entries(tool.files)) texts.set(`${folder}/${path}`, text);
  texts.set(`${folder}/${scriptFile(tool)}`, source);
}

export function scriptFile(tool: Tool): string {
  return tool.kind === 'connector' ? 'connector.lua' : 'tool.lua';
}

/**
 * Formats without versions hold one script of a name: the one that answers to it.
 * Scripts that cannot run here, and are no Lua, stay here.
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
 * @param scriptOf answers the script of an HTTP tool or a flow.
 * @param notes gets a sentence for what has none.
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
