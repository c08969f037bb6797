// Removes and restores tools. A removed tool is kept unchanged until it is restored or a month is over.
import { BUNDLE_IDS, type Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import type { Catalogue } from './catalogue.ts';
import { toolChange, type By, type ChangeClock } from './changes.ts';
import { refuseClosed } from './closed.ts';
import { noSuchTool } from './no-such-tool.ts';
import { deepFreeze } from './plain.ts';
import { outsideBundle } from './placement.ts';
import { readTool } from './read-records.ts';
import type { Change } from './tool-repository.ts';
import type { RemovedTool } from '../core/ports/tool-store.ts';

/** Tools removed together: the argument for `restore`. */
export interface Removal {
  /** The name it was offered under. */
  name: string;
  /** Ids of the entries among the removed tools. */
  ids: string[];
}

/**
 * Removes a tool with all its versions, or one version when the reference names one.
 * @param marks the bundled tools that must not return with an update
 */
export function removal(
  catalogue: Catalogue,
  reference: string,
  marks: { removed: readonly string[]; isBundled(name: string): boolean },
  clock: ChangeClock,
  by: By,
): Change<Removal> {
  const tool = catalogue.find(reference);
  if (!tool) throw noSuchTool(reference);
  const all = catalogue.versions(tool.bundle, tool.slug);
  const gone = catalogue.offered.has(reference) ? all : [tool];
  // One time for all, so that tools removed together are restored together.
  const removedAt = clock.now();
  const entries = gone.map((one): RemovedTool => ({ id: clock.newId(), tool: one, removedAt }));
  const mark = tool.bundle === BUNDLE_IDS.bundled && gone.length === all.length && marks.isBundled(tool.name);
  return {
    commit: {
      deleteTools: gone.map(({ id }) => id),
      putRemoved: entries,
      changes: gone.map((one) => toolChange(clock, by, 'removed', one)),
      ...(mark && { marks: { 'removed-bundled': [...marks.removed, tool.name] } }),
    },
    value: { name: catalogue.nameOf(tool), ids: entries.map(({ id }) => id) },
  };
}

/**
 * Restores removed tools, each under its id.
 * @throws Failure `conflict` when the same version has been installed since, `disabled` when its bundle is off
 */
export function restoration(
  catalogue: Catalogue,
  entries: readonly RemovedTool[],
  removed: readonly string[],
  clock: ChangeClock,
  by: By,
): Change<Tool[]> {
  if (entries.length === 0) throw new Failure('not_found', 'it was removed too long ago to be restored');
  const back: Tool[] = [];
  const putBundles: Bundle[] = [];
  const scratch = catalogue.copy();
  for (const { tool: kept } of entries) {
    const tool = readTool(kept);
    const bundle = bundleFor(scratch, tool, clock);
    if (!scratch.bundle(bundle.id)) {
      putBundles.push(bundle);
      scratch.apply({ putBundles: [bundle] });
    }
    refuseClosed(scratch, bundle);
    const others = [
      ...catalogue.versions(bundle.id, tool.slug),
      ...back.filter((one) => one.bundle === bundle.id && one.slug === tool.slug),
    ];
    const other = others.find(({ name, spec }) => spec.version === tool.spec.version || name !== tool.name);
    if (other) {
      throw new Failure(
        'conflict',
        `tool '${other.name}' version ${other.spec.version} has been installed since; remove it first`,
      );
    }
    // A version that replaced it may have its id now.
    const id = catalogue.tool(tool.id) ? clock.newId() : tool.id;
    back.push(deepFreeze({ ...tool, id, bundle: bundle.id }));
  }
  const names = new Set(back.map(({ name }) => name));
  const marked = removed.some((name) => names.has(name));
  return {
    commit: {
      putTools: back,
      ...(putBundles.length > 0 && { putBundles }),
      deleteRemoved: entries.map(({ id }) => id),
      changes: back.map((tool) => toolChange(clock, by, 'restored', tool)),
      ...(marked && { marks: { 'removed-bundled': removed.filter((name) => !names.has(name)) } }),
    },
    value: back,
  };
}

/** Returns its former bundle. When that is gone, the user's own tools go to “My tools”, and no others. */
function bundleFor(catalogue: Catalogue, { bundle, origin, name }: Tool, clock: ChangeClock): Bundle {
  const there = catalogue.bundle(bundle);
  if (there) return there;
  const mine = catalogue.bundle(BUNDLE_IDS.mine) as Bundle;
  const isOutside = origin === 'imported' || origin === 'agent';
  return isOutside ? outsideBundle(catalogue, name, origin, clock).bundle : mine;
}
