// Finds where a text stops being JSON. The message of JSON.parse differs between browsers, and doesn't always name
// the place.
import type { Place } from '../../core/finding.ts';

const TOKEN =
  // eslint-disable-next-line no-control-regex -- strings of JSON hold none
  /[ \t\n\r]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{}:,]))/y;

/** Returns the place of the first invalid character; undefined when the text is JSON. */
export function jsonProblem(text: string, file: string): (Place & { message: string }) | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const at = findProblem(text);
    const before = text.slice(0, at).split(/\r\n|\n|\r/);
    const line = before.length;
    const column = (before.at(-1) as string).length + 1;
    const end = at < text.length ? column + 1 : column;
    const message =
      at < text.length
        ? `this is not valid JSON: unexpected ${JSON.stringify(text.charAt(at))}`
        : 'the JSON text ends too early';
    return { file, line, column, endLine: line, endColumn: end, message };
  }
}

/** What may come next: a value, a key, a colon, a comma or a closing bracket. */
type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

function findProblem(text: string): number {
  const open: string[] = [];
  let awaited: Awaited = 'value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const start =
      at + (/^[ \t\n\r]*/.exec(text.slice(at, at + (found?.[0].length ?? text.length)))?.[0].length ?? 0);
    if (!found) return start;
    const [, string, literal, sign] = found;
    const next = follow(awaited, string !== undefined, literal !== undefined, sign, open);
    if (next === undefined) return start;
    awaited = next;
    at = TOKEN.lastIndex;
  }
}

function follow(
  awaited: Awaited,
  isString: boolean,
  isLiteral: boolean,
  sign: string | undefined,
  open: string[],
): Awaited | undefined {
  if (awaited === ':') return sign === ':' ? 'value' : undefined;
  if (awaited === ', or end') {
    if (sign === ',' && open.length > 0) return open.at(-1) === '{' ? 'key' : 'value';
    const closes = (sign === '}' && open.at(-1) === '{') || (sign === ']' && open.at(-1) === '[');
    if (closes) open.pop();
    return closes ? ', or end' : undefined;
  }
  if (awaited === 'key' || awaited === 'key or }') {
    if (isString) return ':';
    if (sign !== '}' || awaited === 'key') return undefined;
    open.pop();
    return ', or end';
  }
  if (isString || isLiteral) return ', or end';
  if (sign === ']' && awaited === 'value or ]') {
    open.pop();
    return ', or end';
  }
  if (sign !== '{' && sign !== '[') return undefined;
  open.push(sign);
  return sign === '{' ? 'key or }' : 'value or ]';
}
