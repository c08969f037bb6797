// Blocks generate readable Lua that compiles and runs in the real sandbox.
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import {
  block,
  get,
  list,
  number,
  result,
  run,
  set,
  steps,
  text,
  workspace,
} from './blocks-rig.test-support.ts';
import { scriptOfBlocks } from './blocks-script.ts';
import { firstBlocks } from './first-blocks.ts';

describe('a script from blocks', () => {
  it('reads as if hand-written, and runs', async () => {
    const state = firstBlocks('find_it');
    const { source, result, message } = await run(state, {
      args: { question: 'why' },
      host: (operation, payload) => [{ operation, payload }],
    });
    expect(source).toBe(`-- Made with blocks. If you edit this code, it no longer matches the blocks.
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

  it('supports loops, conditions, texts, lists and objects', async () => {
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

  it('supports functions that see the parameters and each other', async () => {
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

  it('calls the web and other tools', async () => {
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

  it('keeps defaults that match their types', () => {
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
