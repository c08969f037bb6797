// The indexed text of a tool: its names, its description and its parameters.
import type { Schema } from '../core/schema.ts';
import type { ToolInfo } from '../core/tool.ts';

export interface ToolDocument {
  id: string;
  /** The name it is called by. */
  name: string;
  slug: string;
  description: string;
  tags: readonly string[];
  /** Slug of its bundle. */
  bundle: string;
  /** Names, descriptions and choices of its parameters, in any order. */
  parameters: string;
  /** ISO 8601. Both only break ties between equally good tools. */
  lastCalledAt?: string;
  modifiedAt?: string;
}

/** Schemas can nest without limit, and deeper names reveal little of the tool's purpose. */
const DEEPEST = 4;
/** An enumeration of all countries is represented by its beginning. */
const MOST_CHOICES = 20;

export function toolDocument(
  tool: Pick<
    ToolInfo,
    'id' | 'name' | 'slug' | 'description' | 'tags' | 'bundle' | 'parameters' | 'modifiedAt'
  >,
  lastCalledAt?: string,
): ToolDocument {
  const { id, name, slug, description, tags, bundle, modifiedAt } = tool;
  const said: string[] = [];
  say(tool.parameters, said, DEEPEST);
  return {
    id,
    name,
    slug,
    description,
    tags,
    bundle,
    parameters: said.join('\n'),
    modifiedAt,
    ...(lastCalledAt !== undefined && { lastCalledAt }),
  };
}

function say({ properties, items }: Pick<Schema, 'properties' | 'items'>, said: string[], depth: number) {
  if (depth === 0) return;
  for (const [name, schema] of Object.entries(properties ?? {})) {
    const choices = (schema.enum ?? []).filter((choice) => typeof choice === 'string');
    said.push([name, schema.description ?? '', ...choices.slice(0, MOST_CHOICES)].join(' '));
    say(schema, said, depth - 1);
  }
  if (items) say(items, said, depth - 1);
}
