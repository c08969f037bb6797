// Plans merges of index segments: each small one slows every query a little, and dead passages take space.

export interface SegmentState {
  id: string;
  /** Passages, including dead ones. */
  chunks: number;
  /** 0 to 1. */
  deadShare: number;
}

/** Number of segments of similar size that become one: each passage is rewritten only once per tier. */
const SAME_SIZE = 8;
/** Segments up to this many passages are the first tier; each next tier is `SAME_SIZE` times larger. */
const SMALLEST_TIER = 512;
/** Larger segments are left alone: decoding one has to stay under half a second. */
const LARGEST = 100_000;
/** A segment with a larger share of dead passages is rewritten. */
const MOSTLY_DEAD = 0.5;

/** Returns the segments to merge next; none when no merge is worthwhile. */
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
