// The change log of tools and bundles: one line per change, in words.
import type { Bundle } from '../core/bundle.ts';
import type { ChangeRecord } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';

/** Who makes the change: a person on the screen, a script on the page, a model, or the program itself. */
export type By = ChangeRecord['by'];

export interface ChangeClock {
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

type What = ChangeRecord['what'];

/** Returns the key of a tool's changes, shared by all its versions. */
export function historyKey({ bundle, slug }: Pick<Tool, 'bundle' | 'slug'>): string {
  return `${bundle}/${slug}`;
}

export function toolChange(clock: ChangeClock, by: By, what: What, tool: Tool, note?: string): ChangeRecord {
  return {
    id: clock.newId(),
    at: clock.now(),
    what,
    subject: 'tool',
    of: historyKey(tool),
    name: tool.name,
    version: tool.spec.version,
    by,
    ...(note !== undefined && { note }),
  };
}

export function bundleChange(
  clock: ChangeClock,
  by: By,
  what: What,
  bundle: Bundle,
  note?: string,
): ChangeRecord {
  return {
    id: clock.newId(),
    at: clock.now(),
    what,
    subject: 'bundle',
    of: bundle.id,
    name: bundle.displayName,
    by,
    ...(note !== undefined && { note }),
  };
}
