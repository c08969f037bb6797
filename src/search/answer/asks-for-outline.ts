// Tells whether a question asks for a summary of one document, named by its title or by what people call it: `the
// lease`. Without a model, an outline is the best answer.
import type { Language } from '../language.ts';
import { documentKinds, overviewWords } from './question.ts';
import { certainties, matchTerms, type Terms } from './terms.ts';

const SUMMARY =
  /\b(?:summary|summari[sz]e|sum up|outline|overview|gist|(?:main|key) (?:points?|ideas?|topics?|takeaways?))\b|(?<!\p{L})(?:zusammenfassung|fass(?:e|en)? .* zusammen|überblick|gliederung|résumé|résume[rz]?|resumen|resumir|resume)(?!\p{L})|要約|概要|摘要|总结|概括|لخص|ملخص/iu;

/** A word of the question that weighs less is not its topic. */
const TELLING = 0.1;
/** Minimum certainty with which a title has a word of the question. */
const SAID = 0.4;

export function asksForOutline(question: string): boolean {
  return SUMMARY.test(question);
}

/** Tells whether the question has no topic other than the document with this title. */
export function namesOnly(
  question: string,
  title: string,
  { terms, language }: { terms: Terms; language: Language },
): boolean {
  const kinds = documentKinds(question);
  const stated = overviewWords(question);
  const said = certainties(matchTerms(title, terms, language), terms.list.length);
  const topics = terms.list.filter(({ isBorrowed }) => !isBorrowed);
  const isNamed = ({ asked }: { asked: string }, at: number): boolean =>
    kinds.has(asked.toLowerCase()) || said[at]! >= SAID;
  return (
    topics.some((term) => isNamed(term, terms.list.indexOf(term))) &&
    topics.every(
      (term) =>
        term.weight < TELLING ||
        stated.has(term.asked.toLowerCase()) ||
        isNamed(term, terms.list.indexOf(term)),
    )
  );
}
