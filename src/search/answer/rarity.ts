// How much the rarity of a word means: in a few pages every word is rare, but less rare than it seems.

/** Passages. */
const LIBRARY = { few: 40, many: 600 } as const;
/** Assumed number of further passages without any of the words: in a few pages every word is frequent. */
const BACKGROUND = 60;

/** Returns 1 for a library of a few pages, whose words reveal little about rarity; 0 from many passages on. */
export function smallness(passages: number): number {
  const { few, many } = LIBRARY;
  return Math.min(1, Math.max(0, Math.log(many / Math.max(1, passages)) / Math.log(many / few)));
}

/** Returns 0 for a word in every passage, 1 for one in none. */
export function rarityOf(frequency: number, passages: number): number {
  const idf = Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
  return Math.min(1, idf / Math.log(1 + (passages + 0.5) / 0.5));
}

/** Does the same without the correction for small libraries. */
export function rarityIn(frequency: number, passages: number): number {
  return rarityOf(frequency, passages + BACKGROUND);
}
