// Plans merges of vector batches: many small files slow a start, and unused vectors take space.

export interface BatchState {
  id: string;
  /** The number of vectors, and how many are in use. */
  count: number;
  wanted: number;
}

/** Number of small batches that become one: each vector is rewritten once. */
const TOGETHER = 8;
/** Maximum vectors of a small batch. */
const SMALL = 2048;
/** A batch with a smaller share in use is rewritten. */
const MOSTLY_WANTED = 0.5;

/** Returns the batches to merge next; none when no merge is worthwhile. */
export function planVectorMerge(batches: readonly BatchState[]): string[] {
  const small = batches.filter(({ wanted }) => wanted <= SMALL);
  const stale = batches.filter(({ count, wanted }) => wanted < count * MOSTLY_WANTED);
  const plan = small.length >= TOGETHER ? small : stale;
  return plan.slice(0, TOGETHER).map(({ id }) => id);
}
