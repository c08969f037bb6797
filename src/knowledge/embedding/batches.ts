// Groups texts into batches for a model by similar length, because a batch is padded to its longest text.

/** A passage of a thousand characters takes a CPU about 0.1 to 0.3 s, and a question waits for the current batch. */
const BATCH = { texts: 8, characters: 2400 } as const;

/** Returns indexes of `texts` in batches, the shortest texts first. */
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
