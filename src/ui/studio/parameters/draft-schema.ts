// The run form's schema: the parameters declared by the script in the editor.
import { toObjectSchema, type ObjectSchema } from '../../../core/schema.ts';
import type { Tool } from '../../../core/tool.ts';
import { readParameters, schemaOf } from '../../../lua-language/parameter-table.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** The saved ones, if the text cannot be read or computes them. */
export function draftSchema(tool: Tool, bench: Pick<EditorState, 'changed' | 'source'>): ObjectSchema {
  if (!bench.changed) return tool.spec.parameters;
  try {
    return declared(tool.kind, bench.source) ?? tool.spec.parameters;
  } catch {
    // Saving reports what is wrong with it.
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
