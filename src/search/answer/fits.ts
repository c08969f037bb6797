// Tells whether a text has what a kind of question asks for: a number, a date, a name, a place, a reason.
import type { Intent } from './question.ts';
import {
  ACTION_WORDS,
  CONTRAST_WORDS,
  NUMBER_WORDS,
  PERMISSION_WORDS,
  PLACE_WORDS,
  REASON_WORDS,
  TIME_WORDS,
} from './question-words.ts';

const NUMBER = /\d/;
const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|once|twice|half|none|unlimited|zero|no limit)\b/i;
const TIME =
  /\b(?:1[5-9]|20)\d\d\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|o'clock)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday|midnight|noon|spring|summer|autumn|winter)\b|\b(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|daily|weekly|monthly|quarterly|yearly|annually|immediately|before|after|until|by the|as soon as|whenever|when|while|upon|during|on the (?:first|last))\b/i;
const NAME =
  /(?:^|[\s(*_"“|])(?!(?:The|This|These|That|It|If|When|You|Your|All|Any|For|In|On|At|To|An|As|By)\b)\p{Lu}[\p{L}.'’-]+ (?:van |von |de |der |la )?\p{Lu}[\p{L}'’-]+|[\w.]@[\w.]|\b(?:manager|managers|team|department|director|officer|author|authors|owner|board|committee|employer|employee|tenant|landlord|supplier|customer|administrator|user|users|HR|anyone|nobody|maintainer|maintainers|lead|head of|company|firm|council|university|institute|agency|foundation|government|bank|court|police|buyer|seller|driver|parents?|members?|chair|teachers?|volunteers?|visitors?|guests?|residents?|everyone|everybody)\b/u;
/** `call Dagny`, `Dagny, the technician` */
const FIRST_NAME =
  /\b(?:call|contact|ask|phone|tell|see|inform|by|with|from|to) (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{Ll}{2,}(?![\p{L}-])|(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}, (?:the|our|an?) \p{Ll}/u;
/** `Call the RAC on 0330 555 …` */
const CALLED = /\b(?:call|phone|ring|contact|dial|reach)\b[^.;]{0,60}\d{3}/i;
const PLACE =
  /https?:\/\/|(?:^|[\s`"(])[~.]?\/?[\w.-]+\/[\w./-]*|\b[\w-]+\.(?:json|ya?ml|toml|ini|conf|cfg|md|txt|js|ts|py|c|h|log|db|env|html?|csv|xlsx?|pdf|docx?)\b|\b(?:in|at|under|inside|within|on|from|into) (?:the |your |a |an |our |its )?[\p{L}\d`'"*_-]+/iu;
const REASON =
  /\b(?:because|since|so that|in order to|reasons?|due to|therefore|thus|hence|avoids?|otherwise|prevents?|ensures?|means? that|as a result|why|allows?|makes? it|helps?|to (?:avoid|prevent|protect|ensure|keep|make|reduce|allow))\b/i;
const PERMISSION =
  /\b(?:can(?:not|'t)?|could|may|might|must|shall|should|allow(?:s|ed)?|permit(?:s|ted)?|prohibit(?:s|ed)?|forbidden|requir(?:es?|ed)|not|only|no|never|yes|optional(?:ly)?|free to|supports?|supported|possible|entitled|need(?:s|ed)?|always|default|will|does(?:n't)?|don't|enabled?|disabled?|mandatory|compulsory|obligatory|banned|excluded|included|tolerated|welcome|covered)\b/i;
const ACTION =
  /(?:^|[.:;,)] |\n|[-*] |\d[.)] )(?:(?:you )?(?:can|should|must|need to|have to) )?(?:first |then |next |now |simply |just |to [^,.]{3,80}, )?(?:\*\*)?(?:use|using|run|call|set|click|choose|select|open|add|create|install|type|press|enter|go|write|send|submit|fill|pass|specify|define|import|configure|download|copy|log|sign|contact|ask|start|enable|turn|put|place|make|take|edit|remove|delete|invoke|register|apply|report|book|request|give|provide|ensure|check|read|follow|wrap|export|register|drag|drop|paste|save)\b|`[^`]+`/i;
const CONTRAST =
  /\b(?:while|whereas|unlike|instead|rather than|but|however|in contrast|on the other hand|differs?|differences?|compared|than|both|only|versus|similar|same|equivalent|contrary)\b/i;

/**
 * Returns 1 if it has what is asked for, 0 if not, less than 1 if nearly; undefined if the question asks for nothing
 * detectable.
 */
export function fits(intent: Intent, text: string): number | undefined {
  if (intent === 'number')
    return NUMBER.test(text) ? 1 : NUMBER_WORD.test(text) || NUMBER_WORDS.test(text) ? 0.7 : 0;
  const patterns = WANTED[intent];
  return patterns === undefined ? undefined : patterns.some((pattern) => pattern.test(text)) ? 1 : 0;
}

const WANTED: Partial<Record<Intent, readonly RegExp[]>> = {
  when: [TIME, TIME_WORDS],
  who: [NAME, FIRST_NAME, CALLED],
  where: [PLACE, PLACE_WORDS],
  why: [REASON, REASON_WORDS],
  allowed: [PERMISSION, PERMISSION_WORDS],
  how: [ACTION, ACTION_WORDS],
  compare: [CONTRAST, CONTRAST_WORDS],
};

/** The beginning of a definition, after the name. */
const IS =
  /^[^.]{0,24}?(?:\s(?:is|are|was|were|means?|refers? to|denotes?|stands? for|describes?|provides?|represents?|shall mean|consists? of|enables?|allows?|lets)\b|\s?(?:[:–—]|\s--?)\s)/;

/** The beginning of a description of what something does: `The VACUUM command rebuilds`. */
const DOES = /^\W{0,3}(?:\s\w+)?\s[a-z]{3,}s\s/;
const NAME_ENDS = 40;

/** Before the name: an article, or a phrase ending with a comma. */
const BEFORE_NAME = /^[\W_]*(?:[^.]{0,60},\s+)?(?:(?:the|an?)\s+)?[\W_]*$/i;

/** `Massif's information is` defines something of Massif's. */
const POSSESSIVE = /^[`*_"”\])]*['’]s\b/;
/** `ECONNRESET (Connection reset by peer): A connection was closed` */
const IN_BRACKETS = /^([`*_"”\]]*)\s?\([^()]{0,80}\)/;
/** A value of a setting: `"workspace"`. */
const IN_QUOTES = /^"[^"]*"$/;
/** The name itself, then what it is. */
const PLAINLY =
  /^[`*_"”\]]*(?:\s(?:is|are|was|were) (?:an?|the|one)\b|\s(?:means?|refers? to|denotes?|stands? for)\b|\s?(?:[:–—]|\s--?)\s)/;

/**
 * Returns 1 for a sentence that says what the name is, less for one that says what it does, 0 for any other.
 * @param name its range in the sentence, from its first word to the end of its last
 */
export function defines(sentence: string, name: { start: number; end: number }): number {
  const from = name.end;
  const rest = sentence.slice(from).replace(IN_BRACKETS, '$1');
  if (!BEFORE_NAME.test(sentence.slice(0, name.start)) || POSSESSIVE.test(rest)) return 0;
  if (from <= 120 && PLAINLY.test(rest) && !IN_QUOTES.test(sentence.slice(name.start - 1, from + 1)))
    return 1;
  return (from <= 120 && IS.test(rest)) || (from <= NAME_ENDS && DOES.test(rest)) ? DESCRIBES : 0;
}

const DESCRIBES = 0.9;

/** `To use the lockfile without checking it, use `, then the name. */
const PURPOSE =
  /(?:^|\b(?:in order )?)to [a-z][^.;:]{4,120}, (?:(?:you can|simply|just) )?(?:use|run|pass|set|add|specify|call)\b[^.;]{0,30}$/i;

/**
 * Tells whether a sentence states the purpose of the name.
 * @param start where the name begins
 */
export function statesPurpose(sentence: string, start: number): boolean {
  return PURPOSE.test(sentence.slice(0, start));
}

/** `A script is a file`: says what a thing is, and nothing of its use. */
const IS_A = /^[^.,;:]{2,60}?\s(?:is|are) (?:an?|the|composed|made)\b/i;
const TELLS_HOW =
  /\b(?:use|using|run|running|call|set|setting|click|choose|select|open|add|adding|create|creating|install|pass|passing|specify|configure|enable|by \p{L}+ing)\b/iu;

/** Tells whether a sentence defines something without telling how anything is done. */
export function onlyDefines(sentence: string): boolean {
  return IS_A.test(sentence) && !TELLS_HOW.test(sentence);
}
