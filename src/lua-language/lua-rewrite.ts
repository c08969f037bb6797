// Changes a table in Lua text with the smallest edit: comments, quotes, indentation and everything else stay.
import { isObject, type Json } from '../base/json.ts';
import { jsonOf, LuaReader, type LuaNode, type LuaTable } from './read-lua.ts';
import { luaKey, luaLiteral } from './write-lua.ts';

/** Returns the value that starts at this offset. @throws Error when there is none */
export function nodeAt(source: string, start: number): LuaNode {
  const reader = new LuaReader(source);
  reader.at = reader.tokens.findIndex((token) => token.start === start);
  const node = reader.at < 0 ? undefined : reader.expression();
  if (!node) throw new Error(`there is no value at ${start}`);
  return node;
}

function tableAt(source: string, start: number): LuaTable {
  const node = nodeAt(source, start);
  if (node.kind !== 'table') throw new Error(`there is no table at ${start}`);
  return node;
}

function spliced(source: string, from: number, to: number, text: string): string {
  return source.slice(0, from) + text + source.slice(to);
}

/** Replaces the value at an offset. Computed fields of a table stay, unless a value is given for them. */
export function rewritten(source: string, start: number, value: Json): string {
  const node = nodeAt(source, start);
  const now = jsonOf(node);
  if (now !== undefined && isSame(now, value)) return source;
  if (node.kind === 'table' && node.fields.length > 0) {
    if (isObject(value) && node.fields.every(({ key }) => typeof key === 'string')) {
      return withKeys(source, node, value);
    }
    if (Array.isArray(value) && node.fields.every(({ key }) => key === undefined)) {
      return withItems(source, node, value);
    }
  }
  return spliced(source, node.start, node.end, literalLike(source.slice(node.start, node.end), value));
}

function withKeys(source: string, { start, fields }: LuaTable, value: Record<string, Json>): string {
  const nth = (text: string, key: string) =>
    tableAt(text, start).fields.findLastIndex((field) => field.key === key);
  let text = source;
  for (const [key, item] of Object.entries(value)) {
    const index = nth(text, key);
    const table = tableAt(text, start);
    const field = table.fields[index];
    text = field
      ? rewritten(text, field.value.start, item)
      : withField(
          text,
          start,
          `${luaKey(key, quoteIn(text, table))} = ${luaLiteral(item, quoteIn(text, table))}`,
        );
  }
  for (const { key, value: old } of fields) {
    if (Object.hasOwn(value, key as string) || jsonOf(old) === undefined) continue;
    text = withoutField(text, start, nth(text, key as string));
  }
  return text;
}

function withItems(source: string, { start, fields }: LuaTable, value: Json[]): string {
  const now = fields.map((field) => jsonOf(field.value));
  const equal = (a: Json | undefined, b: Json | undefined): boolean =>
    a !== undefined && b !== undefined && isSame(a, b);
  let head = 0;
  while (head < now.length && head < value.length && equal(now[head], value[head])) head += 1;
  let tail = 0;
  const shorter = Math.min(now.length, value.length) - head;
  while (tail < shorter && equal(now[now.length - 1 - tail], value[value.length - 1 - tail])) tail += 1;
  let text = source;
  for (let index = now.length - tail; index > value.length - tail;) text = withoutField(text, start, --index);
  for (let index = head; index < value.length - tail; index += 1) {
    const item = value[index] as Json;
    const table = tableAt(text, start);
    const field = table.fields[index];
    if (field && index < now.length - tail) text = rewritten(text, field.value.start, item);
    else text = withField(text, start, luaLiteral(item, quoteIn(text, table)), index);
  }
  return text;
}

/** Compares values as Lua does: an empty list and an empty object are both the empty table. */
export function isSame(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return Object.is(a, b) || a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  if (keys.length > 0 && Array.isArray(a) !== Array.isArray(b)) return false;
  const others = b as Record<string, Json>;
  return keys.every(
    (key) =>
      Object.hasOwn(others, key) && isSame((a as Record<string, Json>)[key] as Json, others[key] as Json),
  );
}

/** Writes a text with the quotes of the old one. */
export function literalLike(old: string, value: Json): string {
  if (typeof value === 'string' && old.startsWith('[') && !value.includes('\r')) {
    let level = '';
    while (`${value}]`.includes(`]${level}]`)) level += '=';
    return `[${level}[${value.startsWith('\n') ? '\n' : ''}${value}]${level}]`;
  }
  return luaLiteral(value, old.startsWith("'") ? "'" : '"');
}

export function quoteIn(source: string, { start, end }: LuaTable): '"' | "'" {
  return /["']/.exec(source.slice(start, end))?.[0] === "'" ? "'" : '"';
}

/** A field on its own lines, with the comments above and after it. */
interface Row {
  from: number;
  start: number;
  end: number;
  /** Its comma; empty for a last one without. */
  separator: string;
  /** Start of the text after the comma. */
  behind: number;
  /** After its line break. */
  to: number;
}

const REST_OF_LINE = /[ \t]*(?:--(?!\[=*\[)[^\r\n]*)?(?:\r\n|\n)/y;

/** Returns undefined when some fields share a line. */
function rowsOf(source: string, table: LuaTable): Row[] | undefined {
  const restOf = (at: number): number | undefined => {
    REST_OF_LINE.lastIndex = at;
    return REST_OF_LINE.test(source) ? REST_OF_LINE.lastIndex : undefined;
  };
  let before = restOf(table.start + 1);
  const rows: Row[] = [];
  for (const { start, end, separator } of table.fields) {
    if (
      before === undefined ||
      source
        .slice(before, start)
        .match(/[^\r\n]*$/)?.[0]
        .trim() !== ''
    )
      return undefined;
    const behind = separator === undefined ? end : separator + 1;
    const to = restOf(behind);
    const comma = source.slice(end, behind);
    if (to === undefined || comma.trim().length > 1) return undefined;
    const lead = source.slice(before, start);
    // A comment separated by an empty line does not belong to it.
    const apart = [...lead.matchAll(/^[ \t]*\r?\n/gm)].at(-1);
    const from = before + (apart ? apart.index + apart[0].length : 0);
    rows.push({ from, start, end, separator: comma, behind, to });
    before = to;
  }
  return rows;
}

export function lineBreakOf(source: string): string {
  return source.includes('\r\n') ? '\r\n' : '\n';
}

/** Returns the leading white space of the offset's line. */
export function indentAt(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** @param text `key = value`, or a value @param index position in the table; absent: at the end */
export function withField(source: string, start: number, text: string, index?: number): string {
  const table = tableAt(source, start);
  const added = appended(source, table, text);
  const last = table.fields.length;
  return index === undefined || index >= last ? added : withMoved(added, start, last, index);
}

function appended(source: string, table: LuaTable, text: string): string {
  const last = table.fields.at(-1);
  const close = table.end - 1;
  if (!last) {
    if (source.slice(table.start + 1, close).trim() === '') {
      return spliced(source, table.start + 1, close, text.includes('\n') ? text : ` ${text} `);
    }
    // The table contains comments; after a whole-line comment, the brace gets a line of its own.
    const indent = indentAt(source, close);
    const own = source.slice(0, close).endsWith(`\n${indent}`);
    return own
      ? spliced(source, close - indent.length, close, `${indent}  ${text},${lineBreakOf(source)}${indent}`)
      : spliced(source, close, close, ` ${text} `);
  }
  const row = rowsOf(source, table)?.at(-1);
  if (row) {
    const line = `${indentAt(source, row.start)}${text}${row.separator}${lineBreakOf(source)}`;
    const whole = spliced(source, row.to, row.to, line);
    return row.separator === '' ? spliced(whole, row.end, row.end, ',') : whole;
  }
  return last.separator === undefined
    ? spliced(source, last.end, last.end, `, ${text}`)
    : spliced(source, last.separator + 1, last.separator + 1, ` ${text},`);
}

export function withoutField(source: string, start: number, index: number): string {
  const table = tableAt(source, start);
  const field = table.fields[index];
  if (!field) return source;
  const rows = rowsOf(source, table);
  const row = rows?.[index];
  const prior = table.fields[index - 1];
  const next = table.fields[index + 1];
  let text: string;
  if (rows && row) {
    text = spliced(source, row.from, row.to, '');
    const above = rows[index - 1];
    if (!next && row.separator === '' && above) text = spliced(text, above.end, above.behind, '');
  } else {
    const end = field.separator === undefined ? field.end : field.separator + 1;
    const bare = (from: number, to: number): boolean => /^[\s,;]*$/.test(source.slice(from, to));
    if (next && bare(field.end, next.start)) text = spliced(source, field.start, next.start, '');
    else if (!next && prior && bare(prior.end, field.start)) {
      const from = field.separator === undefined ? prior.end : (prior.separator ?? prior.end - 1) + 1;
      text = spliced(source, from, end, '');
    } else text = spliced(source, field.start, end, '');
  }
  if (table.fields.length > 1) return text;
  const close = tableAt(text, start).end - 1;
  return text.slice(start + 1, close).trim() === '' ? spliced(text, start + 1, close, '') : text;
}

/** Moves a field to another position in its table; commas stay, comments move along. */
export function withMoved(source: string, start: number, from: number, to: number): string {
  const table = tableAt(source, start);
  const order = table.fields.map((_, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  const rows = rowsOf(source, table);
  let text = source;
  for (const [slot, index] of [...order.entries()].reverse()) {
    const here = rows?.[slot];
    const row = rows?.[index];
    if (here && row) {
      const moved = source.slice(row.from, row.end) + here.separator + source.slice(row.behind, row.to);
      text = spliced(text, here.from, here.to, moved);
    } else {
      const place = table.fields[slot];
      const field = table.fields[index];
      if (place && field) text = spliced(text, place.start, place.end, source.slice(field.start, field.end));
    }
  }
  return text;
}
