// Reasons to doubt an answer that has the words of the question: it lacks the requested amount or number, its table
// has no such column, or the words of a name are apart in it.
import { isCommon } from './common-words.ts';
import { numbersElse } from './counted-things.ts';
import { hasDate } from './dates.ts';
import { lacksThing } from './existence.ts';
import { lacksDoer, lacksPerson, lacksRole } from './person-doubts.ts';
import type { Read } from './read.ts';
import { isUnsaid, unsaidShare } from './unsaid.ts';
import { lacksDuration, lacksMeasure, standsFor } from './expected.ts';
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import { asksForRows, namedCell } from './part-fits.ts';
import { certainties, matchTerms, type Term, type TermMatch, within } from './terms.ts';
import {
  A_DAY,
  lacksAge,
  lacksBound,
  lacksCalendarDay,
  lacksMoment,
  lacksOwnMoment,
  lacksOwnPrice,
  lacksPriced,
  lacksRhythm,
  lacksTime,
  lacksValue,
  ownText,
} from './value-doubts.ts';

/** What each doubt subtracts from the logit of the confidence. */
const DOUBT = {
  value: 2.5,
  column: 3.8,
  mention: 2.4,
  name: 3,
  unknown: 3.2,
  person: 3,
  doer: 4,
  counted: 4,
  topic: 1.5,
  rule: 1,
  unsaid: 2.4,
} as const;
/** A few pages often answer in other words. */
const UNSAID_IN_SMALL = 0.6;
/** Above this logit of the confidence, further words count less against a doubt. */
const SURE = 2;

const AMOUNT_OF =
  /\bhow much (?!money|time|cash|interest|it\b)(\p{L}{3,})\s(?:does|do|is|are|can|should|may|must|will|did|was|were)\s/iu;
/** Minimum weight of a word that the question asks for. */
const ASKED_FOR = 0.2;
/** A synonym is not part of a name. */
const SAID = 0.9;
/** `What does the study recommend?` does not ask for an explanation. */
const ASKS_MEANING =
  /^(?:what(?:['’]s| is| are)|define|explain|(?:meaning|definition) of)\b|^what do(?:es)? .* mean\b/i;
/** Minimum weight of a word that is the topic of a question. */
const TELLING = 0.3;
/** Below these, a text does not explain the question's topic. */
const MENTIONED = { fits: 0.5, headed: 0.1 } as const;
/** Maximum characters between the words of a name: `Blom, Eva`. */
const APART = 3;

/** Returns how much a missing aspect reduces the certainty of an answer; 0 without doubts. */
export function doubtOf(best: Candidate, read: Read): number {
  const { section, stretch } = best;
  const text = sectionText(best);
  return (
    (lacksValue(read.question, best, text) ? DOUBT.unknown : 0) +
    (lacksAge(read.question, text) ? DOUBT.unknown : 0) +
    (lacksThing([text, ...section.path, read.title], read.question.text, read) ? DOUBT.unknown : 0) +
    (lacksDuration(read.question.expected, read.question.text, text) ? DOUBT.value : 0) +
    (lacksMeasure(read.question.expected, read.question.text, ownText(best, text)) ? DOUBT.unknown : 0) +
    (lacksTime(read.question, best) ? DOUBT.value : 0) +
    (lacksRhythm(read.question, text) ? DOUBT.value : 0) +
    (lacksBound(read.question, text) ? DOUBT.unknown : 0) +
    (numbersElse([ownText(best, text), section.path.at(-1) ?? read.title], read) ? DOUBT.counted : 0) +
    (lacksMoment(read.question, best, [text, ...section.path]) ? DOUBT.value : 0) +
    (lacksCalendarDay(read.question, [text, ...section.path, read.title]) ? DOUBT.unknown : 0) +
    countsElse([text, ...section.path, read.title], read) +
    (lacksAmount([text, ...section.path, read.title], read) ? DOUBT.value : 0) +
    (lacksColumn(best, read) ? DOUBT.column : 0) +
    (lacksPerson(read.question, text) ? DOUBT.person : 0) +
    (lacksDoer(best, text, read) ? DOUBT.doer : 0) +
    (lacksRole([text, ...section.path, read.title], read) ? DOUBT.person : 0) +
    (lacksAttribute([text, ...section.path, read.title], read) ? DOUBT.value : 0) +
    (lacksDays([text, ...section.path, read.title], read) ? DOUBT.value : 0) +
    (lacksKind([text, ...section.path, read.title], read) ? DOUBT.name : 0) +
    (isOnlyTitled(best) ? DOUBT.topic : 0) +
    (lacksPriced(best, read.question) ? DOUBT.value : 0) +
    (isNoRule(read.question, best) ? DOUBT.rule : 0) +
    (onlyMentions(best, read) ? DOUBT.mention : 0) +
    lacksName([stretch.text, ...section.path, read.title], read) +
    (tearsName(text, section.path, read) ? DOUBT.name : 0) +
    (lacksSense([text, ...section.path, read.title], read) ? DOUBT.unknown : 0) +
    DOUBT.unsaid * (1 - UNSAID_IN_SMALL * read.small) * unsaidShare([text, ...section.path, read.title], read)
  );
}

/** Tells whether it is about something else than the requested value or rule, so that another part may answer. */
export function lacksRequested(best: Candidate, read: Read): boolean {
  const text = sectionText(best);
  const { expected } = read.question;
  return (
    // The telephone number of one is no address of another.
    (expected?.value !== 'contact' && lacksValue(read.question, best, text)) ||
    lacksMoment(read.question, best, [text, ...best.section.path]) ||
    lacksOwnMoment(read.question, best) ||
    lacksOwnPrice(read.question, best) ||
    lacksPriced(best, read.question) ||
    lacksDuration(expected, read.question.text, text) ||
    lacksMeasure(expected, read.question.text, ownText(best, text)) ||
    isNoRule(read.question, best) ||
    unsaidShare([text, ...best.section.path, read.title], read) >= 1
  );
}

function sectionText({ section, stretch }: Candidate): string {
  return `${stretch.tableHead ?? ''}\n${stretch.text.slice(section.start, section.end)}`;
}

/** Returns the confidence reduced by the doubt. */
export function doubted(confidence: number, doubt: number): number {
  if (doubt === 0 || confidence <= 0 || confidence >= 1) return confidence;
  const sure = Math.log(confidence / (1 - confidence));
  // Matching words can't fully make up for a missing aspect.
  const most = sure <= SURE ? sure : SURE + (sure - SURE) / 3;
  return 1 / (1 + Math.exp(doubt - most));
}

/** `How many calories …?`, and the text has no word for them: returns the reduction of the confidence. */
function countsElse(texts: readonly string[], { question: { expected }, terms, language }: Read): number {
  const counted = expected?.counted;
  if (counted === undefined || isCommon(counted)) return 0;
  const at = terms.list.findIndex(({ word, isAmount }) => word === counted && !isAmount);
  if (at < 0) return 0;
  if (terms.list[at]!.frequency === 0) return DOUBT.unknown;
  const isSaid = texts.some((text) => matchTerms(text, terms, language).some(({ term }) => term === at));
  return isSaid ? 0 : DOUBT.value;
}

/** `the registration number of the car`, `the maximum upload size` */
const KIND_OF =
  /(?:\b(?:the|my|our|your|its|their)(?: (?:maximum|minimum|default))?|['’]s) ([\p{L}-]{3,}) (?:number|code|address|name|id|key|password|size|limit|speed|port|grade|mark|score|rating)s?\b/iu;

/** `What is the registration number?`, and the text has another number. */
function lacksKind(texts: readonly string[], { question, terms, language }: Read): boolean {
  if (question.expected?.value === 'contact') return false;
  return isUnsaid(KIND_OF.exec(question.text)?.[1], texts, { terms, language });
}

/** `What colour is the door?`, `Ada's phone number` */
const ATTRIBUTE =
  /^(?:what|which) (\p{L}{4,}) (?:is|are|was|were|does|do|did|has|have)\b|\b(\p{L}{3,})['’]s (?:\p{L}+ )?(?:phone|telephone|e-?mail|address|number|salary|birthday|age|name)\b/iu;

/** `What colour is the door?`, and no document has a word for colour. */
function lacksAttribute(texts: readonly string[], { question, terms, language }: Read): boolean {
  const [, attribute, owner] = ATTRIBUTE.exec(question.text) ?? [];
  const word = attribute ?? owner;
  const isKnown = terms.list.some(
    ({ asked, frequency }) => asked.toLowerCase() === word?.toLowerCase() && frequency > 0,
  );
  // Most texts have an attribute without its name: `Which language is spoken?`
  return (owner !== undefined || !isKnown) && isUnsaid(word, texts, { terms, language });
}

const WHICH_DAYS = /^(?:(?:on|in) )?(?:which|what) ((?:week)?days?|dates?|months?|weeks?) (?!of\b)/i;

/** `Which days am I in the office?`, and the text neither speaks of days nor names one. */
function lacksDays(texts: readonly string[], { question, terms, language }: Read): boolean {
  const word = WHICH_DAYS.exec(question.text)?.[1];
  if (word === undefined || texts.some((text) => hasDate(text) >= A_DAY)) return false;
  return isUnsaid(word, texts, { terms, language });
}

/** `How much water does it use?`, and the text has no word for water. */
function lacksAmount(texts: readonly string[], { question, terms, language }: Read): boolean {
  return isUnsaid(AMOUNT_OF.exec(question.text)?.[1], texts, { terms, language });
}

/** Below these, only the title or a heading has words of the question, and others are missing. */
const ONLY_TITLED = { inside: 0.05, missing: 0.4 } as const;

/** `Can I bring my dog to the bakery?`, and a page about the bakery says nothing of dogs. */
function isOnlyTitled({ features }: Candidate): boolean {
  return features.inside < ONLY_TITLED.inside && features.missing >= ONLY_TITLED.missing;
}

const ASKS_RULE =
  /^(?:can|could|may|must|should|am) (?:i|we|you|one)\b(?!(?: \p{L}+)? (?:rent|hire|buy|borrow|book|order|get)\b)/iu;

/** `Can I pay by card?`, and a row of data has the words without saying whether. */
function isNoRule({ intent, text }: ParsedQuestion, { atom, features }: Candidate): boolean {
  return intent === 'allowed' && atom.kind === 'row' && features.fits === 0 && ASKS_RULE.test(text);
}

/** The text only mentions the single word to be explained, and no heading has it. A code is explained where it is. */
function onlyMentions({ features }: Candidate, { question, terms }: Read): boolean {
  const { intent, expected, text } = question;
  if (intent !== 'definition' || expected !== undefined || !ASKS_MEANING.test(text)) return false;
  const telling = terms.list.filter(({ isBorrowed, weight }) => !isBorrowed && weight >= TELLING);
  if (telling.some(({ asked }) => /\d/.test(asked))) return false;
  return telling.length === 1 && features.fits < MENTIONED.fits && features.headed < MENTIONED.headed;
}

/** The row has the thing that the question names, but nothing about the requested attribute. */
function lacksColumn({ atom, stretch, section, features }: Candidate, read: Read): boolean {
  if (atom.kind !== 'row' || (features.fits >= 1 && read.question.expected !== undefined)) return false;
  const { terms, language, title, question } = read;
  const { text } = stretch;
  const its = within(matchTerms(text, terms, language), atom);
  const named = namedCell(text, atom, its);
  if (named < 0) return false;
  const isFilter = named > 0 && asksForRows(question);
  const range = (one?: { start: number; end: number }): string => (one ? text.slice(one.start, one.end) : '');
  const around = [
    range(atom),
    range(atom.lead),
    stretch.tableHead ?? '',
    range(atom.above),
    ...section.path,
    title,
  ];
  const said = certainties(
    around.flatMap((one) => matchTerms(one, terms, language)),
    terms.list.length,
  );
  return terms.list.some(
    ({ isBorrowed, isName, isAmount, weight, word, asked }, term) =>
      !isBorrowed &&
      !isName &&
      !isAmount &&
      said[term] === 0 &&
      weight >= ASKED_FOR * terms.total &&
      isAttribute(question.text, asked) &&
      !(isFilter && isKindOfRow(question.text, asked)) &&
      !(question.expected && standsFor(question.expected, word, asked)),
  );
}

/** `Which products come from …?` asks for rows, which need not be called products. */
function isKindOfRow(question: string, word: string): boolean {
  const asking = /^\W*(?:which|list|show|what(?=\s\p{L}+s\s))\s(?:(?:all|the|me)\s)*(\p{L}+)/iu.exec(
    question,
  );
  return asking?.[1]!.toLowerCase() === word.toLowerCase();
}

/** `the salary of`, `whose salary`, `Eva's salary`, but not `what did Eva buy`. */
function isAttribute(question: string, word: string): boolean {
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '.');
  return new RegExp(
    `(?:^|(?<!\\p{L})(?:the|what|which|whose|his|her|their)\\s|['’]s\\s)(?:[\\p{L}-]+\\s)?${letters}(?!\\p{L})`,
    'iu',
  ).test(question);
}

/** `What does an Oracle licence cost?`, and the text has no Oracle: returns the reduction of the confidence. */
function lacksName(texts: readonly string[], { terms, language, question }: Read): number {
  // `To Japan` is answered by the rest of the world.
  const names = terms.list.flatMap(({ isName, isPlace, isBorrowed, weight }, at) =>
    isName && !isPlace && !isBorrowed && weight >= TELLING ? [at] : [],
  );
  if (names.length === 0 || question.intent === 'keywords') return 0;
  const said = certainties(
    texts.flatMap((one) => matchTerms(one, terms, language)),
    terms.list.length,
  );
  return names.some((at) => said[at] === 0) ? DOUBT.name : 0;
}

/** `Who founded it?`, and in the text things can be found. How rare a sense is cannot be told from the index. */
function lacksSense(texts: readonly string[], { terms, language }: Read): boolean {
  const asked = terms.list.flatMap(({ word, isBorrowed }, at) =>
    terms.senses.has(word) && !isBorrowed ? [at] : [],
  );
  if (asked.length === 0) return false;
  const said = certainties(
    texts.flatMap((one) => matchTerms(one, terms, language)),
    terms.list.length,
  );
  return asked.some((at) => said[at] === 0);
}

/** The question has a two-word name whose words are apart in the text. */
function tearsName(
  text: string,
  path: readonly string[],
  { terms, language, title, question }: Read,
): boolean {
  const names = namesIn(question.text, terms.list);
  if (names.length === 0) return false;
  const texts = [text, ...path, title].map((one) => matchTerms(one, terms, language));
  return names.some(([first, second]) => !texts.some((matches) => areTogether(matches, first, second)));
}

/** Returns adjacent capitalised words, as positions in the list of terms. */
function namesIn(question: string, list: readonly Term[]): [number, number][] {
  const own = list.filter(({ isBorrowed }) => !isBorrowed);
  // In a question in title case every word looks like a name.
  if (own.filter(({ isName }) => isName).length > own.length / 2 + 1) return [];
  return own.flatMap(({ isName, asked }, i): [number, number][] => {
    const next = own[i + 1];
    const isPair = isName && next?.isName && question.includes(`${asked} ${next.asked}`);
    return isPair ? [[list.indexOf(own[i]!), list.indexOf(next)]] : [];
  });
}

function areTogether(matches: readonly TermMatch[], first: number, second: number): boolean {
  const of = (term: number): TermMatch[] =>
    matches.filter((match) => match.term === term && match.certainty >= SAID);
  const others = of(second);
  return of(first).some((one) =>
    others.some((other) => Math.max(one.start, other.start) - Math.min(one.end, other.end) <= APART),
  );
}
