// Detects near-identical texts: copies, and copies with a changed word. Pure.

/** Number of words per compared run. */
const RUN = 5;
/** Minimum share of a text's runs found in the other one. */
const ALIKE = 0.9;

interface Seen {
  words: string;
  runs: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

export class SeenTexts {
  readonly #seen: Seen[] = [];

  /**
   * Tells whether an added text is nearly identical and has the same numbers: two versions of a limit are different
   * texts.
   */
  has(text: string): boolean {
    const { words, runs, numbers } = read(text);
    return this.#seen.some((one) => {
      if (one.words === words) return true;
      if (runs.size === 0 || [...numbers].some((number) => !one.numbers.has(number))) return false;
      let shared = 0;
      for (const run of runs) if (one.runs.has(run)) shared++;
      return shared / runs.size >= ALIKE;
    });
  }

  add(text: string): void {
    this.#seen.push(read(text));
  }
}

function read(text: string): Seen {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(' '));
  return { words: words.join(' '), runs, numbers: new Set(words.filter((word) => /\p{N}/u.test(word))) };
}
