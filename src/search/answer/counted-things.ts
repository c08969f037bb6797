// Questions for the number of a thing: `What is the maximum number of chambers?` is not answered by that of another
// thing.
import type { Read } from './read.ts';
import { matchTerms } from './terms.ts';

const NUMBER_OF =
  /\b(?:maximum|minimum|max\.?|min\.?|largest|highest|greatest|smallest|lowest|total|default|most) (?:number|count|amount) of ((?:[\p{L}-]+ )?[\p{L}-]+)/iu;
const NEXT =
  /(?:per|in|for|of|on|at|by|with|that|which|allowed|supported|possible|i|we|you|to|and|or|is|are)$/i;
/** Certainty of the word itself: a part of an identifier names something else. */
const SAID = 0.75;

/** Returns the noun that is counted. */
export function numberedThing(question: string): string | undefined {
  const words = NUMBER_OF.exec(question)?.[1]?.split(' ') ?? [];
  if (words.length === 2 && NEXT.test(words[1]!)) words.pop();
  return words.at(-1);
}

/**
 * Tells whether no part of the text has a word for the counted thing.
 * @param texts the section, without headings above its own
 */
export function numbersElse(texts: readonly string[], { question, terms, language }: Read): boolean {
  const thing = numberedThing(question.text)?.toLowerCase();
  const at = terms.list.findIndex(({ asked }) => asked.toLowerCase() === thing);
  if (thing === undefined || at < 0) return false;
  return !texts.some((text) =>
    matchTerms(text, terms, language).some(({ term, certainty }) => term === at && certainty >= SAID),
  );
}
