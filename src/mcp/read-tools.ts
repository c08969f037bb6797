// Parses a server's list of tools into plain, limited data. The worst outcome is a tool that states its problem.
//
// - Invisible characters are removed, so that a person can read what a model reads.
// - A schema is data for the sandbox, which alone compiles it; only its size is checked here.
import { shortened } from '../base/shortened.ts';
import { isObject } from '../base/json.ts';
import { readToolApp } from '../core/mcp-app.ts';
import type { McpHints, McpTool } from '../core/mcp-tool.ts';
import type { ObjectSchema } from '../core/schema.ts';
import { readSchema } from './read-schema.ts';
import { UNSEEN } from '../base/unseen.ts';

export const MOST_TOOLS = 500;
const LONGEST_NAME = 128;
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 8000;

export function seen(text: unknown, longest: number): string {
  const plain =
    typeof text === 'string'
      ? text
          .slice(0, longest * 2)
          .replaceAll(UNSEEN, '')
          .trim()
      : '';
  return shortened(plain, longest);
}

/** @returns undefined for a tool without a name. */
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
  const app = readToolApp(given['_meta']);
  const isObjectSchema = parameters?.type === 'object';
  return {
    name,
    ...(title !== '' && { title }),
    description: seen(given['description'], LONGEST_DESCRIPTION) || title || name,
    parameters: isObjectSchema ? (parameters as ObjectSchema) : { type: 'object', properties: {} },
    ...(returns && { returns }),
    ...hintsOf(hints),
    ...(app && { app }),
    ...(!isObjectSchema && { problem: parameters === undefined ? TOO_LARGE : NO_OBJECT }),
    ...(isObject(given['execution']) &&
      given['execution']['taskSupport'] === 'required' && { problem: TASK }),
  };
}

const TOO_LARGE = 'the argument schema of its server is too long or too deeply nested';
const NO_OBJECT = 'its server has no argument schema for it';
/** An experiment of the protocol of 2025, which its next version dropped. */
const TASK = 'its server runs it only as a background task, which Perilune does not support';

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
