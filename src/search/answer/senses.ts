// English phrases that stand for one word, and words with another meaning in another form or context: `time off` and
// `leave` both mean a holiday, `leaving` and `leave by the door` do not.
import { ENGLISH } from '../language.ts';
import { joinedVerbs } from './separable-verbs.ts';

/** A phrase in a text, and the word that it means. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/(?:time|days?|weeks?|hours?) off/, 'leave'],
  [/back(?:ed|ing|s)? up/, 'backup'],
  [/(?:takes?|took|taking|taken) part/, 'participate'],
  [/(?:log(?:ged|ging|s)?|sign(?:ed|ing|s)?)[ -](?:in|on)/, 'login'],
  [/sign(?:ed|ing|s)?[ -]up/, 'register'],
  [
    /(?:pays?|paying|charge[ds]?|costs?) (?:only )?half|half[ -]price|half the (?:price|fee|rate)|money off/,
    'discount',
  ],
  [/throw(?:n|s|ing)? (?:away|out)|gets? rid of/, 'dispose'],
  // Its stem is that of `date`.
  [/dating/, 'relationship'],
];
const PHRASE = new RegExp(
  `\\b(?:${PHRASES.map(([{ source }]) => `(${source})`).join('|')})(?!\\p{L})`,
  'giu',
);

/** Abbreviations and phrases of a question, in the words of documents. */
const SAID_AS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:time|days?|weeks?|hours?) off\b/gi, '$& leave'],
  [/\bpto\b/gi, 'paid leave'],
  [/\bwfh\b/gi, 'working from home'],
  [
    /\b(?:get|getting|got|gets|give|given|gives|bring|send|sent|take)((?: [\p{L}']+){0,4}) back\b/giu,
    'return$1',
  ],
  [/\b(?:US|U\.S\.(?:A\.)?|United States(?: of America)?)(?![\p{L}])/gu, 'USA'],
  [
    /\bhow long (?:is|does|will|do) (?:the|this|my|our) (?:contract|agreement|lease|policy|membership|subscription|tenancy|loan)\b/gi,
    '$& term',
  ],
  [/\bback(?:ed|ing)? up\b/gi, 'backup'],
  [/\brent(?:ing)? (?:(?:a|my|the) \p{L}+ )?out\b/giu, '$& sublet'],
  [/\b(?:takes?|took|taking|taken) part\b/gi, 'participate'],
  [
    /\b(?:(?:could|can|did|was|were|is|are)(?:n['’]t| ?not)|unable to) (?:come|attend|make it|be there|there|present|take part)\b/gi,
    'absent',
  ],
  [/\bshow(?:ed|ing|s)? up\b/gi, 'turn up'],
  [/\b(?:get|getting|got) rid of\b|\bthrow(?:n|s|ing)? (?:away|out)\b/gi, 'dispose'],
  [/\bsign(?:ed|ing)? up\b/gi, 'register'],
  [/\bin charge of\b/gi, 'responsible for'],
  [/\bhand(?:ed|ing)? in\b/gi, 'submit'],
  [/\bcall(?:ed|ing)? off\b/gi, 'cancel'],
  [/\bput off\b/gi, 'postpone'],
  [
    /\bdat(?:e|ing)(?= (?:(?:an?|my|another|our) )?(?:co-?workers?|colleagues?|boss|managers?|employees?|someone)\b)/gi,
    'romantic relationship with',
  ],
  [/\bdating\b/gi, 'romantic relationship'],
  [/\blaid off\b|\b(?:let|lets) (?:me |us |you )?go\b|\bmade redundant\b/gi, 'dismissed'],
];

interface Phrase {
  start: number;
  end: number;
  /** The stem of the word that it means. */
  term: string;
}

export function phrasesIn(text: string): Phrase[] {
  return [...text.matchAll(PHRASE)].map((found) => {
    const word = PHRASES[found.slice(1).findIndex((group) => group !== undefined)]![1];
    return {
      start: found.index,
      end: found.index + found[0].length,
      term: ENGLISH.stem(word, word),
    };
  });
}

export function inWordsOfDocuments(question: string): string {
  return SAID_AS.reduce((text, [pattern, words]) => text.replace(pattern, words), joinedVerbs(question));
}

const NEVER = /(?!)/;

/** Contexts in which a text does not use a word like its synonyms, and those in which a question does. */
interface Sense {
  form: RegExp;
  before: RegExp;
  after: RegExp;
  asked: RegExp;
  /** Forms of the word in a question that always have that sense. */
  askedForm?: RegExp;
}

/** By stem. A map, because a question can be about a `constructor`, which every object has. */
const OTHER_SENSE: ReadonlyMap<string, Sense> = new Map<string, Sense>([
  // `found` is also a form of `find`.
  [
    ENGLISH.stem('founded', 'founded'),
    {
      form: /^found(?:s|ed|ing|ers?)$/i,
      before: NEVER,
      after: NEVER,
      asked: NEVER,
      askedForm: /^found(?:ed|ing|ers?)$/,
    },
  ],
  // A synonym of `CEO` only as part of a title: not in `the chief reasons`.
  [
    ENGLISH.stem('chief', 'chief'),
    { form: /^chiefs?$/i, before: NEVER, after: /^(?!\s(?:exec|officer|of\b)|[.,;:)]|$)/i, asked: NEVER },
  ],
  // A `fitness` studio, but not what `fits`.
  [
    ENGLISH.stem('fitness', 'fitness'),
    { form: /^fitness$/i, before: NEVER, after: NEVER, asked: NEVER, askedForm: /^fitness$/ },
  ],
  // `severance` and `several` have one stem.
  [
    ENGLISH.stem('severance', 'severance'),
    { form: /^sever(?!al)/i, before: NEVER, after: NEVER, asked: NEVER, askedForm: /^sever(?!al)/ },
  ],
  [
    ENGLISH.stem('states', 'states'),
    {
      form: /^States$/i,
      before: /(?<!United)\s$/i,
      after: NEVER,
      asked: NEVER,
    },
  ],
  [
    ENGLISH.stem('leave', 'leave'),
    {
      form: /^leave$/i,
      before: /\b(?:you|they|we|I|who|to|people|staff|must|may|can|if|will|parcels|please|and|then)\s$/i,
      after: /^\s(?:by|the|an?|your|it|for|within|at|this|them|us|early|every|without)\b/i,
      asked:
        /\b(?:annual|paid|unpaid|sick|parental|maternity|paternity|family|medical|much|many|of|take|taking|request|unused|on|my|the|for|days?|weeks?|hours?|off|any|more|extra|book)\s$/i,
    },
  ],
]);

/** Returns the stems of words that the question uses in that sense; they match only in it. */
export function sensesIn(question: string): ReadonlySet<string> {
  const senses = new Set<string>();
  for (const found of question.matchAll(/\p{L}+/gu)) {
    const word = found[0].toLowerCase();
    const stem = ENGLISH.stem(word, word);
    const sense = OTHER_SENSE.get(stem);
    if (sense?.askedForm?.test(word) || sense?.asked.test(question.slice(0, found.index))) senses.add(stem);
  }
  return senses;
}

/** Tells whether the word is not a synonym there. */
export function hasOtherSense(
  stem: string,
  text: string,
  { start, end }: { start: number; end: number },
): boolean {
  const sense = OTHER_SENSE.get(stem);
  return (
    sense !== undefined &&
    (!sense.form.test(text.slice(start, end)) ||
      sense.before.test(text.slice(Math.max(0, start - 12), start)) ||
      sense.after.test(text.slice(end, end + 10)))
  );
}
