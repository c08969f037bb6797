// The least that turns one text into another, so that a cursor, folds and the steps of undo outlive a change from outside.
import { diff } from '@codemirror/merge';
import type { ChangeSpec } from '@codemirror/state';

/** Where texts differ more than this, what differs is replaced as a whole: precision is not worth a pause in typing. */
const PRECISION = { scanLimit: 1000, timeout: 50 };

/** Changes of `before`, by offset; none when the texts are the same. */
export function changesTo(before: string, after: string): ChangeSpec[] {
  if (before === after) return [];
  return diff(before, after, PRECISION).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: after.slice(fromB, toB),
  }));
}
