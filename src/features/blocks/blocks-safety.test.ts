// Text in a block never becomes code, and a broken or foreign workspace is refused.
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { readBlocks, writeBlocks } from './blocks-file.ts';
import {
  type Block,
  block,
  get,
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
import { isKnownKind } from './script-of.ts';

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

  it('stays that text in every position', async () => {
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

  it('cannot inject code through the name of a variable, a function or a tool', async () => {
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

  it('cannot break out of a comment', async () => {
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

  it('cannot select a value outside a list of choices', () => {
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

describe('a stored workspace', () => {
  const read = (value: unknown) =>
    readBlocks(typeof value === 'string' ? value : JSON.stringify(value), isKnownKind);
  const file = (...blocks: unknown[]) => ({ version: 1, hash: '', workspace: { blocks: { blocks } } });

  it('loads unchanged', () => {
    const state = firstBlocks('a');
    const back = read(writeBlocks({ workspace: state, hash: '12' }));
    expect(back).toEqual({ workspace: state, hash: '12' });
    expect(scriptOfBlocks(back.workspace)).toBe(scriptOfBlocks(state));
  });

  it('is refused with a sentence when it is broken or foreign', () => {
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
      [file({}), /no type/],
      [file({ type: 'lists_create_with', extraState: { itemCount: 1e9 } }), /more than 100 fields/],
      [file({ type: 'controls_if', extraState: '<mutation elseif="1000000000"/>' }), /shape/],
      [file({ type: 'controls_if', extraState: { elseIfCount: '1000000000' } }), /shape/],
      [file({ type: 'text_join', extraState: { itemCount: [1e9] } }), /shape/],
      [file({ type: 'procedures_callreturn', extraState: { name: 'f', params: { length: 1e9 } } }), /shape/],
      [
        file(...Array.from({ length: 40 }, () => ({ type: 'text_join', extraState: { itemCount: 100 } }))),
        /more than 3000 fields/,
      ],
      [file(deep), /100 deep/],
      [file(...Array.from({ length: 1001 }, () => ({ type: 'text' }))), /more than 1000 blocks/],
      [' '.repeat(2_000_001), /too large/],
    ];
    for (const [value, message] of cases) expect(() => read(value)).toThrow(message);
  });

  it('is refused when its blocks do not fit together, or make no tool', () => {
    const wrong = workspace([result(number(1))]);
    const bad = (blocks: Json[]) => () => scriptOfBlocks({ blocks: { languageVersion: 0, blocks } });
    expect(bad([{ type: 'tool_return', next: { block: { type: 'tool_return' } } }])).toThrow(
      /do not fit together/,
    );
    expect(bad([])).toThrow(/“tool” block is missing/);
    const { blocks } = wrong as { blocks: { blocks: Json[] } };
    expect(bad([...blocks.blocks, ...blocks.blocks])).toThrow(/more than one/);
  });

  it('of a thousand steps loads and generates its script', () => {
    const state = workspace(
      Array.from({ length: 450 }, () => block('tool_log', { LEVEL: 'info' }, { TEXT: text('x') })),
    );
    expect(
      scriptOfBlocks(read({ version: 1, hash: '', workspace: state }).workspace).split('log.info').length,
    ).toBe(451);
  });
});
