// What the form of a run is made from: the parameters as the script on the bench declares them.
import { toObjectSchema, type ObjectSchema } from '../../../core/schema.ts';
import type { Tool } from '../../../core/tool.ts';
import { readParameters, schemaOf } from '../../../lua-language/parameter-table.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** Those that are saved, where the text cannot be read or lets code make them. */
export function draftSchema(tool: Tool, bench: Pick<EditorState, 'changed' | 'source'>): ObjectSchema {
  if (!bench.changed) return tool.spec.parameters;
  try {
    return declared(tool.kind, bench.source) ?? tool.spec.parameters;
  } catch {
    // Saving says what is wrong with it.
    return tool.spec.parameters;
  }
}

function declared(kind: Tool['kind'], source: string): ObjectSchema | undefined {
  switch (kind) {
    case 'lua': {
      const table = readParameters(source);
      return table.kind === 'list' ? schemaOf(table) : undefined;
    }
    case 'http':
    case 'flow': {
      const { parameters } = JSON.parse(source) as { parameters?: unknown };
      return toObjectSchema(parameters);
    }
    default:
      return undefined;
  }
}
