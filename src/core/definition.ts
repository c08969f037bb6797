// Tool definitions in each wire format, and names shortened for wires that limit them. Pure.
import type { ObjectSchema, Schema } from './schema.ts';
import { TOOL_NAME, type ToolInfo } from './tool.ts';

export const DEFINITION_SHAPES = ['openai-responses', 'openai-chat', 'mcp', 'webmcp', 'tools-list'] as const;
export type DefinitionShape = (typeof DEFINITION_SHAPES)[number];

/** Input of a definition. Without `hosts` and `writes`, grants are unknown and no hints are given. */
export type Definable = Pick<ToolInfo, 'name' | 'description' | 'parameters'> &
  Partial<Pick<ToolInfo, 'builtin' | 'hosts' | 'writes'>> & { returns?: Schema | undefined };

export interface ResponsesDefinition {
  type: 'function';
  name: string;
  description: string;
  parameters: ObjectSchema;
  strict: false;
}

export interface ChatDefinition {
  type: 'function';
  function: { name: string; description: string; parameters: ObjectSchema };
}

export interface McpDefinition {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: Schema;
  annotations?: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean };
}

export interface WebMcpDefinition {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  annotations?: { readOnlyHint: boolean };
}

export interface ListedDefinition {
  name: string;
  description: string;
  builtin: boolean;
  parameters: ObjectSchema;
}

interface Definitions {
  'openai-responses': ResponsesDefinition;
  'openai-chat': ChatDefinition;
  mcp: McpDefinition;
  webmcp: WebMcpDefinition;
  'tools-list': ListedDefinition;
}

/** OpenAI's limit for a description. It refuses the whole request for a longer one. */
const LONGEST_DESCRIPTION = 1024;
/** Names that MCP and WebMCP accept. */
const MCP_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const LONGEST_WIRE_NAME = 64;

/** Returns the definition of a tool as plain JSON. Names that a format refuses are replaced by `wireName`. */
export function definitionOf<S extends DefinitionShape>(tool: Definable, shape: S): Definitions[S];
export function definitionOf(tool: Definable, shape: DefinitionShape): Definitions[DefinitionShape] {
  const { description } = tool;
  // OpenAI refuses an object without properties, though JSON Schema allows it.
  const parameters: ObjectSchema = { ...tool.parameters, properties: tool.parameters.properties ?? {} };
  switch (shape) {
    // Strict mode requires every property, which hand-written tools rarely do. Responses tries it when the field is
    // missing; Chat has it off by default, and servers that imitate OpenAI refuse the field.
    case 'openai-responses':
      return { type: 'function', ...openAi(tool, parameters), strict: false };
    case 'openai-chat':
      return { type: 'function', function: openAi(tool, parameters) };
    case 'mcp':
      return {
        name: mcpName(tool.name),
        description,
        inputSchema: parameters,
        // MCP requires an object at the root. Other results are sent as text.
        ...(tool.returns?.type === 'object' && { outputSchema: tool.returns }),
        ...mcpHints(tool),
      };
    case 'webmcp': {
      const readOnly = readsOnly(tool);
      return {
        name: mcpName(tool.name),
        description,
        inputSchema: parameters,
        ...(readOnly !== undefined && { annotations: { readOnlyHint: readOnly } }),
      };
    }
    case 'tools-list':
      return { name: tool.name, description, builtin: tool.builtin ?? false, parameters };
  }
}

function openAi({ name, description }: Definable, parameters: ObjectSchema) {
  return { name: wireName(name), description: description.slice(0, LONGEST_DESCRIPTION), parameters };
}

/** Hints come from the tool's grants, never from its own claims: without hosts and writes it changes nothing. */
function mcpHints(tool: Definable): Pick<McpDefinition, 'annotations'> {
  const readOnly = readsOnly(tool);
  if (readOnly === undefined) return {};
  return {
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: !readOnly,
      openWorldHint: (tool.hosts ?? []).length > 0,
    },
  };
}

function readsOnly({ hosts, writes }: Definable): boolean | undefined {
  return hosts === undefined || writes === undefined ? undefined : hosts.length === 0 && !writes;
}

function mcpName(name: string): string {
  return MCP_NAME.test(name) ? name : wireName(name);
}

/** Returns a name that OpenAI accepts: the name itself, or a derived one that is distinct from those of other names. */
export function wireName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  const mark = `_${digest(name)}`;
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, LONGEST_WIRE_NAME - mark.length) + mark;
}

/** Returns the name behind a wire name. A name that is identical on the wire goes first. */
export function fromWireName(wire: string, names: Iterable<string>): string | undefined {
  let found: string | undefined;
  for (const name of names) {
    if (name === wire) return name;
    if (wireName(name) === wire) found ??= name;
  }
  return found;
}

/** FNV-1a, 32 bits. It only needs to distinguish the names of one list. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Estimates the tokens of a definition at four bytes per token. English JSON measures 3.5 to 4.5 with current
 * tokenizers, so the error is about a tenth.
 */
export function definitionTokens(definition: object): number {
  return Math.ceil(JSON.stringify(definition).length / 4);
}
