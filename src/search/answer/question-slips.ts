// Corrects typing errors in question words: `hwo much`, `waht is`, `somthing`. The index corrects the words of
// documents, but doesn't contain question words.

const WORDS = [
  ...['how', 'what', 'when', 'where', 'which', 'can', 'could', 'should', 'would', 'the', 'much', 'many'],
  ...['often', 'long', 'please', 'something', 'someone', 'anything', 'anyone', 'difference', 'between'],
];
const KNOWN: ReadonlySet<string> = new Set(WORDS);
/** Minimum length of a word that may have a letter too few or too many. */
const LONG = 8;

/** Each word with two neighbouring letters swapped, and long ones with a letter missing. */
const SLIPS: ReadonlyMap<string, string> = new Map(
  // `hwo` is rather `how` than `who`: the first letter is rarely wrong, so those slips come last and win.
  [true, false].flatMap((isFirst) =>
    WORDS.flatMap((word) => slipsOf(word).filter(([slip]) => (slip[0] !== word[0]) === isFirst)),
  ),
);

function slipsOf(word: string): [slip: string, word: string][] {
  const letters = [...word];
  const swapped = letters
    .slice(1)
    .map((_, i) => word.slice(0, i) + word[i + 1]! + word[i]! + word.slice(i + 2));
  const missing = word.length < LONG ? [] : letters.map((_, i) => word.slice(0, i) + word.slice(i + 1));
  return [...swapped, ...missing]
    .filter((slip) => !KNOWN.has(slip))
    .map((slip): [string, string] => [slip, word]);
}

export function withoutSlips(question: string): string {
  return question.replace(/\p{L}{3,}/gu, (word) => {
    const meant = SLIPS.get(word.toLowerCase());
    if (meant === undefined) return word;
    return /^\p{Lu}/u.test(word) ? meant[0]!.toUpperCase() + meant.slice(1) : meant;
  });
}
