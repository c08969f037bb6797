// The bundled tools: when each is stored, updated, or left alone.
import { BUNDLE_IDS, slugOf } from '../core/bundle.ts';
import type { Tool, ToolSpec } from '../core/tool.ts';
import type { Catalogue } from './catalogue.ts';
import { deepFreeze } from './plain.ts';
import { install, type Offer } from './records.ts';

/** A tool from the folder `tools/`, whose declaration was read at build time. */
export interface BundledTool {
  fileName: string;
  source: string;
  spec: ToolSpec;
}

/**
 * Returns the record of a bundled tool after an update of the program; undefined when nothing changes, because it is
 * up to date or the user has edited it. The previous version is dropped, because the program can restore it.
 */
export function reconciled(catalogue: Catalogue, bundled: Offer, id: string, now: string): Tool | undefined {
  const { name } = bundled.spec;
  const versions = catalogue.versions(BUNDLE_IDS.bundled, slugOf(name));
  const [front] = versions;
  if (front ? front.origin !== 'bundled' : catalogue.offered.has(name)) return undefined;
  if (front?.source === bundled.source && JSON.stringify(front.spec) === JSON.stringify(bundled.spec)) {
    return undefined;
  }
  const offer: Offer = { ...bundled, options: { replace: true } };
  const { tool } = install({ bundle: BUNDLE_IDS.bundled, versions }, offer, front?.id ?? id, now);
  if (!front) return tool;
  return deepFreeze({ ...tool, createdAt: front.createdAt, currentSince: front.currentSince });
}
