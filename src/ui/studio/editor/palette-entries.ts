// Entries that can be inserted into code: host calls and installed tools. Pure.
import { HOST_API } from '../../../lua-language/host-api.ts';
import { snippetOf, toolSnippet } from '../../../lua-language/snippets.ts';
import type { Surroundings } from '../../../lua-language/surroundings.ts';

export interface PaletteEntry {
  /** `http.get`, `tools.calculator`. */
  name: string;
  /** The text between its parentheses or braces; undefined for a value. */
  args?: string;
  help: string;
  /** In the editor's notation, with arguments as placeholders. */
  snippet: string;
}

/** Host calls first, then tools, each in their own order. */
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

/** Entries that contain every word of the query; names that begin with it come first. */
export function entriesFor(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ name, help }) => {
    const text = `${name} ${help}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ name }: PaletteEntry): boolean => name.toLowerCase().startsWith(words[0] ?? '');
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** A snippet as plain text, for other drop targets. */
export function plainOf(snippet: string): string {
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1');
}
