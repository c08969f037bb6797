// Records: change logs, release notes and lists of authors name everything in a product without explaining it. They
// answer questions about changes, releases and people. References list the parts of a thing, and rarely its usage.

import type { Intent, ParsedQuestion } from './question.ts';

const RECORD =
  /^(?:\d+(?:\.\d+)*\.?\s+)?\W*(?:(?:the |full |project )?(?:change[ -]?logs?|changes|change history|release notes?|release history|version history|revision history|what['’]s new|news|authors?|contributors?|credits|acknowledge?ments?|änderungsprotokoll|versionshinweise|journal des modifications|registro de cambios)(?=$|\W+(?:in|of|for|and|to)\b|\W*[\d(—–:|-])|(?:changed|removed|deprecated|added|renamed|fixed|breaking changes?)(?=:|\W*$)|(?:changes (?:in|since|to|from)|(?:new|added|removed|deprecated|changed|breaking changes?) (?:in|since)|release|version) v?\d)/iu;
const VERSION =
  /^\W*(?:[\p{L}.-]+ )?v?\d+\.\d+(?:\.\d+|(?:a|b|rc)\d+)*\w*(?:\W+\(?\d{4}-\d\d-\d\d\)?)?\W*$/iu;
const ASKS =
  /\b(?:change ?logs?|release(?:s|d)?(?: notes?)?|changed|what(?:['’]s| is| was| are)? new|new in|changes|since (?:which|what|when|version)|(?:which|what) (?:version|release)s?\b|versions? \d|\d+\.\d+|when (?:was|were|did)|added|introduced|removed|deprecated|fixed|history|authors?|wrote|written|contribut\w+|maintain\w*|who)\b/i;

/** Guides for those who come from another version name what has changed, like records. */
const MOVES =
  /^\W*(?:migrat(?:e|ing|ion)|upgrad(?:e|ing))\b|\b(?:migration|upgrade|upgrading)(?: guide| notes)?\W*$/i;
const ASKS_MOVE = /\b(?:migrat\w*|upgrad\w*|updat\w*|mov(?:e|ing)|switch\w*|convert\w*|from|v\d)/i;
const GUIDE = 0.6;

/**
 * Returns 1 for a part in such a record when the question does not ask for one, less in a guide for moving to another
 * version, otherwise 0.
 * @param path the headings above it
 */
export function inRecord(question: string, title: string, path: readonly string[]): number {
  const isRecord =
    [title, ...path].some((heading) => RECORD.test(heading)) || path.some((heading) => VERSION.test(heading));
  if (ASKS.test(question)) return 0;
  return isRecord ? 1 : MOVES.test(title) && !ASKS_MOVE.test(question) ? GUIDE : 0;
}

/** Chapters of a scientific paper. */
const STUDY =
  /^[\d.\s]*(?:abstract|(?:materials and )?methods|results(?: and discussion)?|discussion|conclusions?|limitations|participants|outcomes|statistical (?:analysis|methods))$/i;
const ASKS_STUDY =
  /\b(?:stud(?:y|ies)|papers?|trials?|research(?:ers)?|experiments?|results?|outcomes?|find(?:ings?)?|found|show(?:s|n|ed)?|effects?|data|participants?|took part|take part|method(?:s|ology)?|conclu\w+|significant\w*|sample|hypothes\w+|evidence|mean|average|authors?|errors?|rates?|groups?|differ\w*|compare\w*|fewer|more|less|higher|lower)\b/i;
/** Such questions ask for a rule or a fact of everyday life. */
const ASKS_RULE: ReadonlySet<Intent> = new Set<Intent>(['when', 'number', 'allowed', 'where', 'keywords']);

/** `What is the lunch break?` asks for what applies here. */
const DEFINITE = /^what(?:['’]s| is| are) (?:the|my|our)\b/i;

/** How many such chapters make a study. */
const CHAPTERS = 2;

/**
 * Tells whether a document is a scientific paper.
 * @param headings any of its headings
 */
export function isStudy(headings: readonly string[]): boolean {
  return new Set(headings.filter((heading) => STUDY.test(heading))).size >= CHAPTERS;
}

/** Tells whether the question asks for a rule or a time, and mentions no study. */
export function asksForRule({ text, intent }: ParsedQuestion): boolean {
  const isRule = ASKS_RULE.has(intent) || (intent === 'definition' && DEFINITE.test(text));
  return isRule && !ASKS_STUDY.test(text);
}

const REFERENCE =
  /^\W*(?:[\d.]+\s+)?(?:(?:the )?api|(?:api|command|language|library)?[ -]?reference|developer interface|internals?|implementation|[\p{L} ]*protocol)(?=$|\W)|^(?:class |def |async )?[\w.]+\((?:[^()]|\([^()]*\))*\)/iu;
const ASKS_REFERENCE =
  /\b(?:api|reference|internals?|protocol|class|method|function|parameters?|signature|implement\w*)\b/i;

/**
 * Returns 1 for a part of a reference when the question asks about usage, otherwise 0.
 * @param path the headings above it
 */
export function inReference(question: string, title: string, path: readonly string[]): number {
  return Number(
    [title, ...path].some((heading) => REFERENCE.test(heading)) && !ASKS_REFERENCE.test(question),
  );
}
