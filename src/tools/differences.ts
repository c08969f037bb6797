// Describes the differences between two records of a tool, in the words of the log.
import type { Tool } from '../core/tool.ts';

/** The name of each field. Values are left out, because some of them don't belong in a log. */
const FIELDS: [keyof Tool, string][] = [
  ['source', 'text'],
  ['files', 'files'],
  ['policy', 'policy'],
  ['hosts', 'hosts'],
  ['writes', 'right to write'],
  ['config', 'config'],
  ['limits', 'limits'],
  ['tags', 'tags'],
  ['collections', 'collections it may read'],
  ['page', 'view of its results'],
  ['maxCallsPerMinute', 'calls a minute'],
  ['llmCallable', 'offered to models'],
  ['userCallable', 'offered to people'],
  ['approved', 'standing approval'],
  ['approvedOutside', 'standing approval of outside callers'],
  ['problem', 'problem'],
  ['currentSince', 'version in use'],
  ['bundle', 'bundle'],
];

/** Returns the fields in which two records of a tool differ, such as `policy, hosts`; empty when only the switch does. */
export function differences(before: Tool, after: Tool): string {
  return FIELDS.filter(([field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(([, words]) => words)
    .join(', ');
}
