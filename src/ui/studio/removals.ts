// Removed versions that can be restored, one entry per removal. Pure.
import type { App } from '../../apps/web/app.ts';

type RemovedTool = Awaited<ReturnType<App['tools']['removed']>>[number];

export interface Removal {
  /** The argument of `restore`. */
  ids: string[];
  name: string;
  versions: string[];
  removedAt: string;
}

/**
 * Latest first, like `entries`.
 * @param bundles ids of deleted bundles: their tools return with them, not alone
 * @param isThere whether the same version is installed again, and cannot be restored
 */
export function removalsOf(
  entries: readonly RemovedTool[],
  bundles: ReadonlySet<string>,
  isThere: (tool: RemovedTool['tool']) => boolean,
): Removal[] {
  const removals = new Map<string, Removal>();
  for (const { id, tool, removedAt, withBundle } of entries) {
    if ((withBundle && bundles.has(tool.bundle)) || isThere(tool)) continue;
    const key = `${removedAt} ${tool.bundle} ${tool.slug}`;
    const known = removals.get(key);
    if (known) {
      known.ids.push(id);
      known.versions.push(tool.spec.version);
    } else {
      removals.set(key, { ids: [id], name: tool.name, versions: [tool.spec.version], removedAt });
    }
  }
  return [...removals.values()];
}
