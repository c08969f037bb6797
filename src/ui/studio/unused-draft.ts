// Finds a new tool that was opened and never edited, so that New opens it again instead of making another.
import type { Tool } from '../../core/tool.ts';

interface Made {
  source: string;
  files?: Readonly<Record<string, string>>;
}

/**
 * @param isEdited whether a tool has unsaved texts
 * @param make the template, for a tool of this name
 */
export async function unusedDraft(
  tools: readonly Tool[],
  isEdited: (name: string) => boolean,
  make: (name: string) => Made | Promise<Made>,
): Promise<string | undefined> {
  for (const { draft, name, source, files } of tools) {
    if (!draft || isEdited(name)) continue;
    const made = await make(name);
    if (made.source === source && sameFiles(made.files ?? {}, files)) return name;
  }
  return undefined;
}

function sameFiles(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
