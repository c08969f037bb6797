// Writes values as Lua source, for scripts converted from other formats, which people review before they run.
//
// - A text stays inside its quotes whatever it contains, and a line reads as what it is: control characters, line
//   separators and direction marks are escaped.
// - `json.encode` of a written value gives the original JSON: `json.array()` for an empty list, `json.null` for null.
// - Numbers keep their value and sign: -0 is `-0.0`, a whole number beyond 2^53 a float.
import type { Json } from '../base/json.ts';
import { LUA_KEYWORDS } from './lua-tokens.ts';

export type Quote = '"' | "'";

export interface LuaStyle {
  /** Maximum columns of a table on one line. */
  width: number;
  quote: Quote;
}

/** The style for scripts that people review. */
const SCRIPT: LuaStyle = { width: 100, quote: '"' };

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/**
 * Control characters, separators, characters that editors don't show, and direction marks, which could disguise a
 * line.
 */
const ESCAPED =
  /[\\"'\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function luaString(text: string, quote: Quote = '"'): string {
  // A lone surrogate is not a character: UTF-8 has no bytes for it.
  const inside = text.replace(/\p{Cs}/gu, '\ufffd').replace(ESCAPED, (sign) => {
    if (sign === '"' || sign === "'") return sign === quote ? `\\${sign}` : sign;
    const code = sign.codePointAt(0) ?? 0;
    // Three digits, so that a following digit stays separate.
    return SHORT[sign] ?? (code < 128 ? `\\${String(code).padStart(3, '0')}` : `\\u{${code.toString(16)}}`);
  });
  return `${quote}${inside}${quote}`;
}

/** Tells whether the text is a valid Lua name: `found`, but neither `end` nor `a-b`. */
export function isLuaName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !LUA_KEYWORDS.has(text);
}

/** Returns a key in a table constructor: `title`, `["a-b"]`. */
export function luaKey(key: string, quote: Quote = '"'): string {
  return isLuaName(key) ? key : `[${luaString(key, quote)}]`;
}

/** Returns the access to a field of a table: `.title`, `["a-b"]`. */
export function luaField(key: string): string {
  return isLuaName(key) ? `.${key}` : `[${luaString(key)}]`;
}

/** Returns a comment on one line. The space after the dashes keeps `[[` from opening a long one. */
export function luaComment(text: string): string {
  return `-- ${text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(DIRECTION, '')
    .trim()}`;
}

export function luaNumber(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  // As an integer, Lua might read another number.
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** Returns a JSON value as a Lua expression. @param indent spaces at the start of its line */
export function luaValue(value: Json, indent = 0, style = SCRIPT): string {
  if (value === null) return 'json.null';
  if (typeof value === 'string') return luaString(value, style.quote);
  if (typeof value === 'number') return luaNumber(value);
  if (typeof value === 'boolean') return String(value);
  const inside = (item: Json): string => luaValue(item, indent + 2, style);
  if (Array.isArray(value)) return luaList(value.map(inside), indent, style);
  return luaTable(
    Object.entries(value).map(([key, item]) => [key, inside(item)]),
    indent,
    style,
  );
}

/** Returns a JSON value on one line, for insertion into an existing script. */
export function luaLiteral(value: Json, quote: Quote = '"'): string {
  return luaValue(value, 0, { width: Infinity, quote });
}

/** `{ name = expression, … }` */
export function luaTable(
  entries: readonly (readonly [key: string, expression: string])[],
  indent = 0,
  style = SCRIPT,
): string {
  return inBraces(
    entries.map(([key, expression]) => `${luaKey(key, style.quote)} = ${expression}`),
    indent,
    style,
  );
}

export function luaList(expressions: readonly string[], indent = 0, style = SCRIPT): string {
  return expressions.length === 0 ? 'json.array()' : inBraces(expressions, indent, style);
}

/** Returns items in braces, on one line if they fit. */
export function inBraces(items: readonly string[], indent = 0, { width } = SCRIPT): string {
  if (items.length === 0) return '{}';
  const line = `{ ${items.join(', ')} }`;
  if (line.length + indent <= width && !line.includes('\n')) return line;
  const margin = ' '.repeat(indent + 2);
  return `{\n${items.map((item) => `${margin}${item},\n`).join('')}${' '.repeat(indent)}}`;
}
