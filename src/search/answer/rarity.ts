// How much the rarity of a word says: in a few pages every word is rare, and none is as rare as it seems.

/** Passages. */
const LIBRARY = { few: 40, many: 600 } as const;
/** As if so many more passages had none of the words: in a few pages every word is frequent. */
const BACKGROUND = 60;

/** 1 for a library of a few pages, whose words say little about how rare a word is; 0 from many passages on. */
export function smallness(passages: number): number {
  const { few, many } = LIBRARY;
  return Math.min(1, Math.max(0, Math.log(many / Math.max(1, passages)) / Math.log(many / few)));
}

/** 0 for a word that every passage has, 1 for one that none has. */
export function rarityOf(frequency: number, passages: number): number {
  const idf = Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
  return Math.min(1, idf / Math.log(1 + (passages + 0.5) / 0.5));
}

/** The same, where a small library is not all that is known of a word. */
export function rarityIn(frequency: number, passages: number): number {
  return rarityOf(frequency, passages + BACKGROUND);
}
