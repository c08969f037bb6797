// Every kind of block generates valid Lua: the sandbox compiles it, lint reports nothing, and it runs.
import { beforeAll, describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { compileWith } from '../../sandbox/worker/compile.ts';
import { findSyntaxProblem } from '../../sandbox/worker/syntax-problem.ts';
import { LuaVm } from '../../sandbox/worker/vm.ts';
import { validateTool } from '../../tools/validate/validate-tool.ts';
import { inspectTool } from '../../../scripts/inspect-tool.ts';
import { readPrelude } from '../../../scripts/prelude.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import './blockly-document.test-support.ts';
import { OWN_RULES } from './block-lua.ts';
import { scriptOfBlocks } from './blocks-script.ts';
import { BUILT_IN_KINDS } from './built-in-kinds.ts';
import { parameterBlocks, toolbox } from './toolbox.ts';

const TOOL = {
  name: 'other-tool',
  bundle: 'b',
  description: 'Does something else',
  parameters: {
    type: 'object' as const,
    properties: { text: { type: 'string' as const }, count: { type: 'integer' as const } },
    required: ['text', 'count'],
  },
};
const text = (TEXT: string): JsonObject => ({ type: 'text', fields: { TEXT } });
const list: JsonObject = {
  type: 'lists_create_with',
  extraState: { itemCount: 2 },
  inputs: { ADD0: { block: text('a') }, ADD1: { block: text('b') } },
};
const object: JsonObject = {
  type: 'table_object',
  inputs: {
    FIELDS: {
      block: { type: 'table_field', fields: { NAME: 'title' }, inputs: { VALUE: { block: text('x') } } },
    },
  },
};
const yes: JsonObject = { type: 'logic_boolean', fields: { BOOL: 'TRUE' } };
const number: JsonObject = { type: 'math_number', fields: { NUM: 2 } };
const end: JsonObject = { type: 'controls_flow_statements', fields: { FLOW: 'BREAK' } };

/** What a user would plug into inputs that the block list leaves empty. */
const FILL: Record<string, Record<string, JsonObject>> = {
  controls_if: { IF0: yes },
  controls_ifelse: { IF0: yes },
  controls_forEach: { LIST: list },
  controls_whileUntil: { BOOL: yes, DO: end },
  logic_compare: { A: number, B: number },
  logic_operation: { A: yes, B: yes },
  logic_negate: { BOOL: yes },
  logic_ternary: { IF: yes, THEN: number, ELSE: number },
  lists_length: { VALUE: list },
  lists_isEmpty: { VALUE: list },
  lists_create_with: {},
  table_get: { TABLE: object },
  table_item: { TABLE: list },
  table_set: { TABLE: object },
  table_append: { TABLE: list },
  context_get: { ID: text('d1') },
  json_parse: { TEXT: text('{"a":[1]}') },
  json_encode: { VALUE: object },
  http_request: { BODY: object, HEADERS: object },
  tool_return: { VALUE: object },
  tool_run: { VALUE: number },
  math_change: {},
};
/** Prefixes of kinds that yield a value. */
const VALUES = [
  'context_ http_ json_ logic_ math_ lists_ tool_param tool_call lua_value text table_get table_item table_object',
].flatMap((names) => names.split(' '));

const variable: JsonObject = { VAR: { id: 'v', name: 'total', type: '' } };
const twice: JsonObject = {
  type: 'procedures_defreturn',
  fields: { NAME: 'twice' },
  inputs: { RETURN: { block: number } },
};
const DEFINED: Record<string, JsonObject> = {
  variables_get: { fields: variable },
  variables_set: { fields: variable, inputs: { VALUE: { block: number } } },
  procedures_defreturn: twice,
  procedures_defnoreturn: { fields: { NAME: 'once' } },
  procedures_callreturn: { extraState: { name: 'twice' } },
  procedures_callnoreturn: { extraState: { name: 'once' } },
  procedures_ifreturn: { inputs: { CONDITION: { block: yes }, VALUE: { block: number } } },
};

function taken(): JsonObject[] {
  const categories = (toolbox([TOOL])['contents'] as JsonObject[]).flatMap(({ contents }) =>
    Array.isArray(contents) ? (contents as JsonObject[]) : [],
  );
  return [
    ...[...categories, ...parameterBlocks(['question'])].map(({ kind: _, about: __, ...block }) => block),
    ...Object.entries(DEFINED).map(([type, more]) => ({ type, ...more })),
  ];
}

function filled(block: JsonObject): JsonObject {
  const given = Object.entries(FILL[String(block['type'])] ?? {}).map(([name, one]) => [
    name,
    { block: one },
  ]);
  return {
    ...block,
    inputs: { ...(block['inputs'] as JsonObject), ...Object.fromEntries(given) } as Json,
  } as JsonObject;
}

const result = (block: JsonObject): JsonObject => ({ type: 'tool_return', inputs: { VALUE: { block } } });
const before = (first: JsonObject, next: JsonObject): JsonObject => ({ ...first, next: { block: next } });
const get: JsonObject = { type: 'variables_get', fields: variable };
const set = (block: JsonObject): JsonObject => ({
  type: 'variables_set',
  fields: variable,
  inputs: { VALUE: { block } },
});
const once: JsonObject = { type: 'procedures_defnoreturn', fields: { NAME: 'once' } };
const callTwice = result({ type: 'procedures_callreturn', extraState: { name: 'twice' } });
const callOnce: JsonObject = { type: 'procedures_callnoreturn', extraState: { name: 'once' } };
const question: JsonObject = { type: 'tool_param', fields: { NAME: 'question' } };

/** The position of blocks that are not plain steps: in the tool's steps, and in the functions next to it. */
const PLACES: Record<string, (block: JsonObject) => { steps: JsonObject; beside?: JsonObject }> = {
  controls_flow_statements: (block) => ({
    steps: {
      type: 'controls_forEach',
      fields: variable,
      inputs: {
        LIST: { block: list },
        DO: {
          block: before({ type: 'tool_log', inputs: { TEXT: { block: get } } }, block),
        },
      },
    },
  }),
  controls_forEach: (block) => ({ steps: { ...block, fields: variable } }),
  controls_for: (block) => ({ steps: { ...block, fields: variable } }),
  table_field: (block) => ({ steps: result({ type: 'table_object', inputs: { FIELDS: { block } } }) }),
  variables_get: (block) => ({ steps: before(set(number), result(block)) }),
  variables_set: (block) => ({ steps: before(block, result(get)) }),
  math_change: (block) => ({
    steps: before(set(number), before({ ...block, fields: variable }, result(get))),
  }),
  text_append: (block) => ({
    steps: before(set(text('a')), before({ ...block, fields: variable }, result(get))),
  }),
  procedures_defreturn: (block) => ({ steps: callTwice, beside: block }),
  procedures_defnoreturn: (block) => ({ steps: callOnce, beside: block }),
  procedures_callreturn: (block) => ({ steps: result(block), beside: twice }),
  procedures_callnoreturn: (block) => ({ steps: block, beside: once }),
  procedures_ifreturn: (block) => ({
    steps: callTwice,
    beside: { ...twice, inputs: { ...(twice['inputs'] as JsonObject), STACK: { block } } },
  }),
  tool_parameter: () => ({ steps: result(question) }),
};

/** Returns a tool with the block at a valid position. */
function toolWith(block: JsonObject): JsonObject {
  const type = String(block['type']);
  const value = !type.startsWith('text_append') && VALUES.some((start) => type.startsWith(start));
  const { steps, beside } = PLACES[type]?.(block) ?? { steps: value ? result(block) : block };
  const parameter = type === 'tool_parameter' ? block : parameterBlocks([])[0];
  const takes = type === 'tool_parameter' || type === 'tool_param';
  const tool = {
    type: 'tool_script',
    fields: { NAME: 'made', VERSION: '1.0.0', DESCRIPTION: 'Is made of blocks', HOSTS: 'api.example.com' },
    inputs: {
      ...(takes && {
        PARAMETERS: {
          block: { type: 'tool_parameter', ...parameter, fields: { DESCRIPTION: 'What to look for' } },
        },
      }),
      DO: { block: steps },
    },
  };
  return {
    blocks: { languageVersion: 0, blocks: [tool, ...(beside ? [beside] : [])] },
    variables: [{ name: 'total', id: 'v' }],
  } as JsonObject;
}

let vm: LuaVm;
let trial: ScriptTrial;
beforeAll(async () => {
  vm = await LuaVm.load(readPrelude());
  trial = new ScriptTrial();
});

async function findings(source: string): Promise<string[]> {
  const { errors, warnings } = await validateTool(
    {
      source,
      kind: 'lua',
      fileName: 'made.lua',
      tool: { hosts: ['api.example.com'], writes: false, config: { api_key: 'k' }, policy: 'allow' },
    },
    {
      compile: async (sources) => {
        const [[file, code] = ['', '']] = Object.entries(sources);
        const problem = await findSyntaxProblem(file, code, (one) => compileWith(vm, one));
        return problem ? [problem] : [];
      },
      inspect: async (code, fileName, files) => {
        if (vm.spent) vm = await LuaVm.load(readPrelude());
        return inspectTool(vm, code, fileName, files);
      },
      readData: () => Promise.reject(new Error('no data')),
      toScript: () => Promise.reject(new Error('no data')),
      knownTools: () => [TOOL.name],
      secretNames: () => Promise.resolve([]),
    },
  );
  return [...errors, ...warnings].map(({ line, message }) => `${line ?? 0}: ${message}`);
}

const kindsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(kindsIn)
    : isObject(value)
      ? [
          ...(typeof value['type'] === 'string' ? [value['type']] : []),
          ...Object.values(value).flatMap(kindsIn),
        ]
      : [];

describe('a block as taken from the list', () => {
  it('covers every kind of block', () => {
    const all = new Set([...BUILT_IN_KINDS, ...Object.keys(OWN_RULES)]);
    const seen = new Set(taken().flatMap(kindsIn));
    expect([...all].filter((type) => !seen.has(type))).toEqual([]);
  });

  it.each(taken().map((block) => [String(block['type']), block] as const))(
    '%s generates Lua without a warning',
    async (_, block) => {
      for (const one of [block, filled(block)]) {
        const source = scriptOfBlocks(toolWith(one));
        expect(await findings(source), source).toEqual([]);
      }
      const source = scriptOfBlocks(toolWith(filled(block)));
      const { message } = await trial.script(source, {
        args: { question: 'why' },
        config: { api_key: 'k' },
        host: (operation): Json =>
          operation === 'http.request'
            ? { status: 200, headers: {} }
            : operation === 'tool.call'
              ? { fine: true }
              : [],
      });
      if (block['type'] === 'tool_fail') expect(message).toContain('This cannot be done');
      else expect(message, source).toBeUndefined();
    },
  );
});
