// Computes a minimal change between two texts, so that cursor, folds and undo history survive a change from outside.
import { diff } from '@codemirror/merge';
import type { ChangeSpec } from '@codemirror/state';

/** Beyond these limits, the differing part is replaced as a whole, to avoid a delay in typing. */
const PRECISION = { scanLimit: 1000, timeout: 50 };

/** Changes of `before` by offset; empty when the texts are equal. */
export function changesTo(before: string, after: string): ChangeSpec[] {
  if (before === after) return [];
  return diff(before, after, PRECISION).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: after.slice(fromB, toB),
  }));
}
