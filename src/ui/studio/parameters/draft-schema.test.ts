// The run form follows the cards and the code, and stays when the text cannot be read.
import { expect, it } from 'vitest';
import type { Tool } from '../../../core/tool.ts';
import { draftSchema } from './draft-schema.ts';

const saved = { type: 'object', properties: { old: { type: 'string' } } } as const;
const tool = (kind: Tool['kind']): Tool => ({ kind, spec: { parameters: saved } }) as unknown as Tool;
const script = (parameters: string): string => `tool = { name = "mine", parameters = ${parameters} }`;

function names(source: string, kind: Tool['kind'] = 'lua', changed = true): string[] {
  return Object.keys(draftSchema(tool(kind), { source, changed }).properties ?? {});
}

it("is generated from the draft's parameters", () => {
  expect(names(script('{ { name = "bill", type = "number" }, { name = "people" } }'))).toEqual([
    'bill',
    'people',
  ]);
});

it('is generated from the JSON of a request or a flow', () => {
  const source = JSON.stringify({ parameters: { type: 'object', properties: { id: {}, page: {} } } });
  expect(names(source, 'http')).toEqual(['id', 'page']);
  expect(names(source, 'flow')).toEqual(['id', 'page']);
  expect(names('{}', 'http')).toEqual([]);
});

it("is the saved tool's without a draft, and when the text is unfinished or computes the parameters", () => {
  const source = script('{ { name = "bill" } }');
  expect(names(source, 'lua', false)).toEqual(['old']);
  for (const text of ['{"parameters": {', 'null', '{"parameters": 3}', '{"parameters": {"type": "string"}}'])
    expect(names(text, 'http'), text).toEqual(['old']);
  expect(names(script('{ { name = "bi'))).toEqual(['old']);
  expect(names(script('{ { name = "bill" }, shared.people }'))).toEqual(['old']);
});
