// What can be put into the code without typing it: the calls of the host and the tools that are installed. Pure.
import { HOST_API } from '../../../lua-language/host-api.ts';
import { snippetOf, toolSnippet } from '../../../lua-language/snippets.ts';
import type { Surroundings } from '../../../lua-language/surroundings.ts';

export interface PaletteEntry {
  /** `http.get`, `tools.calculator`. */
  name: string;
  /** What stands between its parentheses or braces; undefined for a value. */
  args?: string;
  help: string;
  /** In the notation of the editor, its arguments as places. */
  snippet: string;
}

/** The host's calls first, both in their own order. */
export function paletteEntries(tools: Surroundings['tools']): PaletteEntry[] {
  const calls = HOST_API.filter(({ lua }) => !lua).map((entry) => ({
    name: entry.name,
    ...(entry.args !== undefined && { args: `(${entry.args})` }),
    help: entry.help,
    snippet: snippetOf(entry),
  }));
  return [...calls, ...tools.map(toolEntry)];
}

function toolEntry(tool: Surroundings['tools'][number]): PaletteEntry {
  const { name, description, parameters } = tool;
  const required = parameters.required ?? [];
  const keys = Object.keys(parameters.properties ?? {});
  return {
    name: `tools.${name}`,
    args: `{${keys.map((key) => (required.includes(key) ? key : `${key}?`)).join(', ')}}`,
    help: description,
    snippet: toolSnippet(tool),
  };
}

/** Those in which every word of the query occurs; a name that begins with it goes first. */
export function entriesFor(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ name, help }) => {
    const text = `${name} ${help}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ name }: PaletteEntry): boolean => name.toLowerCase().startsWith(words[0] ?? '');
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** A snippet as plain text, for whatever else it is dropped on. */
export function plainOf(snippet: string): string {
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1');
}
