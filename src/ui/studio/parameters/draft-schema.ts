// What the form of a run is made from: the parameters as the script on the bench declares them.
import type { ObjectSchema } from '../../../core/schema.ts';
import type { Tool } from '../../../core/tool.ts';
import { readParameters, schemaOf } from '../../../lua-language/parameter-table.ts';
import type { EditorState } from '../editor-state.svelte.ts';

/** Those that are saved, where the text cannot be read or lets code make them. */
export function draftSchema(tool: Tool, bench: Pick<EditorState, 'changed' | 'source'>): ObjectSchema {
  if (tool.kind !== 'lua' || !bench.changed) return tool.spec.parameters;
  const table = readParameters(bench.source);
  if (table.kind !== 'list') return tool.spec.parameters;
  try {
    return schemaOf(table) ?? tool.spec.parameters;
  } catch {
    // Saving says what is wrong with it.
    return tool.spec.parameters;
  }
}
