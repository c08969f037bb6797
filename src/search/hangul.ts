// Korean words: nouns carry particles without a space, so they are indexed by pairs of syllables, regardless of
// particles.

export interface HangulTerm {
  text: string;
  /** `[start, end)` in the word. */
  start: number;
  end: number;
  /** The whole word; its pairs are separate terms. */
  whole: boolean;
}

/** The most common particles, which are stripped: a one-syllable noun such as `책` in `책을` has no pair of its own. */
const PARTICLE = /(?:에서|에게|으로|까지|부터|처럼|보다|이나|[은는이가을를의에로와과도만])$/u;

/**
 * Returns the terms of a folded word; none for a particle that was `hung` on another word, such as `API`.
 * @param length of the word in its text. If the folded word differs in length, the positions of its parts are
 *   unknown.
 */
export function hangulTerms(word: string, { length, hung }: { length: number; hung: boolean }): HangulTerm[] {
  const noun = word.replace(PARTICLE, '');
  if (noun === '' && hung) return [];
  const term = (start: number, end: number, whole = false): HangulTerm =>
    word.length === length
      ? { text: word.slice(start, end), start, end, whole }
      : { text: word.slice(start, end), start: 0, end: length, whole };
  const terms = [term(0, word.length, word.length > 2)];
  for (let at = 0; word.length > 2 && at + 1 < word.length; at++) terms.push(term(at, at + 2));
  if (noun.length === 1 && word.length > 1) terms.push(term(0, 1));
  return terms;
}
