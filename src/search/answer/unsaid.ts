// Words that tell what a question is about, and that no text has: `enterprise` in `an enterprise licence`.
import { ENGLISH } from '../language.ts';
import { isCommon } from './common-words.ts';
import { standsFor } from './expected.ts';
import { isEnglish } from './question.ts';
import type { Read } from './read.ts';
import { synonymsOf } from './synonyms.ts';
import { certainties, matchTerms } from './terms.ts';

/** Minimum weight of such a word, and certainty of what stands for it in a text. */
const TELLING = 0.5;
/** Minimum weight of a word that is the topic of a question. */
const TOPIC = 0.3;
const SAID = 0.5;
/** Certainty of another form of a word. */
const FORM = 0.95;
/** Share of the question's words from which on the text is about something else. */
const MUCH = 0.25;

/** Returns 0 if the texts have all such words, 1 if they lack much of the question. */
export function unsaidShare(
  texts: readonly string[],
  { question, terms, language }: Omit<Read, 'title' | 'small'>,
): number {
  // Compounds and endings of other languages hide words.
  if (question.isOverview || language.code !== ENGLISH.code || !isEnglish(question.text)) return 0;
  const { list, total } = terms;
  const said = certainties(
    texts.flatMap((text) => matchTerms(text, terms, language)),
    list.length,
  );
  const unsaid = list.reduce(
    (sum, { weight, isBorrowed, isAmount, isPlace, calendar, word, asked }, term) =>
      weight >= TELLING &&
      !isBorrowed &&
      !isAmount &&
      !isPlace &&
      !calendar &&
      said[term]! < SAID &&
      !isEveryday(word) &&
      !/^\d+$/.test(asked) &&
      !(question.expected && standsFor(question.expected, word, asked))
        ? sum + weight
        : sum,
    0,
  );
  return total === 0 ? 0 : Math.min(1, unsaid / total / MUCH);
}

/** `paid` is a form of `pay`. */
function isEveryday(word: string): boolean {
  if (isCommon(word)) return true;
  return [...synonymsOf(word, [ENGLISH])].some(([form, certainty]) => certainty >= FORM && isCommon(form));
}

/** Tells whether no text has a word for this one of the question, if it is part of its topic. */
export function isUnsaid(
  word: string | undefined,
  texts: readonly string[],
  { terms, language }: Pick<Read, 'terms' | 'language'>,
): boolean {
  const at = terms.list.findIndex(({ asked }) => asked.toLowerCase() === word?.toLowerCase());
  if (at < 0 || terms.list[at]!.weight < TOPIC) return false;
  return !texts.some((text) => matchTerms(text, terms, language).some(({ term }) => term === at));
}
