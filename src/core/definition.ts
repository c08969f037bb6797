// How a tool is described to others: its definition in each wire shape, and its name where names are shorter. Pure.
import type { ObjectSchema, Schema } from './schema.ts';
import { TOOL_NAME, type ToolInfo } from './tool.ts';

export const DEFINITION_SHAPES = ['openai-responses', 'openai-chat', 'mcp', 'webmcp', 'tools-list'] as const;
export type DefinitionShape = (typeof DEFINITION_SHAPES)[number];

/** What a definition is made of. Without `hosts` and `writes` nothing is known of its grants, so no hint is given. */
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

/** What OpenAI takes as a description; it refuses the whole request for a longer one. */
const LONGEST_DESCRIPTION = 1024;
/** What MCP and WebMCP take as a name. */
const MCP_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const LONGEST_WIRE_NAME = 64;

/** The definition of a tool as plain JSON. Names that a shape refuses are those of `wireName`. */
export function definitionOf<S extends DefinitionShape>(tool: Definable, shape: S): Definitions[S];
export function definitionOf(tool: Definable, shape: DefinitionShape): Definitions[DefinitionShape] {
  const { description } = tool;
  // OpenAI refuses an object without properties, though JSON Schema does not.
  const parameters: ObjectSchema = { ...tool.parameters, properties: tool.parameters.properties ?? {} };
  switch (shape) {
    // Strict mode wants every property required, which tools written by people do not. Left out here it would be tried;
    // in Chat it is off by itself, and servers that imitate OpenAI refuse the word.
    case 'openai-responses':
      return { type: 'function', ...openAi(tool, parameters), strict: false };
    case 'openai-chat':
      return { type: 'function', function: openAi(tool, parameters) };
    case 'mcp':
      return {
        name: mcpName(tool.name),
        description,
        inputSchema: parameters,
        // Its root must be an object there; what else a tool answers goes as text.
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

/** Hints come from what the tool was granted, never from what it says: without hosts and writes it changes nothing. */
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

/** A name that OpenAI takes: the name itself, else one made from it that differs from those of other names. */
export function wireName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  const mark = `_${digest(name)}`;
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, LONGEST_WIRE_NAME - mark.length) + mark;
}

/** Which of the names a wire name stands for; a name that is the same on the wire goes first. */
export function fromWireName(wire: string, names: Iterable<string>): string | undefined {
  let found: string | undefined;
  for (const name of names) {
    if (name === wire) return name;
    if (wireName(name) === wire) found ??= name;
  }
  return found;
}

/** FNV-1a, 32 bits: it need only tell apart the names of one list. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Tokens that a definition takes of a model's context, at four bytes a token: English JSON measures 3.5 to 4.5 with the
 * tokenisers in use, so this errs by some tenth.
 */
export function definitionTokens(definition: object): number {
  return Math.ceil(JSON.stringify(definition).length / 4);
}
