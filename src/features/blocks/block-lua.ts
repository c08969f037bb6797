// The Lua each block generates: a readable script. Text typed into a block can never become anything but the string
// or name it stands for.
import type { Block } from 'blockly/core';
import { Order, type LuaGenerator } from 'blockly/lua';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { callOf, inputOf } from './call-block.ts';
import { isLuaName, luaField, luaKey, luaLiteral, luaString } from '../../lua-language/write-lua.ts';

type Rule = (block: Block, generator: LuaGenerator) => string | [string, number];

const LOOPS = new Set(['controls_repeat_ext', 'controls_whileUntil', 'controls_for', 'controls_forEach']);

const field = (block: Block, name: string): string => String(block.getFieldValue(name) ?? '');
const called = (code: string): [string, number] => [code, Order.HIGH];

/** The input's code, for use between commas; `otherwise` when the input is empty. */
function value(block: Block, generator: LuaGenerator, name: string, otherwise = 'nil'): string {
  return generator.valueToCode(block, name, Order.NONE) || otherwise;
}

/** The same, for use before a dot or bracket: only names, calls and fields need no parentheses there. */
function prefix(block: Block, generator: LuaGenerator, name: string): string {
  const code = generator.valueToCode(block, name, Order.HIGH) || 'nil';
  const first = /^[A-Za-z_]\w*/.exec(code)?.[0];
  return first !== undefined && isLuaName(first) ? code : code.startsWith('(') ? code : `(${code})`;
}

/** A table constructor, without fields that have no value. */
function table(fields: readonly [name: string, code: string][]): string {
  const given = fields.filter(([, code]) => code !== '');
  return given.length === 0
    ? ''
    : `{ ${given.map(([name, code]) => `${luaKey(name)} = ${code}`).join(', ')} }`;
}

const args = (...codes: string[]): string => `(${codes.filter((code) => code !== '').join(', ')})`;
const isText = (code: string): boolean => /^"(\\.|[^"\\])*"$/.test(code);
/** Hand-written code goes on one line, so that a comment ends with its block. */
const oneLine = (code: string): string => code.replace(/[\r\n]+/g, ' ').trim();

export const OWN_RULES: Record<string, Rule> = {
  tool_param: (block) => called(`params${luaField(field(block, 'NAME'))}`),
  tool_return(block, generator) {
    const line = `return ${value(block, generator, 'VALUE')}`;
    // A loop body may be followed by a label, before which Lua allows no bare `return`.
    return LOOPS.has(block.getSurroundParent()?.type ?? '') ? `do ${line} end\n` : `${line}\n`;
  },
  tool_fail: (block, generator) => `error(${value(block, generator, 'TEXT', '"failed"')}, 0)\n`,
  tool_log: (block, generator) => `log.${field(block, 'LEVEL')}(${value(block, generator, 'TEXT', '""')})\n`,
  tool_progress: (block, generator) =>
    `context.progress${args(value(block, generator, 'FRACTION', '0'), value(block, generator, 'TEXT', ''))}\n`,
  tool_run: (block, generator) => `local _ = ${value(block, generator, 'VALUE')}\n`,
  tool_parameter: () => '',

  context_search(block, generator) {
    const limit = table([['limit', value(block, generator, 'LIMIT', '')]]);
    return called(`context.search${args(value(block, generator, 'QUERY', '""'), limit)}`);
  },
  context_get: (block, generator) => called(`context.get(${value(block, generator, 'ID')})`),
  context_sources: () => called('context.sources()'),
  context_config: (block) => called(`context.config${luaField(field(block, 'KEY'))}`),

  http_get(block, generator) {
    const options = table([['headers', value(block, generator, 'HEADERS', '')]]);
    return called(`http.get${args(value(block, generator, 'URL', '""'), options)}`);
  },
  http_post(block, generator) {
    const options = table([['headers', value(block, generator, 'HEADERS', '')]]);
    return called(
      `http.post${args(value(block, generator, 'URL', '""'), value(block, generator, 'BODY'), options)}`,
    );
  },
  http_request(block, generator) {
    const options = table([
      ['method', luaString(field(block, 'METHOD'))],
      ['url', value(block, generator, 'URL', '""')],
      ['headers', value(block, generator, 'HEADERS', '')],
      ['body', value(block, generator, 'BODY', '')],
    ]);
    return called(`http.request(${options})`);
  },

  json_parse: (block, generator) => called(`json.parse(${value(block, generator, 'TEXT', '""')})`),
  json_encode: (block, generator) => called(`json.encode(${value(block, generator, 'VALUE', 'json.null')})`),

  table_object(block, generator) {
    const fields = generator.statementToCode(block, 'FIELDS');
    return [fields === '' ? '{}' : `{\n${fields}}`, Order.ATOMIC];
  },
  table_field: (block, generator) =>
    `${luaKey(field(block, 'NAME'))} = ${value(block, generator, 'VALUE', 'json.null')},\n`,
  table_get: (block, generator) =>
    called(`${prefix(block, generator, 'TABLE')}${luaField(field(block, 'NAME'))}`),
  table_item: (block, generator) =>
    called(`${prefix(block, generator, 'TABLE')}[${value(block, generator, 'INDEX', '1')}]`),
  table_set(block, generator) {
    const key = block.getInputTargetBlock('KEY');
    const named = key?.type === 'text' ? luaField(field(key, 'TEXT')) : undefined;
    const place = named ?? `[${value(block, generator, 'KEY', '1')}]`;
    return `${statementPrefix(prefix(block, generator, 'TABLE'))}${place} = ${value(block, generator, 'VALUE')}\n`;
  },
  table_append: (block, generator) =>
    `table.insert(${value(block, generator, 'TABLE')}, ${value(block, generator, 'VALUE')})\n`,
  lists_create_with(block, generator) {
    const items = block.inputList.filter(({ name }) => name.startsWith('ADD'));
    const codes = items.map(({ name }) => value(block, generator, name, 'json.null'));
    return [
      codes.length === 0 ? 'json.array()' : `{ ${codes.join(', ')} }`,
      codes.length === 0 ? Order.HIGH : Order.ATOMIC,
    ];
  },

  text_join(block, generator) {
    const parts = block.inputList
      .filter(({ name }) => name.startsWith('ADD'))
      .map(({ name }) => {
        const check = block.getInputTargetBlock(name)?.outputConnection?.getCheck();
        const plain = check?.some((type) => type === 'String' || type === 'Number') ?? false;
        if (plain) return generator.valueToCode(block, name, Order.CONCATENATION);
        const code = value(block, generator, name, '');
        return code === '' || isText(code) ? code : `tostring(${code})`;
      })
      .filter((code) => code !== '');
    return parts.length === 0
      ? ['""', Order.ATOMIC]
      : parts.length === 1
        ? called(isText(parts[0] ?? '') ? (parts[0] ?? '') : `tostring(${parts[0]})`)
        : [parts.join(' .. '), Order.CONCATENATION];
  },

  lua_line: (block) => `${oneLine(field(block, 'CODE'))}\n`,
  lua_value(block) {
    const code = oneLine(field(block, 'CODE'));
    // Otherwise a comment in it would swallow the code behind it.
    return [code === '' ? 'nil' : code.includes('--') ? `(${code}\n)` : `(${code})`, Order.ATOMIC];
  },

  tool_call(block, generator) {
    const { tool, inputs } = callOf(block);
    const given = table(inputs.map((name) => [name, value(block, generator, inputOf(name), '')]));
    return called(`tools${luaField(tool)}(${given || '{}'})`);
  },
};

/** A statement that begins with a parenthesis would be parsed as a call of the previous one. */
function statementPrefix(code: string): string {
  return code.startsWith('(') ? `;${code}` : code;
}

/** One line of the parameter list. */
export function parameterCode(block: Block): string {
  const type = field(block, 'TYPE');
  const start = defaultOf(field(block, 'DEFAULT'), type);
  const required = block.getFieldValue('REQUIRED') === 'TRUE';
  const description = field(block, 'DESCRIPTION');
  const parts = [
    `name = ${luaString(field(block, 'NAME'))}`,
    `type = ${luaString(type)}`,
    ...(required ? ['required = true'] : []),
    ...(start === undefined ? [] : [`default = ${luaLiteral(start)}`]),
    ...(description === '' ? [] : [`description = ${luaString(description)}`]),
    ...Object.entries(moreOf(block)).map(([key, more]) => `${luaKey(key)} = ${luaLiteral(more)}`),
  ];
  return `    { ${parts.join(', ')} },\n`;
}

/** Parameter settings from the cards or the code that its block does not show. */
export function moreOf(block: Block): JsonObject {
  try {
    const more: unknown = JSON.parse(block.data ?? '{}');
    return isObject(more) ? (more as JsonObject) : {};
  } catch {
    return {};
  }
}

/** Parses a default according to the parameter's type; undefined for none, and for one of another type. */
export function defaultOf(text: string, type: string): Json | undefined {
  if (text.trim() === '') return undefined;
  if (type === 'string') return text;
  try {
    const found = JSON.parse(text) as Json;
    const kind = Array.isArray(found) ? 'array' : found === null ? 'null' : typeof found;
    const fits = type === 'integer' ? Number.isSafeInteger(found) : kind === type && found !== Infinity;
    return fits ? found : undefined;
  } catch {
    return undefined;
  }
}
