// Reasons to doubt an answer to a question for a person: no text has a name, a word for the role, or who did it.
import { cellRanges } from '../../core/table-cells.ts';
import { fits } from './fits.ts';
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import type { Read } from './read.ts';
import { matchTerms } from './terms.ts';
import { isUnsaid } from './unsaid.ts';

/** `Who is the treasurer?` asks for a name or a role, unlike `Who may open it?` */
const ASKS_PERSON =
  /^(?:(?:so|and) )?(?:who(?:['’]s| is| was| are| were)|wer (?:ist|war)|qui est|quién es)(?!\p{L})/iu;
/** `Who teaches it?` */
const ASKS_DOER = /^who (?!has\b|does\b|needs\b)\p{L}{3,}(?:s|ed)\b/iu;
/** A capitalised word inside a sentence, other than months and days. */
const HAS_PERSON =
  /(?<=[\p{L},;:|(–—-] )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)\p{Lu}\p{Ll}{2,}|@/u;

/** `the treasurer`, but not `the person` */
const ROLE =
  /^(?:who(?:['’]s| is| was)) (?:the|our|my|your|their) (?!(?:best|right|main|contact|person|one|owner)\b)([\p{L}-]+)(?: ([\p{L}-]+))?(?=\s(?:of|at|in|for|here)\b|\W*$)/iu;

/** `Who is the treasurer?`, and the text has names, and no word for the role. */
export function lacksRole(texts: readonly string[], { question, terms, language }: Read): boolean {
  const words = ROLE.exec(question.text)?.slice(1);
  return isUnsaid(words?.[1] ?? words?.[0], texts, { terms, language });
}

/** The section has no name at all. */
export function lacksPerson({ intent, text: asked }: ParsedQuestion, text: string): boolean {
  return (
    intent === 'who' &&
    (ASKS_PERSON.test(asked) || ASKS_DOER.test(asked)) &&
    fits('who', text) === 0 &&
    !HAS_PERSON.test(text)
  );
}

/** `Who founded it?`, `Who wrote it?` */
const DID =
  /^who (?!need|was\b|were\b|had\b|did\b)(\p{L}{2,}ed|wrote|built|made|began|drew|won|led|taught|designed)(?!\p{L})/iu;
/** Certainty of a word for what was done. */
const DONE = 0.5;
/** Characters around that word in which the doer stands. */
const AROUND = 80;
const APART = /[.;!?|\n]\s*/u;
/** `Ada Lind founded`, but not `Follows the established procedures`. */
const NAME_BEFORE =
  /^\W*(?!(?:The|This|It|They|We|Our|These|All)\b)\p{Lu}[\p{L}.'’-]*(?:[ ,]+(?:\p{Lu}[\p{L}.'’-]*|and|de|von|van|also|first|later|has|had|originally|who|with|her|his|brother|sister|wife|husband|friends?)){0,6}\W*$/u;
const BY = /^\P{L}*(?:\p{L}+ ){0,4}by \p{L}/u;
/** A table of data names the doer in a cell; longer cells are prose. */
const LONGEST_FACT = 60;
const CELL_NAME = /^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]*){0,3}$/u;

/** `Who founded the company?`, and what is established there are standards, by nobody. */
export function lacksDoer(
  { atom, stretch }: Candidate,
  text: string,
  { question, terms, language }: Read,
): boolean {
  const verb = DID.exec(question.text)?.[1]!.toLowerCase();
  if (verb === undefined) return false;
  if (atom.kind === 'row') {
    const row = stretch.text.slice(atom.start, atom.end);
    const cells = cellRanges(row).map(({ start, end }) => row.slice(start, end).trim());
    if (cells.every(({ length }) => length <= LONGEST_FACT) && cells.some((cell) => CELL_NAME.test(cell)))
      return false;
  }
  const places = matchTerms(text, terms, language).filter(
    ({ term, certainty }) => terms.list[term]!.asked.toLowerCase() === verb && certainty >= DONE,
  );
  return !places.some(({ start, end }) => {
    const before = text
      .slice(Math.max(0, start - AROUND), start)
      .split(APART)
      .at(-1)!;
    const after = text.slice(end, end + AROUND).split(APART)[0]!;
    return (
      NAME_BEFORE.test(before) ||
      BY.test(after) ||
      HAS_PERSON.test(` ${before.replace(/^\W*\p{Lu}/u, '')} ${after}`)
    );
  });
}
