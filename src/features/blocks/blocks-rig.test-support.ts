// For tests: builds workspaces of blocks and runs the scripts they generate.
import { beforeAll } from 'vitest';
import './blockly-document.test-support.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { scriptOfBlocks } from './blocks-script.ts';

let trial: ScriptTrial;
beforeAll(() => {
  trial = new ScriptTrial();
});

export type Block = { [key: string]: Json };
const inputs = (given: Record<string, Block>): Block =>
  Object.fromEntries(Object.entries(given).map(([name, block]) => [name, { block }]));
export const block = (
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
export const text = (value: string): Block => block('text', { TEXT: value });
export const number = (value: number): Block => block('math_number', { NUM: value });
export const get = (id: string): Block => block('variables_get', { VAR: { id } });
export const set = (id: string, value: Block): Block =>
  block('variables_set', { VAR: { id } }, { VALUE: value });
export const result = (value: Block): Block => block('tool_return', {}, { VALUE: value });
export const list = (...items: Block[]): Block =>
  block('lists_create_with', {}, Object.fromEntries(items.map((item, index) => [`ADD${index}`, item])), {
    extraState: { itemCount: items.length },
  });

/** Connects blocks in a sequence. */
export function steps(...blocks: Block[]): Block {
  return blocks.reduceRight<Block | undefined>(
    (next, one) => (next ? { ...one, next: { block: next } } : one),
    undefined,
  ) as Block;
}

interface Made {
  parameters?: Block[];
  fields?: JsonObject;
  variables?: string[];
  /** Next to the tool's block. */
  beside?: Block[];
}

export function workspace(
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

export async function run(state: JsonObject, options: Parameters<ScriptTrial['script']>[1] = {}) {
  const source = scriptOfBlocks(state);
  return { source, ...(await trial.script(source, options)) };
}
