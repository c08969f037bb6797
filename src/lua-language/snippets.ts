// Calls as texts with placeholders: `http.get(${1:url})`, in CodeMirror's snippet notation.
import type { ApiEntry } from './api-entry.ts';
import { LUA_KEYWORDS } from './lua-tokens.ts';
import type { Surroundings } from './surroundings.ts';

/** Recognises Lua names that can follow a dot or precede `=`. */
function isPlainName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !LUA_KEYWORDS.has(text);
}

/** Returns a call with its required arguments; `...` is one placeholder. */
export function snippetOf({ name, params }: ApiEntry): string {
  if (!params) return name;
  const needed = params.filter(({ optional }) => !optional);
  return `${name}(${needed.map((param, index) => place(index + 1, param.name === '...' ? 'text' : param.name)).join(', ')})`;
}

/** Returns a call with the required arguments, or with the first one if none is required. */
export function toolSnippet({ name, parameters }: Surroundings['tools'][number]): string {
  const properties = Object.entries(parameters.properties ?? {});
  const required = properties.filter(([key]) => parameters.required?.includes(key));
  const shown = required.length > 0 ? required : properties.slice(0, 1);
  const target = isPlainName(name) ? `tools.${name}` : `tools["${name}"]`;
  if (shown.length === 0) return `${target}{}`;
  const fields = shown.map(([key, schema], index) => {
    const field = isPlainName(key) ? key : `["${escaped(key)}"]`;
    return `${field} = ${argument(index + 1, key, schema.type)}`;
  });
  return `${target}{ ${fields.join(', ')} }`;
}

function argument(index: number, key: string, type: unknown): string {
  if (type === 'string' || type === undefined) return `"${place(index, key)}"`;
  if (type === 'boolean') return place(index, 'true');
  if (type === 'array' || type === 'object') return `{ ${place(index, key)} }`;
  if (type === 'integer' || type === 'number') return place(index, '1');
  // It is code there.
  return place(index, isPlainName(key) ? key : 'nil');
}

/** Returns a placeholder with a name, without characters that would end it early. */
function place(index: number, name: string): string {
  return `\${${index}:${name.replace(/[{}\\$"\n\r]/g, '')}}`;
}

function escaped(text: string): string {
  return text
    .replace(/[\\"]/g, '\\$&')
    .replace(/[\n\r]/g, ' ')
    .replace(/([#$])\{/g, '$1');
}
