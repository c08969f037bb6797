// Which batches of vectors to put together: many small files make a start slow, vectors that no passage has cost space.

export interface BatchState {
  id: string;
  /** Vectors, of which some passage has so many. */
  count: number;
  wanted: number;
}

/** So many small batches become one: each vector is rewritten once. */
const TOGETHER = 8;
/** Batches up to this many vectors are small. */
const SMALL = 2048;
/** A batch of which less than half is wanted is written anew. */
const MOSTLY_WANTED = 0.5;

/** The batches to merge next; none: nothing is worth it. */
export function planVectorMerge(batches: readonly BatchState[]): string[] {
  const small = batches.filter(({ wanted }) => wanted <= SMALL);
  const stale = batches.filter(({ count, wanted }) => wanted < count * MOSTLY_WANTED);
  const plan = small.length >= TOGETHER ? small : stale;
  return plan.slice(0, TOGETHER).map(({ id }) => id);
}
