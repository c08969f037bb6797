// Blocks become readable Lua that compiles and runs in the real machine, and nothing in a block becomes more than it shows.
import { utils } from 'blockly/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../core/json.ts';
import { ScriptTrial } from '../../../../scripts/script-trial.ts';
import { scriptOfBlocks } from './blocks-script.ts';
import { readBlocks, writeBlocks } from './blocks-file.ts';
import { firstBlocks } from './first-blocks.ts';
import { isKnownKind } from './script-of.ts';

// A definition of a function tells its callers of its arguments in XML, for which Blockly needs a document.
const element = (): object => ({ setAttribute: () => undefined, appendChild: () => undefined });
utils.xml.injectDependencies({
  document: { createElementNS: element } as unknown as Document,
  DOMParser: class {} as unknown as typeof DOMParser,
  XMLSerializer: class {
    serializeToString = () => '';
  } as unknown as typeof XMLSerializer,
});

let trial: ScriptTrial;
beforeAll(() => {
  trial = new ScriptTrial();
});

type Block = { [key: string]: Json };
const inputs = (given: Record<string, Block>): Block =>
  Object.fromEntries(Object.entries(given).map(([name, block]) => [name, { block }]));
const block = (
  type: string,
  fields: JsonObject = {},
  given: Record<string, Block> = {},
  more: Block = {},
): Block => ({
  type,
  fields,
  inputs: inputs(given),
  ...more,
});
const text = (value: string): Block => block('text', { TEXT: value });
const number = (value: number): Block => block('math_number', { NUM: value });
const get = (id: string): Block => block('variables_get', { VAR: { id } });
const set = (id: string, value: Block): Block => block('variables_set', { VAR: { id } }, { VALUE: value });
const result = (value: Block): Block => block('tool_return', {}, { VALUE: value });
const list = (...items: Block[]): Block =>
  block('lists_create_with', {}, Object.fromEntries(items.map((item, index) => [`ADD${index}`, item])), {
    extraState: { itemCount: items.length },
  });

/** Blocks beneath each other. */
function steps(...blocks: Block[]): Block {
  return blocks.reduceRight<Block | undefined>(
    (next, one) => (next ? { ...one, next: { block: next } } : one),
    undefined,
  ) as Block;
}

interface Made {
  parameters?: Block[];
  fields?: JsonObject;
  variables?: string[];
  /** Beside the block of the tool. */
  beside?: Block[];
}

function workspace(
  body: Block[],
  { parameters = [], fields = {}, variables = [], beside = [] }: Made = {},
): JsonObject {
  const tool = block(
    'tool_script',
    { NAME: 'made', VERSION: '1', DESCRIPTION: 'is made', HOSTS: '', ...fields },
    {
      ...(parameters.length > 0 && { PARAMETERS: steps(...parameters) }),
      ...(body.length > 0 && { DO: steps(...body) }),
    },
  );
  return {
    blocks: { languageVersion: 0, blocks: [tool, ...beside] },
    variables: variables.map((name) => ({ name, id: name })),
  };
}

async function run(state: JsonObject, options: Parameters<ScriptTrial['script']>[1] = {}) {
  const source = scriptOfBlocks(state);
  return { source, ...(await trial.script(source, options)) };
}

describe('a script from blocks', () => {
  it('reads as if written by hand, and runs', async () => {
    const state = firstBlocks('find_it');
    const { source, result, message } = await run(state, {
      args: { question: 'why' },
      host: (operation, payload) => [{ operation, payload }],
    });
    expect(source).toBe(`-- Made with blocks. A change by hand here and the blocks no longer fit together.
tool = {
  name = "find_it",
  version = "0.1.0",
  description = "Finds the passages that answer a question",
  parameters = {
    { name = "question", type = "string", required = true, description = "What to look for" },
  },
}

function tool.execute(params, context)
  local found = context.search(params.question, { limit = 3 })
  return found
end
`);
    expect(message).toBeUndefined();
    expect(result).toMatchObject([{ operation: 'context.search', payload: { query: 'why', limit: 3 } }]);
  });

  it('has loops, conditions, texts, lists and objects', async () => {
    const state = workspace(
      [
        set('found', list()),
        block(
          'controls_forEach',
          { VAR: { id: 'word' } },
          {
            LIST: block('tool_param', { NAME: 'words' }),
            DO: block(
              'controls_if',
              {},
              {
                IF0: block(
                  'logic_compare',
                  { OP: 'GT' },
                  { A: block('text_length', {}, { VALUE: get('word') }), B: number(2) },
                ),
                DO0: steps(
                  block(
                    'table_append',
                    {},
                    {
                      TABLE: get('found'),
                      VALUE: block(
                        'table_object',
                        {},
                        {
                          FIELDS: steps(
                            block('table_field', { NAME: 'word' }, { VALUE: get('word') }),
                            block(
                              'table_field',
                              { NAME: 'a-b' },
                              {
                                VALUE: block(
                                  'text_join',
                                  {},
                                  { ADD0: text('<'), ADD1: get('word'), ADD2: number(1) },
                                  {
                                    extraState: { itemCount: 3 },
                                  },
                                ),
                              },
                            ),
                          ),
                        },
                      ),
                    },
                  ),
                ),
              },
            ),
          },
        ),
        block(
          'table_set',
          {},
          {
            TABLE: block('table_item', {}, { INDEX: number(1), TABLE: get('found') }),
            KEY: text('first'),
            VALUE: block('logic_boolean', { BOOL: 'TRUE' }),
          },
        ),
        block(
          'tool_log',
          { LEVEL: 'warn' },
          {
            TEXT: block(
              'table_get',
              { NAME: 'a-b' },
              { TABLE: block('table_item', {}, { INDEX: number(1), TABLE: get('found') }) },
            ),
          },
        ),
        result(get('found')),
      ],
      {
        variables: ['found', 'word'],
        parameters: [block('tool_parameter', { NAME: 'words', TYPE: 'array', REQUIRED: true })],
      },
    );
    const {
      result: found,
      logs,
      message,
      source,
    } = await run(state, { args: { words: ['a', 'tree', 'fox'] } });
    expect(message).toBeUndefined();
    expect(found).toEqual([
      { word: 'tree', 'a-b': '<tree1', first: true },
      { word: 'fox', 'a-b': '<fox1' },
    ]);
    expect(logs).toEqual(['warn: <tree1']);
    expect(source).toContain('  local found = json.array()\n  for _, word in ipairs(params.words) do\n');
    expect(source).not.toContain('local word');
  });

  it('has functions that see the parameters and each other', async () => {
    const twice = block(
      'procedures_defreturn',
      { NAME: 'twice' },
      {
        RETURN: block(
          'math_arithmetic',
          { OP: 'MULTIPLY' },
          { A: get('n'), B: block('tool_param', { NAME: 'by' }) },
        ),
      },
      { extraState: { params: [{ name: 'n', id: 'n' }] } },
    );
    const call = block(
      'procedures_callreturn',
      {},
      { ARG0: number(21) },
      {
        extraState: { name: 'twice', params: ['n'] },
      },
    );
    const {
      result: found,
      message,
      source,
    } = await run(
      workspace([set('total', call), result(get('total'))], { variables: ['n', 'total'], beside: [twice] }),
      { args: { by: 2 } },
    );
    expect(message).toBeUndefined();
    expect(found).toBe(42);
    expect(source).toContain('  local twice\n  function twice(n)\n    return n * params.by\n  end\n');
  });

  it('asks the web and other tools', async () => {
    const asked: Json[] = [];
    const state = workspace(
      [
        set(
          'page',
          block(
            'http_get',
            {},
            {
              URL: text('https://api.example.com/x'),
              HEADERS: block(
                'table_object',
                {},
                { FIELDS: block('table_field', { NAME: 'Accept' }, { VALUE: text('a/b') }) },
              ),
            },
          ),
        ),
        result(
          block(
            'tool_call',
            {},
            { 'ARG text': block('table_get', { NAME: 'status' }, { TABLE: get('page') }) },
            {
              extraState: { tool: 'other-tool', inputs: ['text', 'unused'] },
            },
          ),
        ),
      ],
      { variables: ['page'], fields: { HOSTS: 'api.example.com, b.example' } },
    );
    const { source, message } = await run(state, {
      host: (operation, payload): Json => {
        asked.push({ operation, payload });
        return operation === 'tool.call' ? { fine: true } : { status: 204, headers: {} };
      },
    });
    expect(source).toContain('hosts = { "api.example.com", "b.example" },');
    expect(source).toContain('return tools["other-tool"]({ text = page.status })');
    expect(message).toBeUndefined();
    expect(asked).toMatchObject([
      { operation: 'http.request', payload: { url: 'https://api.example.com/x' } },
      { operation: 'tool.call' },
    ]);
  });

  it('keeps defaults that fit their types', () => {
    const parameter = (TYPE: string, DEFAULT: string) =>
      block('tool_parameter', { NAME: TYPE, TYPE, REQUIRED: false, DEFAULT });
    const source = scriptOfBlocks(
      workspace([], {
        parameters: [
          parameter('string', '5'),
          parameter('integer', '5.5'),
          parameter('number', '5.5'),
          parameter('boolean', 'true'),
          parameter('array', '[1, "a"]'),
          parameter('object', '{"a": null}'),
        ],
      }),
    );
    expect(source.match(/default = .*(?= \},\n)/g)).toEqual([
      'default = "5"',
      'default = 5.5',
      'default = true',
      'default = { 1, "a" }',
      'default = { a = json.null }',
    ]);
  });
});

describe('a text or name in a block', () => {
  const NASTY = [
    '"',
    '\\',
    '\\"',
    '"]]',
    'a\nb',
    'a\rb',
    '\u2028',
    '\0end',
    '") error("out") --',
    "') error('out') --",
    ']] error("out") --[[',
    '\\\n") error("out") --',
    'x\nend error("out") function y()',
    'x = error("out")',
    '${1}',
    '%s',
    'ünï 🌙',
  ];

  it('stays that text wherever it stands', async () => {
    for (const nasty of NASTY) {
      const state = workspace(
        [
          set('o', block('table_object')),
          set('v', text(nasty)),
          result(
            block(
              'table_object',
              {},
              {
                FIELDS: steps(
                  block('table_field', { NAME: nasty }, { VALUE: get('v') }),
                  block('table_field', { NAME: 'given' }, { VALUE: block('tool_param', { NAME: nasty }) }),
                  block('table_field', { NAME: 'set' }, { VALUE: block('context_config', { KEY: nasty }) }),
                  block(
                    'table_field',
                    { NAME: 'inner' },
                    { VALUE: block('table_get', { NAME: nasty }, { TABLE: get('o') }) },
                  ),
                  block(
                    'table_field',
                    { NAME: 'said' },
                    {
                      VALUE: block(
                        'text_join',
                        {},
                        { ADD0: text(nasty), ADD1: text(nasty) },
                        { extraState: { itemCount: 2 } },
                      ),
                    },
                  ),
                ),
              },
            ),
          ),
        ],
        {
          variables: ['v', 'o'],
          fields: { DESCRIPTION: nasty, VERSION: nasty, HOSTS: nasty },
          parameters: [
            block('tool_parameter', {
              NAME: nasty,
              TYPE: 'string',
              REQUIRED: false,
              DESCRIPTION: nasty,
              DEFAULT: nasty,
            }),
          ],
        },
      );
      const {
        result: found,
        message,
        source,
      } = await run(state, { args: { [nasty]: 'p' }, config: { [nasty]: 'c' } });
      expect(message, source).toBeUndefined();
      expect(found).toMatchObject({ [nasty]: nasty, given: 'p', set: 'c', said: nasty + nasty });
    }
  });

  it('cannot make code of the name of a variable, a function or a tool', async () => {
    for (const nasty of [...NASTY, 'end', 'goto', 'params', 'tool', 'error', 'x; error("out")']) {
      const named = block('procedures_defreturn', { NAME: nasty }, { RETURN: number(1) });
      const state = workspace([set('v', number(7)), result(get('v'))], {
        beside: [named, block('tool_call', {}, {}, { extraState: { tool: nasty, inputs: [nasty] } })],
      });
      state['variables'] = [{ name: nasty, id: 'v' }];
      const { result: found, message, source } = await run(state);
      expect(message, source).toBeUndefined();
      expect(found).toBe(7);
    }
  });

  it('cannot leave a comment', async () => {
    for (const end of ['\n', '\r', '\r\n', '\u2028', '\n\r']) {
      const comment = (value: string): Block => ({
        icons: { comment: { text: `note${end}${value}`, pinned: false } },
      });
      const state = workspace([
        {
          ...block('tool_log', { LEVEL: 'info' }, { TEXT: { ...text('x'), ...comment('error("inner")') } }),
          ...comment('error("out")'),
        },
        result(number(1)),
      ]);
      const { result: found, message, source } = await run(state);
      expect(source).toContain('-- note\n  -- error("out")\n');
      expect(message, source).toBeUndefined();
      expect(found).toBe(1);
    }
  });

  it('cannot choose what is not in a list of choices', () => {
    const source = scriptOfBlocks(
      workspace([
        block('tool_log', { LEVEL: 'info("x") error' }, { TEXT: text('a') }),
        block('tool_run', {}, { VALUE: block('http_request', { METHOD: 'GET" .. error() .. "' }) }),
        result(block('logic_compare', { OP: '== error() ==' }, { A: number(1), B: number(2) })),
      ]),
    );
    expect(source).not.toContain('error');
  });
});

describe('a kept workspace', () => {
  const read = (value: unknown) =>
    readBlocks(typeof value === 'string' ? value : JSON.stringify(value), isKnownKind);
  const file = (...blocks: unknown[]) => ({ version: 1, hash: '', workspace: { blocks: { blocks } } });

  it('comes back as it was', () => {
    const state = firstBlocks('a');
    const back = read(writeBlocks({ workspace: state, hash: '12' }));
    expect(back).toEqual({ workspace: state, hash: '12' });
    expect(scriptOfBlocks(back.workspace)).toBe(scriptOfBlocks(state));
  });

  it('is refused in a sentence when it is broken or not ours', () => {
    let deep: unknown = { type: 'logic_negate' };
    for (let n = 0; n < 200; n += 1) deep = { type: 'logic_negate', inputs: { BOOL: { block: deep } } };
    const cases: [unknown, RegExp][] = [
      ['{', /blocks\.json is not readable/],
      ['[]', /blocks\.json is not readable/],
      [{ version: 1 }, /contains no blocks/],
      [{ version: 2, workspace: {} }, /newer version/],
      [file({ type: 'html_frame' }), /does not know the block types “html_frame”/],
      [file({ type: '__proto__' }), /does not know/],
      [file({ type: 'constructor' }), /does not know/],
      [file({}), /no kind/],
      [file({ type: 'lists_create_with', extraState: { itemCount: 1e9 } }), /more than 100 places/],
      [file({ type: 'controls_if', extraState: '<mutation elseif="1000000000"/>' }), /shape/],
      [file({ type: 'controls_if', extraState: { elseIfCount: '1000000000' } }), /shape/],
      [file({ type: 'text_join', extraState: { itemCount: [1e9] } }), /shape/],
      [file({ type: 'procedures_callreturn', extraState: { name: 'f', params: { length: 1e9 } } }), /shape/],
      [
        file(...Array.from({ length: 40 }, () => ({ type: 'text_join', extraState: { itemCount: 100 } }))),
        /more than 3000 places/,
      ],
      [file(deep), /100 deep/],
      [file(...Array.from({ length: 1001 }, () => ({ type: 'text' }))), /more than 1000 blocks/],
      [' '.repeat(2_000_001), /too large/],
    ];
    for (const [value, message] of cases) expect(() => read(value)).toThrow(message);
  });

  it('is refused when its blocks do not fit, or make no tool', () => {
    const wrong = workspace([result(number(1))]);
    const bad = (blocks: Json[]) => () => scriptOfBlocks({ blocks: { languageVersion: 0, blocks } });
    expect(bad([{ type: 'tool_return', next: { block: { type: 'tool_return' } } }])).toThrow(
      /do not fit together/,
    );
    expect(bad([])).toThrow(/“tool” block is missing/);
    const { blocks } = wrong as { blocks: { blocks: Json[] } };
    expect(bad([...blocks.blocks, ...blocks.blocks])).toThrow(/more than one/);
  });

  it('of a thousand steps is read and made', () => {
    const state = workspace(
      Array.from({ length: 450 }, () => block('tool_log', { LEVEL: 'info' }, { TEXT: text('x') })),
    );
    expect(
      scriptOfBlocks(read({ version: 1, hash: '', workspace: state }).workspace).split('log.info').length,
    ).toBe(451);
  });
});
