// The blocks of a tool besides Blockly's own: how each looks. block-lua.ts has the code each generates.
import { Blocks, common } from 'blockly/core';
import { defineCallBlock } from './call-block.ts';
import { PARAMETER_TYPES } from './parameter-types.ts';

const options = (...names: string[]): [string, string][] => names.map((name) => [name, name]);

type Argument = Record<string, unknown>;
const value = (name: string): Argument => ({ type: 'input_value', name });
const body = (name: string): Argument => ({ type: 'input_statement', name });
const text = (name: string, start = ''): Argument => ({ type: 'field_input', name, text: start });
const choice = (name: string, ...names: string[]): Argument => ({
  type: 'field_dropdown',
  name,
  options: options(...names),
});

interface Look {
  /** Lines of text with %1, %2 …, each with its arguments. */
  lines: [string, ...Argument[]][];
  style: string;
  help: string;
  /** Stacks its inputs vertically. */
  tall?: boolean;
}

const shape = (type: string, { lines, style, help, tall }: Look): Record<string, unknown> => ({
  type,
  style,
  tooltip: help,
  inputsInline: !tall,
  ...Object.fromEntries(
    lines.flatMap(([message, ...args], index) => [
      [`message${index}`, message],
      ...(args.length > 0 ? [[`args${index}`, args]] : []),
    ]),
  ),
});
const gives = (type: string, look: Look) => ({ ...shape(type, look), output: null });
const does = (type: string, look: Look) => ({
  ...shape(type, look),
  previousStatement: null,
  nextStatement: null,
});
const ends = (type: string, look: Look) => ({ ...shape(type, look), previousStatement: null });

const KINDS = [
  shape('tool_script', {
    style: 'tool_blocks',
    help: 'The tool: its name, parameters and actions',
    tall: true,
    lines: [
      ['tool %1 version %2', text('NAME', 'my_tool'), text('VERSION', '0.1.0')],
      ['that %1', text('DESCRIPTION', 'does something')],
      ['may reach %1', text('HOSTS')],
      ['takes %1', { ...body('PARAMETERS'), check: 'Parameter' }],
      ['and then %1', { ...body('DO'), check: 'Action' }],
    ],
  }),
  {
    ...shape('tool_parameter', {
      style: 'parameter_blocks',
      tall: true,
      help: 'A value the caller passes to the tool',
      lines: [
        [
          'parameter %1 %2 required %3',
          text('NAME', 'question'),
          choice('TYPE', ...PARAMETER_TYPES),
          { type: 'field_checkbox', name: 'REQUIRED', checked: true },
        ],
        ['means %1 default %2', text('DESCRIPTION'), text('DEFAULT')],
      ],
    }),
    previousStatement: 'Parameter',
    nextStatement: 'Parameter',
  },
  gives('tool_param', {
    style: 'parameter_blocks',
    help: 'The parameter’s value in this call',
    lines: [['parameter %1', text('NAME', 'question')]],
  }),
  ends('tool_return', {
    style: 'tool_blocks',
    help: 'Ends the run with this result',
    lines: [['result %1', value('VALUE')]],
  }),
  ends('tool_fail', {
    style: 'tool_blocks',
    help: 'Ends the run with this error message',
    lines: [['fail and say %1', value('TEXT')]],
  }),
  does('tool_log', {
    style: 'tool_blocks',
    help: 'Writes a line to the run log',
    lines: [['log %1 %2', choice('LEVEL', 'info', 'debug', 'warn', 'error'), value('TEXT')]],
  }),
  does('tool_progress', {
    style: 'tool_blocks',
    help: 'Reports progress, from 0 to 1',
    lines: [['progress %1 saying %2', value('FRACTION'), value('TEXT')]],
  }),
  does('tool_run', {
    style: 'tool_blocks',
    help: 'Runs it and ignores the result',
    lines: [['do %1', value('VALUE')]],
  }),
  gives('context_search', {
    style: 'library_blocks',
    help: 'Searches the library and returns a list with title, snippet, score and id',
    tall: true,
    lines: [
      ['search documents for %1', value('QUERY')],
      ['passages at most %1', value('LIMIT')],
    ],
  }),
  gives('context_get', {
    style: 'library_blocks',
    help: 'The whole document with that id: title, body and more',
    lines: [['document with id %1', value('ID')]],
  }),
  gives('context_sources', {
    style: 'library_blocks',
    help: 'The sources of documents',
    lines: [['sources of documents']],
  }),
  gives('context_config', {
    style: 'library_blocks',
    help: 'A value from the tool’s settings',
    lines: [['setting %1', text('KEY', 'api_key')]],
  }),
  gives('http_get', {
    style: 'web_blocks',
    help: 'Sends a GET request: returns status, ok, body and json',
    lines: [['get from %1 with headers %2', value('URL'), value('HEADERS')]],
  }),
  gives('http_post', {
    style: 'web_blocks',
    help: 'Sends a POST request; an object is sent as JSON',
    lines: [['post to %1 body %2 headers %3', value('URL'), value('BODY'), value('HEADERS')]],
  }),
  gives('http_request', {
    style: 'web_blocks',
    help: 'Sends any request',
    lines: [
      [
        'request %1 %2 body %3 headers %4',
        choice('METHOD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
        value('URL'),
        value('BODY'),
        value('HEADERS'),
      ],
    ],
  }),
  gives('json_parse', {
    style: 'table_blocks',
    help: 'Parses JSON text into a value',
    lines: [['value of JSON %1', value('TEXT')]],
  }),
  gives('json_encode', {
    style: 'table_blocks',
    help: 'A value as JSON text',
    lines: [['JSON text of %1', value('VALUE')]],
  }),
  gives('table_object', {
    style: 'table_blocks',
    help: 'An object with these fields',
    lines: [['object %1', { ...body('FIELDS'), check: 'Field' }]],
  }),
  {
    ...shape('table_field', {
      style: 'table_blocks',
      help: 'One field of an object',
      lines: [['%1 = %2', text('NAME', 'title'), value('VALUE')]],
    }),
    previousStatement: 'Field',
    nextStatement: 'Field',
  },
  gives('table_get', {
    style: 'table_blocks',
    help: 'A field of an object by its name',
    lines: [['field %1 of %2', text('NAME', 'title'), value('TABLE')]],
  }),
  gives('table_item', {
    style: 'table_blocks',
    help: 'An item of a list by its number, from 1',
    lines: [['item %1 of %2', value('INDEX'), value('TABLE')]],
  }),
  does('table_set', {
    style: 'table_blocks',
    help: 'Puts a value into a field of an object, or into a list by number',
    lines: [['in %1 set %2 to %3', value('TABLE'), value('KEY'), value('VALUE')]],
  }),
  does('table_append', {
    style: 'table_blocks',
    help: 'Adds a value to the end of a list',
    lines: [['to %1 add %2', value('TABLE'), value('VALUE')]],
  }),
  does('lua_line', {
    style: 'lua_blocks',
    help: 'A line of Lua you write',
    lines: [['Lua %1', text('CODE', 'print("here")')]],
  }),
  gives('lua_value', {
    style: 'lua_blocks',
    help: 'A Lua expression you write',
    lines: [['Lua %1', text('CODE', 'os.time()')]],
  }),
];

/** Registers them with Blockly, once. */
export function defineBlocks(): void {
  if (Blocks['tool_script']) return;
  common.defineBlocksWithJsonArray(KINDS);
  defineCallBlock();
}
