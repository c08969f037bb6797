// Reads what a server lists into plain, bounded data. Whatever it sends, no more comes of it than a tool that says what is wrong.
//
// - Characters that cannot be seen go: a person must be able to read what a model reads.
// - A schema is data for the sandbox, which alone compiles it; here only its size is judged.
import { isObject, type Json } from '../base/json.ts';
import type { McpHints, McpTool } from '../core/mcp-tool.ts';
import type { ObjectSchema, Schema } from '../core/schema.ts';

export const MOST_TOOLS = 500;
const LONGEST_NAME = 128;
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 8000;
const LARGEST_SCHEMA = 64 * 1024;
const DEEPEST_SCHEMA = 24;

/** Control and format characters (direction, zero width, tags), private use, lone surrogates; line breaks and tabs stay. */
const UNSEEN =
  // eslint-disable-next-line no-misleading-character-class -- each of them is meant alone
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u034F\u115F\u1160\u3164\uFFA0\u{E0100}-\u{E01EF}]/gu;

export function seen(text: unknown, longest: number): string {
  const plain =
    typeof text === 'string'
      ? text
          .slice(0, longest * 2)
          .replaceAll(UNSEEN, '')
          .trim()
      : '';
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}

/** @returns undefined for what has no name. */
export function readTool(given: unknown): McpTool | undefined {
  if (!isObject(given)) return undefined;
  const { name, inputSchema, outputSchema } = given;
  if (
    typeof name !== 'string' ||
    name === '' ||
    name.length > LONGEST_NAME ||
    name !== seen(name, LONGEST_NAME)
  )
    return undefined;
  const hints = isObject(given['annotations']) ? given['annotations'] : {};
  const title = seen(given['title'] ?? hints['title'], LONGEST_TITLE);
  const parameters = readSchema(inputSchema);
  const returns = outputSchema === undefined ? undefined : readSchema(outputSchema);
  const isObjectSchema = parameters?.type === 'object';
  return {
    name,
    ...(title !== '' && { title }),
    description: seen(given['description'], LONGEST_DESCRIPTION) || title || name,
    parameters: isObjectSchema ? (parameters as ObjectSchema) : { type: 'object', properties: {} },
    ...(returns && { returns }),
    ...hintsOf(hints),
    ...(!isObjectSchema && { problem: parameters === undefined ? TOO_LARGE : NO_OBJECT }),
  };
}

const TOO_LARGE = 'the argument schema of its server is too long or too deeply nested';
const NO_OBJECT = 'its server gives no argument schema';

function hintsOf(annotations: Record<string, unknown>): { hints?: McpHints } {
  const hints: McpHints = {};
  for (const [key, name] of HINTS) if (typeof annotations[key] === 'boolean') hints[name] = annotations[key];
  return Object.keys(hints).length > 0 ? { hints } : {};
}

const HINTS = [
  ['readOnlyHint', 'readOnly'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'openWorld'],
] as const;

/** A copy of our own, its texts readable. @returns undefined for what is no schema, or too large for one. */
function readSchema(given: unknown): Schema | undefined {
  if (!isObject(given)) return undefined;
  const copy = plain(given, DEEPEST_SCHEMA);
  if (copy === undefined) return undefined;
  return JSON.stringify(copy).length > LARGEST_SCHEMA ? undefined : (copy as Schema);
}

/** @returns undefined where it goes deeper than it may. */
function plain(value: unknown, levels: number): Json | undefined {
  if (typeof value === 'string') return value.replaceAll(UNSEEN, '');
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value !== 'object') return null;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item, levels - 1));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  const entries = Object.entries(value)
    .filter(([key]) => key !== '__proto__')
    .map(([key, inner]) => [key.replaceAll(UNSEEN, ''), plain(inner, levels - 1)] as const);
  return entries.some(([, inner]) => inner === undefined)
    ? undefined
    : (Object.fromEntries(entries) as { [key: string]: Json });
}
