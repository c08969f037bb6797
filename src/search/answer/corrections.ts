// Rates the certainty of corrections of words in a question.
import { ENGLISH } from '../language.ts';
import type { QueryTerm } from '../query.ts';
import { isCommon } from './common-words.ts';
import { synonymsOf } from './synonyms.ts';

/** Certainty of corrections. A typing error in a short word often makes another word, like `gold` and `good`. */
const SLIP = { short: 4, long: 6, one: 0.75, two: 0.5, swapped: 0.7 } as const;

/** Returns the certainty of a correction with this weight in the search. */
export function certaintyOfCorrection({ terms }: QueryTerm, meant: string, weight: number): number {
  const letters = Math.min(...terms.map(({ length }) => length));
  if (terms.some(isKnown)) return weight / 2;
  if (letters === SLIP.short && terms.some((term) => isSwapped(term, meant))) return SLIP.swapped;
  if (letters <= SLIP.short) return weight / 2;
  if (letters < SLIP.long) return weight;
  return weight >= 0.5 ? SLIP.one : SLIP.two;
}

/** `Pool` is no slip of `polo`. */
function isKnown(term: string): boolean {
  return isCommon(term) || synonymsOf(term, [ENGLISH]).size > 0;
}

/** `rnet` and `rent`: two neighbouring letters are swapped, but not the first. */
function isSwapped(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const at = [...typed].findIndex((letter, i) => letter !== meant[i]);
  return at > 0 && typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2) === meant;
}
