// Which index segments to put together: many small ones cost every query a little, dead passages cost space.

export interface SegmentState {
  id: string;
  /** Passages, the dead included. */
  chunks: number;
  /** 0 to 1. */
  deadShare: number;
}

/** So many segments of about one size become one: each passage is rewritten once per tier, so seldom. */
const SAME_SIZE = 8;
/** Segments up to this many passages are the first tier; each next one is `SAME_SIZE` times larger. */
const SMALLEST_TIER = 512;
/** Larger segments are left alone: decoding one has to stay under half a second. */
const LARGEST = 100_000;
/** A segment with more dead passages than this is written anew. */
const MOSTLY_DEAD = 0.5;

/** The segments to merge next; none: nothing is worth it. */
export function planMerge(segments: readonly SegmentState[]): string[] {
  const dead = segments.filter(({ deadShare }) => deadShare > MOSTLY_DEAD);
  if (dead.length > 0) return dead.map(({ id }) => id);
  const tiers = new Map<number, SegmentState[]>();
  for (const segment of segments) {
    if (segment.chunks > LARGEST / SAME_SIZE) continue;
    const tier = Math.ceil(Math.log(Math.max(1, segment.chunks / SMALLEST_TIER)) / Math.log(SAME_SIZE));
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment]);
  }
  const full = [...tiers.values()].find((tier) => tier.length >= SAME_SIZE);
  return full?.map(({ id }) => id) ?? [];
}
