// The log of what was done to tools and bundles: one line a change, in words.
import type { Bundle } from '../core/bundle.ts';
import type { ChangeRecord } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';

/** Who does it: a person on the screen, a script on the page, a model, or the program itself. */
export type By = ChangeRecord['by'];

export interface ChangeClock {
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

type What = ChangeRecord['what'];

/** The key under which a tool's changes are found: all its versions share it. */
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

/** What to call each field; values are left out, as some of them nobody should read in a log. */
const FIELDS: [keyof Tool, string][] = [
  ['source', 'text'],
  ['files', 'files'],
  ['policy', 'policy'],
  ['hosts', 'hosts'],
  ['writes', 'right to write'],
  ['config', 'config'],
  ['limits', 'limits'],
  ['tags', 'tags'],
  ['maxCallsPerMinute', 'calls a minute'],
  ['llmCallable', 'offered to models'],
  ['userCallable', 'offered to people'],
  ['approved', 'standing approval'],
  ['problem', 'problem'],
  ['currentSince', 'version in use'],
  ['bundle', 'bundle'],
];

/** The fields in which two records of a tool differ, such as `policy, hosts`; empty when only the switch does. */
export function differences(before: Tool, after: Tool): string {
  return FIELDS.filter(([field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(([, words]) => words)
    .join(', ');
}
