// Annotations for other editors and for models: complete, and the editor's file is valid Lua.
import { expect, it } from 'vitest';
import { ScriptTrial } from '../../scripts/script-trial.ts';
import { luaAnnotations } from './annotations.ts';
import { ANNOTATIONS_PATH, editorSettings } from './editor-settings.ts';
import { apiText } from './api-text.ts';
import { HOST_API } from './host-api.ts';
import { HOST_CLASSES } from './host-classes.ts';

const OURS = HOST_API.filter(({ lua }) => !lua);
const TOOLS = [
  {
    name: 'weather',
    description: 'Of a city\nos.exit() --[[',
    parameters: {
      type: 'object' as const,
      properties: { city: { type: 'string', description: 'Which\none' }, 'a b': {} },
      required: ['city'],
    },
  },
  { name: 'end', description: '', parameters: { type: 'object' as const } },
];

it('is valid Lua, whatever tools declare', async () => {
  const source = luaAnnotations(TOOLS).replace('tool = {}', 'tool = { description = type(load("")) }');
  const { outcome } = await new ScriptTrial().script(
    `local text = ${JSON.stringify(source).replace(/\\u/g, '\\\\u')} tool = {} function tool.execute() return { load(text) ~= nil, select(2, load(text)) } end`,
  );
  expect(JSON.parse(outcome.json ?? 'null')).toEqual([true]);
  expect(source).toContain('---@field city string Which one\n');
  expect(source).toContain('---@param arguments weather_arguments\n');
  expect(source).not.toContain('tools.end');
});

it('describes every call with all parameters and results, and every table', () => {
  const text = luaAnnotations();
  const model = apiText();
  for (const { name, params, returns = [] } of OURS) {
    if (params) expect(text).toContain(`function ${name}(${params.map((one) => one.name).join(', ')}) end\n`);
    else expect(text).toContain(`${name} = nil\n`);
    for (const param of params ?? [])
      expect(text).toContain(`---@param ${param.name}${param.optional ? '?' : ''} `);
    for (const { type } of returns) expect(text).toContain(`---@return ${type}`);
    expect(model).toMatch(new RegExp(`^${name.replace('.', '\\.')}[(:]`, 'm'));
  }
  for (const { name, fields } of HOST_CLASSES) {
    expect(text).toContain(`---@class ${name}\n`);
    expect(model).toContain(`${name} = { ${fields[0]?.name}`);
  }
});

it("matches the language server's format: each line is a comment, an annotation, or an empty definition", () => {
  const LINE = new RegExp(
    [
      '',
      '---@meta',
      '--.*',
      '---@class \\w+',
      '---@field (\\w+\\??|\\[string\\]) \\S.*',
      '---@(param|return|type) \\S.*',
      '[\\w.]+ = (\\{\\}|nil)',
      'function [\\w.]+\\([\\w., ]*\\) end',
    ]
      .map((form) => `^${form}$`)
      .join('|'),
  );
  const lines = luaAnnotations(TOOLS).split('\n');
  expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
  const annotated = lines.filter((line) => line.startsWith('---@'));
  const known = /^---@(meta$|class \w+$|field (\w+\??|\[string\]) |param (\w+\??|\.\.\.) |return |type )/;
  expect(annotated.filter((line) => !known.test(line))).toEqual([]);
});

it("treats a tool's description as text, never as an annotation or code", () => {
  const hostile = '@class string\r\nos.exit()\u2028---@diagnostic disable';
  const properties = { a: { type: 'constructor' as 'string', description: `@param x\n${hostile}` } };
  const text = luaAnnotations([
    { ...TOOLS[0], name: 'evil', description: hostile, parameters: { type: 'object', properties } },
  ] as unknown as typeof TOOLS);
  const [, own = ''] = text.split('---@class evil_arguments\n');
  const lines = own.split('function tools.evil')[0]?.split(/[\r\n\u2028]/);
  expect(lines).toEqual([
    '---@field a? any \\@param x @class string os.exit() ---@diagnostic disable',
    '',
    '--- \\@class string os.exit() ---@diagnostic disable',
    '---@param arguments? evil_arguments',
    '---@return any',
    '',
  ]);
});

it('is found through the settings beside it', () => {
  const settings = JSON.parse(editorSettings()) as Record<string, unknown>;
  expect(settings['runtime.version']).toBe('Lua 5.4');
  expect(settings['workspace.library']).toEqual([ANNOTATIONS_PATH.split('/')[0]]);
  // Globals that a script assigns are not errors; the annotations know each of them.
  for (const name of settings['diagnostics.globals'] as string[]) {
    expect(luaAnnotations()).toContain(`\n${name} = {}\n`);
  }
});

it('is short enough for a model’s prompt', () => {
  // Characters: about 2,000 tokens.
  expect(apiText().length).toBeLessThan(8000);
});
