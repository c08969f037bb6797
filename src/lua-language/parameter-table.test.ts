// Reading and changing the parameters of a script in its text.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPrelude } from '../../scripts/prelude.ts';
import { inspectTool } from '../../scripts/inspect-tool.ts';
import type { JsonObject } from '../base/json.ts';
import { LuaVm } from '../sandbox/worker/vm.ts';
import { isSame } from './lua-rewrite.ts';
import {
  addParameter,
  moveParameter,
  readParameters,
  removeParameter,
  schemaOf,
  writeParameter,
  type ParameterList,
} from './parameter-table.ts';

const TOOLS = new URL('../../tools/', import.meta.url);
const bundled = readdirSync(TOOLS)
  .filter((name) => name.endsWith('.lua'))
  .map((name): [string, string] => [name, readFileSync(new URL(name, TOOLS), 'utf8')]);

function listOf(source: string): ParameterList {
  const found = readParameters(source);
  if (found.kind !== 'list') throw new Error(`no list: ${JSON.stringify(found)}`);
  return found;
}

const dataOf = (source: string): JsonObject[] => listOf(source).entries.map(({ data }) => data);
const namesOf = (source: string): unknown[] => dataOf(source).map(({ name }) => name);
const tool = (parameters: string): string => `tool = {\n  name = "t",\n  parameters = ${parameters},\n}\n`;

/** Comments, in any order. */
const commentsOf = (source: string): string[] => (source.match(/--[^\n]*/g) ?? []).sort();

describe('reading', () => {
  it.each(['{', '{[', '{ a = ', '('])('ends for a text with endless %j', (open) => {
    const shut = { '{': '}', '{[': '', '{ a = ': '}', '(': ')' }[open] ?? '';
    for (const close of ['', shut]) {
      const source = tool(`${open.repeat(30_000)}1${close.repeat(30_000)}`);
      expect(['list', 'fixed', 'broken']).toContain(readParameters(source).kind);
    }
  });

  it('accepts every form of a literal value', () => {
    const source = tool(`{
    { name = 'a', ["type"] = [[integer]], default = -0x10, minimum = 1.5e1, required = true; },
    { name = [==[b]]]==], description = "one " .. 'two\\n', enum = { "x", 'y' }, items = { type = "string" } },
    { name = "c", default = json.null },
  }`);
    expect(dataOf(source)).toEqual([
      { name: 'a', type: 'integer', default: -16, minimum: 15, required: true },
      { name: 'b]]', description: 'one two\n', enum: ['x', 'y'], items: { type: 'string' } },
      { name: 'c', default: null },
    ]);
  });

  it('separates computed values, and reads the rest', () => {
    const { entries } = listOf(
      tool('{ { name = "a", default = os.time() + f{1, 2}, type = "integer" }, shared, g(1, 2) }'),
    );
    expect(entries.map(({ data, computed, opaque }) => [data, computed, opaque])).toEqual([
      [{ name: 'a', type: 'integer' }, ['default'], false],
      [{}, [], true],
      [{}, [], true],
    ]);
  });

  it('finds the table wherever the script sets it', () => {
    expect(namesOf('tool = {}\ntool.parameters = { { name = "a" } }')).toEqual(['a']);
    expect(
      namesOf('tool = { name = "t" }\ntool["parameters"] = { { name = "b" } }\nfunction tool.execute() end'),
    ).toEqual(['b']);
    expect(namesOf('connector = { name = "c", config = { { name = "url" } } }')).toEqual(['url']);
    expect(
      namesOf(
        '-- tool = { parameters = { { name = "no" } } }\nlocal s = [[tool = {}]]\ntool = { parameters = { { name = "yes" } } }',
      ),
    ).toEqual(['yes']);
    expect(
      namesOf(
        'local function f(tool) tool.name = 1 return { tool = tool } end\ntool = { parameters = { { name = "a" } } }',
      ),
    ).toEqual(['a']);
  });

  it.each([
    'tool = {\n  name = "a"\n  version = "1",\n}',
    'tool = { parameters = { { name = "a" } { name = "b" } } }',
    'tool = { version = number() name = "a" }',
  ])('waits while a comma is missing: %s', (source) => {
    expect(readParameters(source).kind).toBe('broken');
  });

  it.each([
    ['tool = make()', 'The script computes its tool table, on line 1.'],
    ['local p = {}\ntool = { parameters = p }', 'The script computes its parameters, on line 2.'],
    [
      'tool = { parameters = { type = "object", properties = {} } }',
      'The parameters are written as a JSON Schema.',
    ],
    [
      'tool = { parameters = {} }\ntable.insert(tool.parameters, { name = "a" })',
      'The script changes its parameters as it runs, on line 2.',
    ],
    [
      'tool = { parameters = {} }\ntool.parameters[1] = { name = "a" }',
      'The script changes its parameters as it runs, on line 2.',
    ],
    [
      'tool = { parameters = {} }\nif x then tool.parameters = {} end',
      'The script sets its parameters on a condition, on line 2.',
    ],
    ['do tool = { parameters = {} } end', 'The script sets tool inside a block, on line 1.'],
    ['connector = { config = { url = "x" } }', 'The config is a table of keys with their defaults.'],
    ['return 1', 'The script has no table called tool yet.'],
  ])('reports why cards cannot edit it: %s', (source, why) => {
    expect(readParameters(source)).toMatchObject({ kind: 'fixed', why });
  });

  it('reports a half-typed table as broken, and no other text', () => {
    const source = tool('{ { name = "a", type = "string" } }');
    const kinds = Array.from({ length: source.length }, (_, at) => readParameters(source.slice(0, at)).kind);
    expect(new Set(kinds.slice('tool ='.length, -1))).toEqual(new Set(['broken']));
    expect(readParameters(`${source}function tool.execute( if`).kind).toBe('list');
    expect(readParameters(`function f(\n${source}`).kind).toBe('broken');
  });
});

describe('writing', () => {
  const SOURCE = `tool = {
  parameters = {
    -- What to look for.
    { name = 'query', type = 'string', required = true }, -- in words

    {
      name = "limit", -- how many
      type = "integer",
      -- a default
      default = 5
    },
    { name = "deep", type = "boolean" }
  },
}
`;
  const changed = (index: number, change: JsonObject): string =>
    writeParameter(SOURCE, index, { ...(dataOf(SOURCE)[index] as JsonObject), ...change });

  it('touches only the changed value', () => {
    expect(changed(0, { type: 'number' })).toBe(SOURCE.replace("'string'", "'number'"));
    expect(changed(1, { default: 7 })).toBe(SOURCE.replace('default = 5', 'default = 7'));
    expect(changed(0, { description: "what's that?" })).toBe(
      SOURCE.replace('required = true', `required = true, description = 'what\\'s that?'`),
    );
    expect(changed(1, { minimum: 1 })).toBe(SOURCE.replace('default = 5', 'default = 5,\n      minimum = 1'));
  });

  it('removes a field with everything that belongs to it', () => {
    expect(writeParameter(SOURCE, 0, { name: 'query', type: 'string' })).toBe(
      SOURCE.replace(', required = true', ''),
    );
    expect(writeParameter(SOURCE, 1, { name: 'limit', type: 'integer' })).toBe(
      SOURCE.replace('"integer",\n      -- a default\n      default = 5', '"integer"'),
    );
  });

  it('adds an entry in the style of the others', () => {
    expect(addParameter(SOURCE, { name: 'x', type: 'array' })).toBe(
      SOURCE.replace('"boolean" }', `"boolean" },\n    { name = 'x', type = 'array' }`),
    );
    expect(addParameter('tool = {\n  name = "t"\n}\n', { name: 'x' })).toBe(
      'tool = {\n  name = "t",\n  parameters = {\n    { name = "x" },\n  }\n}\n',
    );
    expect(addParameter('tool = { name = "t" }', { name: 'x' })).toBe(
      'tool = { name = "t", parameters = { { name = "x" } } }',
    );
    expect(addParameter('tool = {}', { name: 'x' })).toBe('tool = { parameters = { { name = "x" } } }');
    expect(addParameter(tool('{}'), { name: 'x' })).toBe(tool('{\n    { name = "x" },\n  }'));
    expect(addParameter(tool('{\r\n    {\r\n      name = "a",\r\n    },\r\n  }'), { name: 'x' })).toContain(
      '    },\r\n    {\r\n      name = "x",\r\n    },\r\n  }',
    );
  });

  it('moves and removes an entry with its comments', () => {
    const moved = moveParameter(SOURCE, 0, 2);
    expect(namesOf(moved)).toEqual(['limit', 'deep', 'query']);
    expect(moved).toContain(
      `    -- What to look for.\n    { name = 'query', type = 'string', required = true } -- in words\n  },`,
    );
    expect(moveParameter(moved, 2, 0)).toBe(SOURCE);
    const removed = removeParameter(SOURCE, 0);
    expect(namesOf(removed)).toEqual(['limit', 'deep']);
    expect(removed).not.toMatch(/look for|in words/);
    expect(removeParameter(removeParameter(removed, 1), 0)).toBe('tool = {\n  parameters = {},\n}\n');
  });

  it('leaves a computed field alone', () => {
    const source = tool('{ { name = "a", default = os.time() } }');
    expect(writeParameter(source, 0, { name: 'b' })).toBe(source.replace('"a"', '"b"'));
  });

  const word = fc.oneof(
    fc.constantFrom('a', 'end', 'two words', "it's", ']]', '--x', '\n\n', 'é🌙', '\u0000' + '1'),
    fc.string(),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      word,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      tie('list'),
      tie('table'),
    ),
    list: fc.array(tie('any'), { maxLength: 3 }),
    table: fc.dictionary(word, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  }));
  const entry = fc.record(
    {
      name: word,
      type: word,
      description: word,
      required: fc.boolean(),
      default: value.any,
      enum: value.list,
      items: value.table,
    },
    { requiredKeys: ['name'], noNullPrototype: true },
  ) as fc.Arbitrary<JsonObject>;
  const texts = fc.constantFrom(SOURCE, ...bundled.map(([, source]) => source));

  it('reads back what was written, and changes nothing around the table', () => {
    fc.assert(
      fc.property(texts, fc.nat(), entry, (source, at, data) => {
        const { entries, table } = listOf(source);
        const index = at % entries.length;
        const after = writeParameter(source, index, data);
        const found = listOf(after);
        expect(isSame(found.entries[index]?.data as JsonObject, data)).toBe(true);
        expect(found.entries.length).toBe(entries.length);
        expect(after.startsWith(source.slice(0, entries[index]?.start))).toBe(true);
        expect(after.endsWith(source.slice(entries[index]?.end))).toBe(true);
        expect(table).toBeDefined();
      }),
    );
  });

  it('keeps every entry and comment in any order', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 5 }), (source, moves) => {
        const before = dataOf(source);
        let after = source;
        for (const [from, to] of moves) {
          before.splice(to % before.length, 0, ...before.splice(from % before.length, 1));
          after = moveParameter(after, from % before.length, to % before.length);
        }
        expect(dataOf(after)).toEqual(before);
        expect(commentsOf(after)).toEqual(commentsOf(source));
      }),
    );
  });

  it('adds and removes at any position', () => {
    fc.assert(
      fc.property(texts, fc.nat(), entry, (source, at, data) => {
        const before = dataOf(source);
        const index = at % (before.length + 1);
        const added = addParameter(source, data, index);
        expect(isSame(dataOf(added), before.toSpliced(index, 0, data))).toBe(true);
        expect(dataOf(removeParameter(added, index))).toEqual(before);
        const gone = at % before.length;
        expect(dataOf(removeParameter(source, gone))).toEqual(before.toSpliced(gone, 1));
      }),
    );
  });
});

it('reads the same as the sandbox for all bundled tools, before and after changes', async () => {
  const vm = await LuaVm.load(readPrelude());
  expect(bundled.length).toBeGreaterThanOrEqual(12);
  for (const [name, source] of bundled) {
    const { entries } = listOf(source);
    const added = addParameter(
      source,
      { name: 'extra', type: 'array', items: { type: 'object' }, default: [] },
      0,
    );
    const described = writeParameter(added, 1, {
      ...(entries[0]?.data as JsonObject),
      description: 'Say "what"\n\\n',
    });
    const texts = [
      source,
      added,
      described,
      moveParameter(described, 0, entries.length),
      removeParameter(source, 0),
    ];
    for (const text of texts) {
      const { parameters } = await inspectTool(vm, text, name);
      expect(schemaOf(listOf(text))).toEqual(parameters);
      expect(Object.keys(parameters.properties ?? {})).toEqual(namesOf(text));
    }
  }
});
