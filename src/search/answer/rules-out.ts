// A sentence that rules something out completely also answers whether it is allowed in one case: `No PFAS are used.`
import type { Range } from './structure.ts';
import type { TermMatch, Terms } from './terms.ts';

const BEFORE =
  /(?<!\p{L})(?:no|never|without|neither|kein\w*|keine[rnms]?|sans|aucune?|sin|ningun[oa]?)(?!\p{L})[^.;:!?]{0,50}$/iu;
const BEHIND =
  /^[^.;:!?]{0,40}(?<!\p{L})(?:(?:is|are|be) (?:\p{L}+ )?(?:forbidden|prohibited|banned|excluded)|(?:is|are|must|may) not|never|cannot|verboten|untersagt|nicht (?:erlaubt|gestattet|zulässig)|interdite?s?|prohibid[oa]s?)(?!\p{L})/iu;

/** @param start range of the thing's name in the sentence, up to `end` */
export function rulesOut(sentence: string, { start, end }: { start: number; end: number }): boolean {
  return BEFORE.test(sentence.slice(0, start)) || BEHIND.test(sentence.slice(end));
}

/** What is ruled out everywhere is ruled out on the balcony. */
const ANYWHERE =
  /\b(?:anywhere|everywhere|at all|at any time|never|in no case|under no circumstances|throughout|nirgends|niemals|nulle part|en ningún (?:caso|lugar))\b/i;

/** Minimum weight of a word that is the topic of a question. */
const TELLING = 0.3;

/** Tells whether a part rules out what the question asks about: a name, or anything if it does so everywhere. */
export function rulesOutAsked(
  text: string,
  part: Range,
  its: readonly TermMatch[],
  { list }: Terms,
): boolean {
  const words = text.slice(part.start, part.end);
  return its.some(
    ({ term, certainty, start, end }) =>
      (list[term]!.isName === true || (list[term]!.weight >= TELLING && ANYWHERE.test(words))) &&
      certainty === 1 &&
      rulesOut(words, { start: start - part.start, end: end - part.start }),
  );
}
