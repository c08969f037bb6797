// The block list: Blockly's blocks, ours, and one for each installed tool. Pure.
import type { Json, JsonObject } from '../../base/json.ts';
import type { ObjectSchema } from '../../core/schema.ts';

export interface CallableTool {
  name: string;
  bundle: string;
  description: string;
  parameters: ObjectSchema;
}

/** The category name under which Blockly asks for the current tool's parameters. */
export const PARAMETERS = 'PARAMETERS';

/** A longer list would not help; the “Lua” block can call the others. */
const MAX_TOOLS = 200;

type Place = { shadow: JsonObject } | { block: JsonObject };

const text = (value = ''): Place => ({ shadow: { type: 'text', fields: { TEXT: value } } });
const number = (value: number): Place => ({ shadow: { type: 'math_number', fields: { NUM: value } } });
const block = (type: string, inputs: Record<string, Place> = {}, more: JsonObject = {}): JsonObject => ({
  kind: 'block',
  type,
  inputs,
  ...more,
});
const category = (name: string, categorystyle: string, contents: JsonObject[]): JsonObject => ({
  kind: 'category',
  name,
  categorystyle,
  contents,
});
const dynamic = (name: string, categorystyle: string, custom: string): JsonObject => ({
  kind: 'category',
  name,
  categorystyle,
  custom,
});

export function toolbox(tools: readonly CallableTool[]): JsonObject {
  return {
    kind: 'categoryToolbox',
    contents: [
      category('Tool', 'tool_category', [
        block('tool_return'),
        block('tool_log', { TEXT: text('done') }),
        block('tool_fail', { TEXT: text('This cannot be done') }),
        block('tool_progress', { FRACTION: number(0.5), TEXT: text('half way') }),
        block('tool_run'),
      ]),
      dynamic('Parameters', 'parameter_category', PARAMETERS),
      category('Documents', 'library_category', [
        block('context_search', { QUERY: text(), LIMIT: number(3) }),
        block('context_get', { ID: text() }),
        block('context_sources'),
        block('context_config'),
      ]),
      category('Web', 'web_category', [
        block('http_get', { URL: text('https://api.example.com/') }),
        block('http_post', { URL: text('https://api.example.com/'), BODY: { block: block('table_object') } }),
        block('http_request', { URL: text('https://api.example.com/') }),
        block('json_parse'),
        block('json_encode'),
      ]),
      category('Tools', 'call_category', tools.slice(0, MAX_TOOLS).map(callBlock)),
      category('Lists and objects', 'table_category', [
        block('table_object'),
        block('table_field', { VALUE: text() }),
        block('table_get'),
        block('table_set', { KEY: text('title'), VALUE: text() }),
        block('lists_create_with', {}, { extraState: { itemCount: 0 } }),
        block('lists_create_with', {}, { extraState: { itemCount: 3 } }),
        block('table_item', { INDEX: number(1) }),
        block('table_append', { VALUE: text() }),
        block('lists_length'),
        block('lists_isEmpty'),
      ]),
      category('Conditions', 'logic_category', [
        block('controls_if'),
        block('controls_ifelse'),
        block('logic_compare'),
        block('logic_operation'),
        block('logic_negate'),
        block('logic_boolean'),
        block('logic_null'),
        block('logic_ternary'),
      ]),
      category('Loops', 'loop_category', [
        block('controls_forEach'),
        block('controls_repeat_ext', { TIMES: number(3) }),
        block('controls_for', { FROM: number(1), TO: number(10), BY: number(1) }),
        block('controls_whileUntil'),
        block('controls_flow_statements'),
      ]),
      category('Text', 'text_category', [
        block('text'),
        block('text_join', { ADD0: text('Hello '), ADD1: text() }),
        block('text_append', { TEXT: text() }),
        block('text_length', { VALUE: text() }),
        block('text_isEmpty', { VALUE: text() }),
        block('text_indexOf', { VALUE: text(), FIND: text() }),
        block('text_changeCase', { TEXT: text() }),
        block('text_trim', { TEXT: text() }),
      ]),
      category('Numbers', 'math_category', [
        block('math_number'),
        block('math_arithmetic', { A: number(1), B: number(1) }),
        block('math_single', { NUM: number(9) }),
        block('math_round', { NUM: number(3.1) }),
        block('math_modulo', { DIVIDEND: number(64), DIVISOR: number(10) }),
        block('math_change', { DELTA: number(1) }),
        block('math_random_int', { FROM: number(1), TO: number(100) }),
      ]),
      dynamic('Variables', 'variable_category', 'VARIABLE'),
      dynamic('Functions', 'procedure_category', 'PROCEDURE'),
      category('Lua', 'lua_category', [block('lua_line'), block('lua_value')]),
    ],
  };
}

/** The contents of the parameter category: a block that adds one, and one value block per parameter. */
export function parameterBlocks(names: readonly string[]): JsonObject[] {
  return [
    block('tool_parameter'),
    ...[...new Set(names)].map((NAME) => block('tool_param', {}, { fields: { NAME } })),
  ];
}

/** A call block with an input per parameter; required ones contain a field to type into. */
export function callBlock({ name, description, parameters }: CallableTool): JsonObject {
  const properties = Object.entries(parameters.properties ?? {});
  const inputs: Record<string, Place> = {};
  for (const [key, schema] of properties) {
    if (parameters.required?.includes(key))
      inputs[`ARG ${key}`] = placeFor([schema.type].flat()[0], schema.default);
  }
  return block('tool_call', inputs, {
    extraState: { tool: name, inputs: properties.map(([key]) => key) },
    about: description,
  });
}

function placeFor(type: string | undefined, start: Json | undefined): Place {
  if (type === 'integer' || type === 'number') return number(typeof start === 'number' ? start : 1);
  if (type === 'boolean')
    return { shadow: { type: 'logic_boolean', fields: { BOOL: start === false ? 'FALSE' : 'TRUE' } } };
  return text(typeof start === 'string' ? start : '');
}
