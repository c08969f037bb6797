// Writes values as Lua source that people can read. Whatever a text holds, it stays inside its quotes.
import type { Json } from '../../base/json.ts';

const KEYWORDS = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' } as Record<string, string>;
/** Columns up to which a table stands on one line. */
const WIDTH = 100;

export function luaString(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  const inside = text.replace(/[\u0000-\u001f"\\\u007f]/g, (character) => {
    return SHORT[character] ?? `\\${String(character.charCodeAt(0)).padStart(3, '0')}`;
  });
  // Half a character would be another one in the source.
  return `"${inside.replace(/\p{Cs}/gu, '\uFFFD')}"`;
}

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !KEYWORDS.has(text);
}

/** `{ name = value, … }` of Lua expressions. @param indent spaces in front of the line that it stands on. */
export function luaTable(
  entries: readonly (readonly [key: string, expression: string])[],
  indent = 0,
): string {
  return layOut(
    entries.map(([key, expression]) => `${isName(key) ? key : `[${luaString(key)}]`} = ${expression}`),
    indent,
  );
}

export function luaList(expressions: readonly string[], indent = 0): string {
  return expressions.length === 0 ? 'json.array()' : layOut(expressions, indent);
}

/** A JSON value as a Lua expression that `json.encode` makes the same JSON of. */
export function luaValue(value: Json, indent = 0): string {
  if (value === null) return 'json.null';
  if (typeof value === 'string') return luaString(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : String(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    return luaList(
      value.map((item) => luaValue(item, indent + 2)),
      indent,
    );
  }
  return luaTable(
    Object.entries(value).map(([key, item]) => [key, luaValue(item, indent + 2)]),
    indent,
  );
}

function layOut(items: readonly string[], indent: number): string {
  if (items.length === 0) return '{}';
  const line = `{ ${items.join(', ')} }`;
  if (line.length + indent <= WIDTH && !line.includes('\n')) return line;
  const margin = ' '.repeat(indent + 2);
  return `{\n${items.map((item) => `${margin}${item},\n`).join('')}${' '.repeat(indent)}}`;
}
