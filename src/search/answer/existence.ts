// Questions for the existence of a thing: `Is there a swimming pool?`, `Do you have a cellar?`, `Gibt es einen Aufzug?`
import type { Language } from '../language.ts';
import { matchTerms, type Terms } from './terms.ts';

const ASKS = [
  /^(?:(?:and|but|so) )?(?:(?:is|are|was|were) there|there (?:is|are))\s+(?:(?:also|still|an?|any|some|the)\s+)*(.+)$/i,
  /^(?:(?:and|but|so) )?(?:do|does|did)\s+(?:you|they|we|it|(?:the|this|your|our)\s+(?:[\p{L}-]+\s+){1,3}?)\s*(?:(?:also|still)\s+)?(?:have|offer|sell|provide|stock|serve|come with)\s+(?:(?:an?|any|some)\s+)*(.+)$/iu,
  /^(?:has|have)\s+(?:you|they|we|it|(?:the|this|your|our)\s+[\p{L}-]+)\s+(?:got\s+)?(?:an?|any|some)\s+(.+)$/iu,
  /^(?:(?:und|aber) )?(?:gibt es|hat (?:es|die|der|das|dieser?) ?\p{L}*|haben (?:sie|wir))\s+(?:(?:hier|dort|auch|noch|ein(?:en?|em|er)?|eine?|kein(?:en?)?)\s+)*(.+)$/iu,
];

/** What follows is no part of the thing: `a discount | for siblings`. */
const ENDS =
  /\s*(?:[?.,;!(]|\s(?:for|in|on|at|with|near|nearby|of|to|that|which|when|if|by|from|around|available|included|left|here|as|about|during|after|before|within|under|für|in|im|am|auf|bei|mit|zum|zur|von|nach|während|wenn)(?!\p{L})).*$/iu;

/** Beyond this it is a clause. */
const MOST_WORDS = 4;

/** In a `parking space`, only the other word tells what it is. */
const GENERAL =
  /^(?:space|place|room|area|facility|facilities|service|option|possibility|way|kind|platz|raum|möglichkeit)s?$/;

/** Returns the words of the thing, in lower case; empty for any other question. */
export function askedThing(question: string): string[] {
  const said = ASKS.map((form) => form.exec(question.trim())?.[1]).find((rest) => rest !== undefined);
  const words =
    said
      ?.replace(ENDS, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  return words.length <= MOST_WORDS ? words : [];
}

/** Minimum weight of a word that names the thing, and certainty of what stands for it in a text. */
const TELLING = 0.3;
const EVIDENT = 0.6;

/** Tells whether the question asks for a thing that none of the texts has a word for. */
export function lacksThing(
  texts: readonly string[],
  question: string,
  { terms, language }: { terms: Terms; language: Language },
): boolean {
  const words = askedThing(question);
  // A swimming lesson is no swimming pool.
  const named = words.findLast((word) => !GENERAL.test(word));
  const its = new Set(
    terms.list.flatMap(({ asked, weight }, at) =>
      asked.toLowerCase() === named && weight >= TELLING ? [at] : [],
    ),
  );
  const isSaid = (text: string): boolean =>
    matchTerms(text, terms, language).some(({ term, certainty }) => certainty >= EVIDENT && its.has(term));
  return its.size > 0 && !texts.some(isSaid);
}
