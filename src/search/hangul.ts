// Korean words: nouns carry particles without a space, so they are found by pairs of syllables, whatever hangs on them.

export interface HangulTerm {
  text: string;
  /** `[start, end)` in the word. */
  start: number;
  end: number;
  /** The word itself, whose pairs are terms of their own. */
  whole: boolean;
}

/** What is left of a word without the commonest particles: `책` of `책을` has no pair of its own. */
const PARTICLE = /(?:에서|에게|으로|까지|부터|처럼|보다|이나|[은는이가을를의에로와과도만])$/u;

/**
 * The terms of a folded word; none for a particle that was `hung` on something else, such as `API`.
 * @param length of the word in its text: another one than that of the folded word leaves the places of the parts open
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
