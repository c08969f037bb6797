// Reads the literal parameters of a script from its text, and changes them there.
import type { JsonObject } from '../base/json.ts';
import { toObjectSchema, type ObjectSchema } from '../core/schema.ts';
import { depthOf, jsonOf, LuaReader, type LuaNode, type LuaTable } from './read-lua.ts';
import { luaLiteral } from './write-lua.ts';
import {
  indentAt,
  lineBreakOf,
  quoteIn,
  rewritten,
  withField,
  withMoved,
  withoutField,
} from './lua-rewrite.ts';

export interface ParameterEntry {
  /** Offsets of its table. */
  start: number;
  end: number;
  /** From 1. */
  line: number;
  /** Its literal part. */
  data: JsonObject;
  /** Fields with a computed value, known only at run time. */
  computed: string[];
  /** True when nothing of it is literal: it is a variable, or a call. */
  opaque: boolean;
}

export interface ParameterList {
  kind: 'list';
  owner: 'tool' | 'connector';
  entries: ParameterEntry[];
  /** The table of the tool itself; absent when a separate statement sets the parameters. */
  holder?: LuaTable;
  /** Absent when the tool declares none yet. */
  table?: LuaTable;
}

/**
 * `fixed`: cards can't edit this; the reason is a sentence. `broken`: the text is not valid Lua up to the end of the
 * table, because it is being typed.
 */
export type ParameterTable =
  ParameterList | { kind: 'fixed'; why: string; line?: number } | { kind: 'broken'; line?: number };

const FIELDS = { tool: 'parameters', connector: 'config' } as const;
type Owner = keyof typeof FIELDS;

/** Takes linear time for any text. */
export function readParameters(source: string): ParameterTable {
  const reader = new LuaReader(source);
  let holder: { node: LuaNode; owner: Owner } | undefined;
  let set: { node: LuaNode; owner: Owner } | undefined;
  let depth = 0;
  while (reader.token) {
    const { text, kind, line } = reader.token;
    const owner = (kind === 'name' && Object.hasOwn(FIELDS, text) ? text : undefined) as Owner | undefined;
    const inside = ['.', ':', ...(depth > 0 ? ['{', ','] : [])].includes(
      reader.tokens[reader.at - 1]?.text ?? '',
    );
    const width = owner && !inside ? targetWidth(reader, owner) : 0;
    if (owner && width > 0) {
      const field = width > 1;
      if (field && isChanged(reader, width)) {
        return fixed(`The script changes its ${FIELDS[owner]} as it runs, on line ${line}.`, line);
      }
      if (reader.tokens[reader.at + width]?.text === '=') {
        if (depth > 0 && !field) return setInBlock(reader, owner, line);
        if (depth > 0)
          return fixed(`The script sets its ${FIELDS[owner]} on a condition, on line ${line}.`, line);
        reader.at += width + 1;
        const node = reader.expression();
        if (!node) return { kind: 'broken', line };
        if (field) set = { node, owner };
        else [holder, set] = [{ node, owner }, undefined];
        continue;
      }
    }
    if (kind === 'operator' || kind === 'keyword') depth = Math.max(0, depth + depthOf(text));
    reader.at += 1;
  }
  if (set) return listOf(set.node, set.owner);
  if (!holder) return fixed('The script has no table called tool yet.');
  const { node, owner } = holder;
  if (isBroken(node)) return { kind: 'broken', line: node.line };
  if (node.kind !== 'table')
    return fixed(`The script computes its ${owner} table, on line ${node.line}.`, node.line);
  const declared = node.fields.findLast(({ key }) => key === FIELDS[owner]);
  if (!declared) return { kind: 'list', owner, entries: [], holder: node };
  const found = listOf(declared.value, owner);
  return found.kind === 'list' ? { ...found, holder: node } : found;
}

/** Returns how many tokens name the tool (1) or its parameters (3, or 4 with brackets); 0 for anything else. */
function targetWidth({ tokens, at }: LuaReader, owner: Owner): number {
  const [next, name, close] = [1, 2, 3].map((ahead) => tokens[at + ahead]?.text);
  const field = FIELDS[owner];
  if (next === '.' && name === field) return 3;
  if (next === '[' && (name === `"${field}"` || name === `'${field}'`) && close === ']') return 4;
  return next === '=' ? 1 : 0;
}

/** Detects a statement that sets or inserts an entry. */
function isChanged({ tokens, at }: LuaReader, width: number): boolean {
  if (tokens[at - 1]?.text === '(' && tokens[at - 2]?.text === 'insert') return true;
  let here = at + width;
  if (tokens[here]?.text !== '[' && tokens[here]?.text !== '.') return false;
  for (let depth = 0; tokens[here]; here += 1) {
    const token = tokens[here];
    depth += token?.kind === 'operator' ? depthOf(token.text) : 0;
    if (depth < 0) return false;
    if (depth > 0 || [']', '.'].includes(token?.text ?? '') || token?.kind === 'name') continue;
    return token?.text === '=';
  }
  return false;
}

/**
 * Either the text above is incomplete, or the table is set inside a block on purpose. A local of that name inside a
 * function is neither.
 */
function setInBlock(reader: LuaReader, owner: Owner, line: number): ParameterTable {
  let depth = 0;
  for (const { kind, text } of reader.tokens)
    if (kind === 'operator' || kind === 'keyword') depth += depthOf(text);
  if (depth !== 0) return { kind: 'broken', line };
  return fixed(`The script sets ${owner} inside a block, on line ${line}.`, line);
}

function isBroken(node: LuaNode): boolean {
  return node.kind === 'computed' && node.unseparated === true;
}

function fixed(why: string, line?: number): ParameterTable {
  return line === undefined ? { kind: 'fixed', why } : { kind: 'fixed', why, line };
}

function listOf(node: LuaNode, owner: Owner): ParameterTable {
  const field = FIELDS[owner];
  const { line } = node;
  if (isBroken(node)) return { kind: 'broken', line };
  if (node.kind !== 'table') return fixed(`The script computes its ${field}, on line ${line}.`, line);
  if (node.fields.some(({ value }) => isBroken(value))) return { kind: 'broken', line };
  if (node.fields.some(({ key }) => key !== undefined)) {
    const schema = node.fields.some(({ key, value }) => key === 'type' && jsonOf(value) === 'object');
    if (schema) return fixed('The parameters are written as a JSON Schema.', line);
    return owner === 'connector'
      ? fixed('The config is a table of keys with their defaults.', line)
      : fixed('The parameters are not a list of tables.', line);
  }
  return { kind: 'list', owner, table: node, entries: node.fields.map(({ value }) => entryOf(value)) };
}

function entryOf(node: LuaNode): ParameterEntry {
  const { start, end, line } = node;
  const opaque = node.kind !== 'table' || node.fields.some(({ key }) => typeof key !== 'string');
  const entry: ParameterEntry = { start, end, line, data: {}, computed: [], opaque };
  if (opaque || node.kind !== 'table') return entry;
  for (const { key, value } of node.fields) {
    const read = jsonOf(value);
    if (read === undefined) entry.computed.push(key as string);
    else entry.data[key as string] = read;
  }
  return entry;
}

/**
 * Returns the schema of the entries; undefined when some of it is computed.
 * @throws Failure `bad_request` that names the wrong parameter
 */
export function schemaOf({ entries }: ParameterList): ObjectSchema | undefined {
  if (entries.some(({ opaque, computed }) => opaque || computed.length > 0)) return undefined;
  return toObjectSchema(entries.length === 0 ? undefined : entries.map(({ data }) => data));
}

function listIn(source: string): ParameterList {
  const found = readParameters(source);
  if (found.kind !== 'list') throw new Error('there is no list of parameters to change');
  return found;
}

/** Replaces one of the entries. Its computed fields stay. */
export function writeParameter(source: string, index: number, data: JsonObject): string {
  const entry = listIn(source).entries[index];
  return entry && !entry.opaque ? rewritten(source, entry.start, data) : source;
}

/** @param added its value, or its old text @param index absent: at the end */
export function addParameter(source: string, added: JsonObject | string, index?: number): string {
  const { table, holder, owner } = listIn(source);
  if (table && table.fields.length > 0) {
    return withField(
      source,
      table.start,
      typeof added === 'string' ? added : likeOthers(source, table, added),
      index,
    );
  }
  const text =
    typeof added === 'string' ? added : luaLiteral(added, quoteIn(source, holder ?? table ?? NOWHERE));
  if (table) {
    if (source.slice(table.start + 1, table.end - 1).trim() !== '')
      return withField(source, table.start, text);
    const list = firstOf(source, text, holder ?? table, indentAt(source, table.start));
    return source.slice(0, table.start) + list + source.slice(table.end);
  }
  if (!holder) return source;
  const base = indentAt(source, holder.fields.at(-1)?.start ?? holder.start);
  return withField(source, holder.start, `${FIELDS[owner]} = ${firstOf(source, text, holder, base)}`);
}

const NOWHERE: LuaTable = { kind: 'table', start: 0, end: 0, line: 1, fields: [] };

/** Writes a list of one entry, on several lines if the enclosing table uses several. */
function firstOf(source: string, text: string, around: LuaTable, base: string): string {
  if (around.line === lineAt(source, around.end)) return `{ ${text} }`;
  const outer = indentAt(source, around.start);
  const step = base.startsWith(outer) && base !== outer ? base.slice(outer.length) : '  ';
  const end = lineBreakOf(source);
  return `{${end}${base}${step}${text},${end}${base}}`;
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split(/\r\n|\n/).length;
}

/** Uses several lines if the last entry does. */
function likeOthers(source: string, table: LuaTable, data: JsonObject): string {
  const last = table.fields.at(-1)?.value;
  const quote = quoteIn(source, table);
  const literal = luaLiteral(data, quote);
  if (last?.kind !== 'table' || !/^\{[ \t]*\r?\n/.test(source.slice(last.start, last.end))) return literal;
  const outer = indentAt(source, last.start);
  const inner = indentAt(source, last.fields[0]?.start ?? last.start);
  const end = lineBreakOf(source);
  const fields = Object.entries(data).map(([key, value]) => {
    const field = luaLiteral({ [key]: value }, quote).slice(2, -2);
    return `${inner}${field},${end}`;
  });
  return `{${end}${fields.join('')}${outer}}`;
}

export function removeParameter(source: string, index: number): string {
  const { table } = listIn(source);
  return table ? withoutField(source, table.start, index) : source;
}

export function moveParameter(source: string, from: number, to: number): string {
  const { table } = listIn(source);
  const count = table?.fields.length ?? 0;
  if (!table || from === to || Math.min(from, to) < 0 || Math.max(from, to) >= count) return source;
  return withMoved(source, table.start, from, to);
}
