// The tools that come with the program: when each is put into the store, brought up to date, or left alone.
import { BUNDLE_IDS, slugOf } from '../core/bundle.ts';
import type { Tool, ToolSpec } from '../core/tool.ts';
import type { Catalogue } from './catalogue.ts';
import { deepFreeze } from './plain.ts';
import { install, type Offer } from './records.ts';

/** A tool of the folder `tools/`, its declaration read when the program was built. */
export interface BundledTool {
  fileName: string;
  source: string;
  spec: ToolSpec;
}

/**
 * The record of a bundled tool after an update of the program; undefined when all is to stay as it is: it is up to date,
 * or the user has made it their own. The version before gives way, as the program can bring it back.
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
