// Completes a follow-up question: with the previous question, or that question with one thing replaced.
import { isElliptic, LONGEST_CHAIN, MOST_WORDS_ON } from '../../core/going-on.ts';
import { readQuestion } from './question.ts';
import { FOREIGN_GOES_ON, FOREIGN_POINTS_BACK } from './question-words.ts';

/** Words that refer to earlier text. */
const POINTS_BACK = /\b(?:it|its|they|them|their|this|that|these|those|one|ones|he|she|him|her|there)\b/i;

/** Maximum words of a question that refers to the previous one. */
const MOST_WORDS_BACK = 12;

export interface Completed {
  question: string;
  /** Words of other questions that complete it. */
  borrowed?: string | undefined;
  /** The full question, if it differs from the one asked. */
  full?: string | undefined;
}

/** @param previous the earlier questions, oldest first; possibly follow-ups themselves */
export function completed(question: string, previous: readonly string[]): Completed {
  let last: string | undefined;
  for (const one of previous.slice(-LONGEST_CHAIN)) last = completedBy(one, last).full ?? one;
  return completedBy(question, last);
}

function completedBy(question: string, last: string | undefined): Completed {
  if (last === undefined) return { question };
  const words = question.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const goesOn = isElliptic(question) || FOREIGN_GOES_ON.test(question);
  const pointsBack = POINTS_BACK.test(question) || FOREIGN_POINTS_BACK.test(question);
  if (!(goesOn && words <= MOST_WORDS_ON) && !(pointsBack && words <= MOST_WORDS_BACK)) return { question };
  const replaced = goesOn ? withReplaced(last, question) : undefined;
  if (replaced !== undefined) return { question: replaced, full: replaced };
  const { text } = readQuestion(question);
  return { question, borrowed: last, full: `${ended(last.trim())} ${text}` };
}

/** Two questions in one line need a mark between them. */
function ended(question: string): string {
  return /\p{P}$/u.test(question) ? question : `${question}?`;
}

const LEADING =
  /^[¿¡\s]*(?:(?:and|or|but|also|then|same|what about|how about|und|oder|aber|auch|was ist|wie (?:ist|sieht) es|et|ou|mais|aussi|y|o|pero|también)\s+)+/iu;
const PREPOSITION = /^(on|in|for|with|at|from|by|to|für|bei|mit|auf|von|pour|avec|dans|sur|para|con|en)\s+/iu;
const DETERMINER =
  /^(?:the|an?|my|our|your|der|die|das|den|dem|ein|eine|le|la|les|un|une|el|los|las|una)\s+/iu;
/** Such a phrase names one thing; a longer one is a question of its own. */
const MOST_WORDS = 3;

/** `And on Windows?` replaces `on Linux`; undefined when it is unclear what it replaces. */
function withReplaced(last: string, question: string): string | undefined {
  const said = question
    .trim()
    .replace(LEADING, '')
    .replace(/[?.!\s]+$/, '');
  const preposition = PREPOSITION.exec(said)?.[1];
  const phrase = preposition === undefined ? said : said.slice(preposition.length).trim();
  const bare = phrase.replace(DETERMINER, '');
  const count = bare.split(/\s+/).length;
  if (!/\p{L}/u.test(bare) || count > MOST_WORDS) return undefined;
  const range = preposition === undefined ? nameIn(last, bare) : objectOf(preposition, last, count);
  if (!range) return undefined;
  return `${last.slice(0, range.start)}${phrase}${last.slice(range.end)}`;
}

interface Place {
  start: number;
  end: number;
}

/** Returns the object of the preposition: a whole name, otherwise as many words as replace it. */
function objectOf(preposition: string, last: string, count: number): Place | undefined {
  const found = [
    ...last.matchAll(new RegExp(`(?<!\\p{L})${preposition}\\s+(?!(?:do|does|is|can)\\s)`, 'giu')),
  ].at(-1);
  if (!found) return undefined;
  const start = found.index + found[0].length;
  const rest = last.slice(start);
  const determiner = DETERMINER.exec(rest)?.[0].length ?? 0;
  const name = /^\p{Lu}[\p{L}\p{N}.-]*(?:\s+\p{Lu}[\p{L}\p{N}.-]*)*/u.exec(rest.slice(determiner))?.[0];
  const words = new RegExp(`^[^\\s,.?!]+(?:\\s+[^\\s,.?!]+){0,${count - 1}}`, 'u').exec(
    rest.slice(determiner),
  )?.[0];
  const object = (name ?? words)?.replace(/[.,]$/, '');
  return object === undefined ? undefined : { start, end: start + determiner + object.length };
}

const NAME = /^\p{Lu}[\p{L}\p{N}-]*(?:\s+\p{Lu}[\p{L}\p{N}-]*)*$/u;

/** A name replaces the only other name. */
function nameIn(last: string, name: string): Place | undefined {
  if (!NAME.test(name)) return undefined;
  const names = [...last.matchAll(/(?<=\S\s)\p{Lu}[\p{L}\p{N}-]*(?:\s+\p{Lu}[\p{L}\p{N}-]*)*/gu)];
  const only = names.length === 1 ? names[0]! : undefined;
  return only && only[0] !== 'I' ? { start: only.index, end: only.index + only[0].length } : undefined;
}
