// In which portions texts go through a model: texts of one length together, because a batch is padded to its longest.

/** A passage of a thousand characters takes a CPU some 0.1 to 0.3 s, and a question that comes in waits for the batch in hand. */
const BATCH = { texts: 8, characters: 2400 } as const;

/** Indexes of `texts` in batches, the shortest texts first. */
export function batchesOf(texts: readonly string[]): number[][] {
  const order = texts.map((_, index) => index).sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const batches: number[][] = [];
  for (const index of order) {
    const last = batches.at(-1);
    const padded = ((last?.length ?? 0) + 1) * texts[index]!.length;
    if (last && last.length < BATCH.texts && padded <= BATCH.characters) last.push(index);
    else batches.push([index]);
  }
  return batches;
}
