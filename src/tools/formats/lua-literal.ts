// JSON written as a Lua expression, for scripts that are made of other formats.
import type { Json } from '../../base/json.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'and break do else elseif end false for function goto if in local nil not or repeat return then true ' +
    'until while'
  ).split(' '),
);

/** Lists and objects of this many characters or fewer stay on one line. */
const ONE_LINE = 80;

/** @param indent spaces that the lines after the first begin with. */
export function toLua(value: Json, indent = 0): string {
  if (value === null) return 'json.null';
  if (typeof value === 'string') return luaText(value);
  if (typeof value !== 'object') return String(value);
  const inner = indent + 2;
  const items = Array.isArray(value)
    ? value.map((item) => toLua(item, inner))
    : Object.entries(value).map(([key, item]) => `${luaKey(key)} = ${toLua(item, inner)}`);
  if (items.length === 0) return '{}';
  const line = `{ ${items.join(', ')} }`;
  if (line.length <= ONE_LINE && !line.includes('\n')) return line;
  const pad = ' '.repeat(inner);
  return `{\n${items.map((item) => `${pad}${item},\n`).join('')}${' '.repeat(indent)}}`;
}

function luaKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !KEYWORDS.has(key) ? key : `[${luaText(key)}]`;
}

function luaText(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is written differently
  const escaped = text.replace(/["\\\u0000-\u001f\u007f]/g, (sign) => {
    if (sign === '\n') return '\\n';
    if (sign === '\t') return '\\t';
    if (sign === '"' || sign === '\\') return `\\${sign}`;
    return `\\${String(sign.charCodeAt(0)).padStart(3, '0')}`;
  });
  return `"${escaped}"`;
}
