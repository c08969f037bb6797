// Texts, names and comments of a flow as they stand in its script, whatever is in them.

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'and break do else elseif end false for function goto if in local nil not or repeat return then true ' +
    'until while'
  ).split(' '),
);

/** Signs that turn the direction of the text around them: with them a line can look like another one. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function luaString(text: string): string {
  const escaped = text
    // eslint-disable-next-line no-control-regex -- control characters are what is written differently
    .replace(/["\\\u0000-\u001f\u007f\u0080-\u009f\u2028\u2029\ufeff]/g, escapeSign)
    .replace(DIRECTION, escapeSign);
  return `"${escaped}"`;
}

/** A key in a table constructor. */
export function luaKey(key: string): string {
  return isLuaName(key) ? key : `[${luaString(key)}]`;
}

/** What follows the name of a table to reach one of its keys. */
export function luaField(key: string): string {
  return isLuaName(key) ? `.${key}` : `[${luaString(key)}]`;
}

/** A comment on one line. The space after the dashes keeps `[[` from making it a long one. */
export function luaComment(text: string): string {
  // eslint-disable-next-line no-control-regex -- a line break would end the comment
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return `-- ${line.replace(DIRECTION, '').trim()}`;
}

export function isLuaName(text: string): boolean {
  return NAME.test(text) && !KEYWORDS.has(text);
}

function escapeSign(sign: string): string {
  if (sign === '\n') return '\\n';
  if (sign === '\t') return '\\t';
  if (sign === '"' || sign === '\\') return `\\${sign}`;
  const code = sign.charCodeAt(0);
  return code < 128 ? `\\${String(code).padStart(3, '0')}` : `\\u{${code.toString(16)}}`;
}
