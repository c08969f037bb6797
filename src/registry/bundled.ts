// The tools that come with the program: when each is put into the store, brought up to date, or left alone.
import type { Tool, ToolSpec } from '../core/tool.ts';
import { install, type Offer } from './records.ts';

/** A tool of the folder `tools/`, its declaration read when the program was built. */
export interface BundledTool {
  fileName: string;
  source: string;
  spec: ToolSpec;
}

/**
 * The record of a bundled tool after an update of the program. Answers `stored` itself when it is to stay as it is:
 * it is up to date already, or the user has made it their own.
 */
export function reconciled(stored: Tool | undefined, bundled: Offer, id: string, now: string): Tool {
  if (stored && stored.origin !== 'bundled') return stored;
  return install(stored, { ...bundled, options: { replace: true } }, id, now);
}
