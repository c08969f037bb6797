// Values as Lua text. Nothing that is written here can end its own quotes or be read as anything but a value. Pure.
import type { Json } from '../../../base/json.ts';

const WORDS = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);
const NAMED: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** What ends a text, a line (for whoever reads it) or what no editor shows. */
const SPECIAL = /[\\"\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text as a Lua string on one line. */
export function luaString(text: string): string {
  // A half of a pair of surrogates is no character: UTF-8 cannot say it.
  const escaped = text.replace(/\p{Cs}/gu, '\ufffd').replace(SPECIAL, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return (
      NAMED[char] ?? (code < 128 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)
    );
  });
  return `"${escaped}"`;
}

/** True when Lua takes it as a name: `found`, and neither `end` nor `a-b`. */
export function isLuaName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !WORDS.has(text);
}

/** What stands behind a table to name a field of it: `.title`, `["a-b"]`. */
export function luaField(name: string): string {
  return isLuaName(name) ? `.${name}` : `[${luaString(name)}]`;
}

/** The left side of a field in a table: `title = `, `["a-b"] = `. */
export function luaKey(name: string): string {
  return isLuaName(name) ? `${name} = ` : `[${luaString(name)}] = `;
}

/** A JSON value as Lua; null is `json.null`, an empty list stays a list. */
export function luaValue(value: Json): string {
  if (value === null) return 'json.null';
  if (typeof value === 'string') return luaString(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'json.array()' : `{ ${value.map(luaValue).join(', ')} }`;
  const fields = Object.entries(value).map(([key, field]) => luaKey(key) + luaValue(field));
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
