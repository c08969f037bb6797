// Copies parameter changes made in the code or on the cards into the blocks. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { readParameters } from '../../lua-language/parameter-table.ts';
import { PARAMETER_TYPES } from './parameter-types.ts';

/** The settings that a parameter block shows; others are kept invisibly. */
const SHOWN = new Set(['name', 'type', 'required', 'description', 'default']);

/**
 * Returns the blocks with the script's parameters; undefined when the script differs elsewhere, or has parameters
 * that no block can express.
 * @param make generates the script of a workspace
 */
export function withParametersOf(
  source: string,
  workspace: JsonObject,
  make: (workspace: JsonObject) => string,
): JsonObject | undefined {
  const table = readParameters(source);
  if (table.kind !== 'list' || table.owner !== 'tool') return undefined;
  const blocks = table.entries.map(({ data, opaque, computed }) =>
    opaque || computed.length > 0 ? undefined : blockOf(data),
  );
  if (blocks.includes(undefined)) return undefined;
  const next = withParameters(workspace, blocks as JsonObject[]);
  return next && around(make(next)) === around(source) ? next : undefined;
}

function blockOf(data: JsonObject): JsonObject | undefined {
  const { name, type = 'string', required = false, description = '', default: start } = data;
  if (typeof name !== 'string' || typeof description !== 'string' || typeof required !== 'boolean')
    return undefined;
  if (typeof type !== 'string' || !PARAMETER_TYPES.includes(type)) return undefined;
  const more = Object.fromEntries(Object.entries(data).filter(([key]) => !SHOWN.has(key)));
  const given =
    start === undefined || start === null ? '' : typeof start === 'string' ? start : JSON.stringify(start);
  if (start !== undefined && !isSaid(start, type, given)) return undefined;
  return {
    type: 'tool_parameter',
    fields: { NAME: name, TYPE: type, REQUIRED: required, DESCRIPTION: description, DEFAULT: given },
    ...(Object.keys(more).length > 0 && { data: JSON.stringify(more) }),
  };
}

/** Whether the block's default field expresses this value. */
function isSaid(start: Json, type: string, given: string): boolean {
  return given.trim() !== '' && start !== null && (type === 'string') === (typeof start === 'string');
}

function withParameters(workspace: JsonObject, parameters: readonly JsonObject[]): JsonObject | undefined {
  const { blocks } = workspace;
  const list = isObject(blocks) ? blocks['blocks'] : undefined;
  if (!Array.isArray(list)) return undefined;
  const chain = parameters.reduceRight<JsonObject | undefined>(
    (next, one) => (next ? { ...one, next: { block: next } } : one),
    undefined,
  );
  const changed = list.map((block): Json => {
    if (!isObject(block) || block['type'] !== 'tool_script') return block as Json;
    const { PARAMETERS: _, ...inputs } = (block['inputs'] ?? {}) as JsonObject;
    return { ...block, inputs: { ...inputs, ...(chain && { PARAMETERS: { block: chain } }) } } as JsonObject;
  });
  return { ...workspace, blocks: { ...(blocks as JsonObject), blocks: changed } };
}

/** A script without its parameters. */
function around(source: string): string | undefined {
  const table = readParameters(source);
  if (table.kind !== 'list') return undefined;
  if (!table.table) return source;
  const { start, end } = table.table;
  const before = source.slice(0, start).replace(/\s*parameters\s*=\s*$/, '');
  return `${before}${source.slice(end).replace(/^\s*,/, '')}`;
}
