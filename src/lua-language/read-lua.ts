// Reads literal values in Lua text with their positions. Computed values are left to Lua.
import type { Json } from '../base/json.ts';
import { luaCode, luaStringValue, type LuaToken } from './lua-tokens.ts';

interface Place {
  /** Offsets of its first character, and of the one after its last. */
  start: number;
  end: number;
  /** From 1. */
  line: number;
}

export interface LuaScalar extends Place {
  kind: 'scalar';
  /** A list only for `json.array()`, which is an empty one. */
  value: string | number | boolean | null | [];
}

export interface LuaField extends Place {
  /** Absent for a positional item. */
  key?: string | number;
  value: LuaNode;
  /** Position of its comma or semicolon, if any. */
  separator?: number;
}

export interface LuaTable extends Place {
  kind: 'table';
  fields: LuaField[];
}

/** A computed expression, whose value is known only at run time. */
export interface LuaComputed extends Place {
  kind: 'computed';
  /** A table that Lua refuses: a separator between two fields is missing. */
  unseparated?: true;
}

export type LuaNode = LuaScalar | LuaTable | LuaComputed;

/** Maximum nesting of tables; Lua itself allows 200. */
const DEEPEST = 220;

/** Reads the tokens, without spaces and comments, of a text that may be half typed. */
export class LuaReader {
  readonly tokens: readonly LuaToken[];
  at = 0;
  #depth = 0;
  #unseparated = false;

  constructor(source: string) {
    this.tokens = luaCode(source);
  }

  get token(): LuaToken | undefined {
    return this.tokens[this.at];
  }

  /** Tells whether these texts come next. */
  sees(...texts: string[]): boolean {
    return texts.every((text, ahead) => this.tokens[this.at + ahead]?.text === text);
  }

  /**
   * Reads the expression at the current position, and moves past it.
   * @returns undefined when the text is incomplete before its end, for example with an open string, table or bracket
   */
  expression(): LuaNode | undefined {
    const from = this.at;
    this.#unseparated = false;
    const plain = this.#plain();
    if (plain && this.#isBehindValue()) return plain;
    // A literal takes no arguments, unlike a function.
    const unseparated =
      this.#unseparated || (plain !== undefined && (this.sees('{') || this.token?.kind === 'string'));
    this.#unseparated = false;
    this.at = from;
    const skipped = this.#skipped();
    return skipped && unseparated ? { ...skipped, unseparated } : skipped;
  }

  #plain(): LuaScalar | LuaTable | undefined {
    if (this.sees('{')) {
      if (this.#depth >= DEEPEST) return undefined;
      this.#depth += 1;
      const table = this.#table();
      this.#depth -= 1;
      return table;
    }
    const first = this.token;
    if (first?.kind === 'string') return this.#string();
    const minus = this.sees('-') ? 1 : 0;
    const last = this.tokens[this.at + minus];
    if (!first || !last || last.problem) return undefined;
    let value: number | boolean | null;
    if (last.kind === 'number') {
      const number = numberOf(last.text);
      if (number === undefined) return undefined;
      value = minus ? -number : number;
    } else if (minus === 0 && (last.text === 'true' || last.text === 'false')) {
      value = last.text === 'true';
    } else if (this.sees('json', '.', 'null')) {
      this.at += 3;
      return { kind: 'scalar', value: null, ...between(first, this.tokens[this.at - 1] as LuaToken) };
    } else if (this.sees('json', '.', 'array', '(', ')')) {
      this.at += 5;
      return { kind: 'scalar', value: [], ...between(first, this.tokens[this.at - 1] as LuaToken) };
    } else {
      return undefined;
    }
    this.at += 1 + minus;
    return { kind: 'scalar', value, ...between(first, last) };
  }

  /** Reads a string, or a concatenation of several. */
  #string(): LuaScalar | undefined {
    const first = this.token as LuaToken;
    let text = '';
    for (;;) {
      const token = this.token;
      if (token?.kind !== 'string' || token.problem || BYTE_ESCAPE.test(token.text)) return undefined;
      text += luaStringValue(token);
      this.at += 1;
      if (!this.sees('..')) return { kind: 'scalar', value: text, ...between(first, token) };
      this.at += 1;
    }
  }

  #table(): LuaTable | undefined {
    const open = this.token as LuaToken;
    const fields: LuaField[] = [];
    this.at += 1;
    while (!this.sees('}')) {
      const field = this.#field();
      if (!field) return undefined;
      const separator = this.token;
      if (separator?.text === ',' || separator?.text === ';') {
        field.separator = separator.start;
        this.at += 1;
      } else if (separator?.text !== '}') {
        this.#unseparated = true;
        return undefined;
      }
      fields.push(field);
    }
    const close = this.token as LuaToken;
    this.at += 1;
    return { kind: 'table', fields, ...between(open, close) };
  }

  #field(): LuaField | undefined {
    const first = this.token;
    if (!first) return undefined;
    let key: string | number | undefined;
    if (first.kind === 'name' && this.tokens[this.at + 1]?.text === '=') {
      key = first.text;
      this.at += 2;
    } else if (first.text === '[') {
      this.at += 1;
      const name = this.#plain();
      const known =
        name?.kind === 'scalar' && (typeof name.value === 'string' || typeof name.value === 'number');
      if (!known || !this.sees(']', '=')) return undefined;
      key = name.value as string | number;
      this.at += 2;
    }
    const value = this.expression();
    if (!value) return undefined;
    const place = { start: first.start, end: value.end, line: first.line };
    return key === undefined ? { value, ...place } : { key, value, ...place };
  }

  /** Tells whether the value is complete: no operator or call follows. */
  #isBehindValue(): boolean {
    const next = this.token;
    if (!next) return true;
    if (next.kind === 'keyword') return next.text !== 'and' && next.text !== 'or';
    if (next.kind === 'name') return true;
    return next.kind === 'operator' && [',', ';', '}', ')', ']', '::'].includes(next.text);
  }

  #skipped(): LuaComputed | undefined {
    const first = this.token;
    let last = first;
    let depth = 0;
    for (; this.token; this.at += 1) {
      const { text, kind } = this.token;
      if (kind === 'bad' || this.token.problem) return undefined;
      const code = kind === 'operator' || kind === 'keyword';
      if (depth === 0 && code && [',', ';', '}', ')', ']'].includes(text)) break;
      if (depth === 0 && last !== first && last && isBreak(last, this.token)) break;
      if (code) depth += depthOf(text);
      if (depth < 0) return undefined;
      last = this.token;
    }
    if (!first || !last || depth > 0 || this.token === first) return undefined;
    return { kind: 'computed', ...between(first, last) };
  }
}

/** Returns the change in nesting after this token. `while` and `for` open nothing: their `do` does. */
export function depthOf(text: string): number {
  if (['(', '{', '[', 'function', 'if', 'do', 'repeat'].includes(text)) return 1;
  return [')', '}', ']', 'end', 'until'].includes(text) ? -1 : 0;
}

/** Detects the end of a statement: two adjacent tokens that no operator joins. */
function isBreak(last: LuaToken, next: LuaToken): boolean {
  const ends =
    ['name', 'number', 'string'].includes(last.kind) ||
    [')', '}', ']', 'end', 'nil', 'true', 'false', '...'].includes(last.text);
  if (!ends) return false;
  if (next.kind === 'keyword')
    return !['and', 'or', 'then', 'do', 'end', 'until', 'else', 'elseif', 'in'].includes(next.text);
  return next.kind === 'name';
}

/** Escaped bytes may be parts of a character, so their text is left to Lua. */
const BYTE_ESCAPE = /^["'](?:[^\\]|\\[^x\d])*\\(?:x[89a-fA-F]|12[89]|1[3-9]\d|2\d\d)/;

function numberOf(text: string): number | undefined {
  const value = Number(text);
  if (Number.isNaN(value) || !Number.isFinite(value)) return undefined;
  // A larger integer would lose precision.
  return /^[\dx]+$/i.test(text) && !Number.isSafeInteger(value) ? undefined : value;
}

function between(first: LuaToken, last: LuaToken): Place {
  return { start: first.start, end: last.end, line: first.line };
}

/** Returns the JSON of a table: a list when it has no keys. Undefined when it is computed, or has both items and keys. */
export function jsonOf(node: LuaNode): Json | undefined {
  if (node.kind === 'computed') return undefined;
  if (node.kind === 'scalar') return node.value;
  const values = node.fields.map(({ value }) => jsonOf(value));
  if (values.some((value) => value === undefined)) return undefined;
  if (node.fields.length > 0 && node.fields.every(({ key }) => key === undefined)) return values as Json[];
  if (node.fields.some(({ key }) => typeof key !== 'string')) return undefined;
  const found = node.fields.map(({ key }, index) => [key, values[index]] as const);
  return Object.fromEntries(found) as Json;
}
