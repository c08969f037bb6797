// Describes the script API for a model: annotations in the language server's notation, as many as fit.
import { luaKey } from './write-lua.ts';
import type { Schema, ObjectSchema } from '../core/schema.ts';
import type { ToolEffect } from './script-touches.ts';
import { LUA_KEYWORDS } from './lua-tokens.ts';

export interface ApiTool {
  name: string;
  /** Of a server: it is called as `mcp.SERVER.NAME`. */
  server: boolean;
  parameters: ObjectSchema;
}

/** The program's own calls, as far as a model's scripts use them. Models already know Lua's own library. */
export const SCRIPT_CALLS = `---@class SearchHit: {id: string, title: string, snippet: string, source: string, score: number}
---@type fun(query: string, options?: {limit?: integer, source?: string, since?: string}): SearchHit[]
context.search = nil -- documents; reads
---@type fun(id: string): {title: string, body: string}
context.get = nil -- reads
---@type fun(sql?: string, options?: {document?: string, limit?: integer}): {columns: string[], rows: table[], tables: table[]}
context.query = nil -- rows of CSV files and spreadsheets, one SELECT of SQLite; the first table is data; reads
---@type fun(path: string): string
fs.read = nil -- a folder of this conversation; reads
---@type fun(folder?: string, pattern?: string): {path: string, size: integer}[]
fs.list = nil -- reads
---@type fun(path: string, text: string)
fs.write = nil -- asks
---@type fun(path: string)
fs.delete = nil -- asks
---@type fun(url: string, options?: {headers?: table, params?: table}): {ok: boolean, status: integer, body: string, json?: any}
http.get = nil -- asks, each time; also post, put, patch, delete
---@type fun(calls: {[1]: string, [2]: table}[]): {ok: boolean, result?: any, error?: {message: string}}[]
tools.all = nil -- several tools at once
---@type fun(text: string, options?: {null?: any}): any
json.parse = nil -- null is nil
---@type fun(value: any): string
json.encode = nil`;

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Maximum length of one tool's arguments, in characters. */
const LONGEST = 320;
/** Maximum number of listed enumeration values. */
const MOST_VALUES = 6;

/**
 * @param room maximum number of characters
 * @returns the annotations, and the number of tools left out
 */
export function toolsApi(
  tools: readonly ApiTool[],
  effectOf: (name: string) => ToolEffect | undefined,
  room: number,
): { text: string; left: number } {
  const lines: string[] = [];
  let left = room;
  for (const [index, tool] of tools.entries()) {
    const text = toolApi(tool, effectOf(tool.name));
    left -= text.length + 1;
    if (left < 0) return { text: lines.join('\n'), left: tools.length - index };
    lines.push(text);
  }
  return { text: lines.join('\n'), left: 0 };
}

/** Returns `---@param a {city: string}`, and how the tool is called. */
export function toolApi({ name, server, parameters }: ApiTool, effect: ToolEffect | undefined): string {
  const does = effect?.effect === 'reads' ? 'reads' : 'asks';
  const fields = fieldsOf(parameters);
  const needed = (parameters.required ?? []).length > 0;
  const type = fields.length > LONGEST ? 'table' : fields;
  return `---@param a${needed ? '' : '?'} ${type}\n${calledBy(name, server)} -- ${does}`;
}

function calledBy(name: string, server: boolean): string {
  const [first = '', ...rest] = name.split('__');
  const second = rest.join('__');
  if (server && isPlain(first) && isPlain(second)) return `function mcp.${first}.${second}(a) end`;
  return isPlain(name) ? `function tools.${name}(a) end` : `tools${luaKey(name)} = function(a) end`;
}

function isPlain(name: string): boolean {
  return PLAIN_NAME.test(name) && !LUA_KEYWORDS.has(name);
}

function fieldsOf({ properties = {}, required = [] }: Pick<Schema, 'properties' | 'required'>): string {
  const fields = Object.entries(properties).map(
    ([key, schema]) =>
      `${isPlain(key) ? key : luaKey(key)}${required.includes(key) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{${fields.join(', ')}}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

function typeOf(schema: Schema, inside = 0): string {
  const { type, enum: values, items, properties } = schema;
  const isShort =
    values?.every((value) => typeof value === 'string' && value.length < 24 && !/["\\\n]/.test(value)) ??
    false;
  if (values && isShort && values.length <= MOST_VALUES) {
    return values.map((value) => `"${String(value)}"`).join('|');
  }
  if (type === 'array') return inside < 2 && items ? `(${typeOf(items, inside + 1)})[]` : 'any[]';
  if (type === 'object') return inside < 2 && properties ? fieldsOf(schema) : 'table';
  return (typeof type === 'string' && TYPES[type]) || 'any';
}
