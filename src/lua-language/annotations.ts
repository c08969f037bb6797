// Writes the script API as a file for the Lua language server, for tools written in an external editor.
import type { ApiClass, ApiEntry, ApiField } from './api-entry.ts';
import { HOST_API, TABLE_HELP } from './host-api.ts';
import { HOST_CLASSES } from './host-classes.ts';
import { LUA_KEYWORDS } from './lua-tokens.ts';
import type { Surroundings } from './surroundings.ts';

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** @param tools installed tools, whose arguments are then included */
export function luaAnnotations(tools: Surroundings['tools'] = []): string {
  const ours = HOST_API.filter(({ lua }) => !lua);
  const tables = [...new Set(ours.flatMap(({ name }) => (name.includes('.') ? [rootOf(name)] : [])))];
  return [
    '---@meta',
    '-- The functions that Perilune adds to Lua. The Lua language server reads this file for completion and checks.\n',
    ...HOST_CLASSES.map(classText),
    ...tables.map((table) => tableText(table, ours)),
    ...ours.filter(({ name }) => !name.includes('.')).map(entryText),
    ...tools.flatMap(toolText),
    TOOL,
  ].join('\n');
}

const TOOL = `---@class ToolParameter
---@field name string
---@field type? "string"|"integer"|"number"|"boolean"|"array"|"object"
---@field description? string
---@field required? boolean
---@field default? any
---@field enum? any[]

---@class Tool
---@field name? string
---@field version? string
---@field description? string
---@field parameters? ToolParameter[]|table
---@field returns? table
---@field timeout? number
---@field approve? boolean
---@field hosts? string[]
---@field tags? string[]
---@field view? "table"|"chart"|"tree"|"markdown"|"text"
---@field limits? table<string, number>
---@field execute? fun(params: table, context: Context): any
tool = {}

---@class Connector
---@field name? string
---@field version? string
---@field description? string
---@field config? ToolParameter[]|table
---@field hosts? string[]
---@field scan? fun(config: table): table[]
connector = {}
`;

function rootOf(name: string): string {
  return name.split('.')[0] as string;
}

function className(table: string): string {
  return table.charAt(0).toUpperCase() + table.slice(1);
}

function classText({ name, help, fields }: ApiClass): string {
  return [`--- ${oneLine(help)}`, `---@class ${name}`, ...fields.map(fieldLine), ''].join('\n');
}

function fieldLine({ name, type, optional, help }: ApiField): string {
  return `---@field ${name}${optional ? '?' : ''} ${type}${help === undefined ? '' : ` ${oneLine(help)}`}`;
}

function tableText(table: string, entries: readonly ApiEntry[]): string {
  const inside = entries.filter(({ name }) => name.startsWith(`${table}.`));
  return [
    `--- ${TABLE_HELP[table] ?? ''}`,
    `---@class ${className(table)}`,
    // Any tool can be called, even an unknown one.
    ...(table === 'tools' ? ['---@field [string] fun(arguments?: table): any'] : []),
    `${table} = {}\n`,
    ...inside.map(entryText),
  ].join('\n');
}

function entryText({ name, help, params, returns = [], type }: ApiEntry): string {
  if (!params) return [`--- ${oneLine(help)}`, `---@type ${type ?? 'any'}`, `${name} = nil\n`].join('\n');
  const lines = params.map(
    (param) =>
      `---@param ${param.name}${param.optional ? '?' : ''} ${param.type}${param.help === undefined ? '' : ` ${oneLine(param.help)}`}`,
  );
  const results = returns.map(
    (one) => `---@return ${one.type}${one.name === undefined ? '' : ` ${one.name}`}`,
  );
  const names = params.map((param) => (LUA_KEYWORDS.has(param.name) ? `${param.name}_` : param.name));
  return [`--- ${oneLine(help)}`, ...lines, ...results, `function ${name}(${names.join(', ')}) end\n`].join(
    '\n',
  );
}

/** Field and function names in LuaLS must be valid Lua names. */
function toolText({ name, description, parameters }: Surroundings['tools'][number]): string[] {
  if (!PLAIN_NAME.test(name) || LUA_KEYWORDS.has(name) || name === 'all') return [];
  const fields = Object.entries(parameters.properties ?? {})
    .filter(([key]) => PLAIN_NAME.test(key))
    .map(([key, schema]) =>
      fieldLine({
        name: key,
        type: typeOf(schema.type),
        optional: !parameters.required?.includes(key),
        ...(schema.description !== undefined && { help: schema.description }),
      }),
    );
  const optional = (parameters.required ?? []).length === 0 ? '?' : '';
  return [
    [
      `---@class ${name}_arguments`,
      ...fields,
      '',
      `--- ${oneLine(description)}`,
      `---@param arguments${optional} ${name}_arguments`,
      '---@return any',
      `function tools.${name}(arguments) end\n`,
    ].join('\n'),
  ];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'any[]',
  object: 'table',
};

function typeOf(type: unknown): string {
  return (typeof type === 'string' && Object.hasOwn(TYPES, type) && TYPES[type]) || 'any';
}

/**
 * A tool's description is arbitrary text: after a line break it would be code, and `@` at its start would be an
 * annotation.
 */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?=@)/, '\\');
}
