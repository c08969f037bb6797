// Finds the rows of a table that lack something: `Which package has no excess?`, `Which orders are not shipped?` Also
// those that have it, if a column says so with `yes` and `no`.
import { cellRanges, cellsOf } from '../../core/table-cells.ts';
import {
  asCandidate,
  type AskedTable,
  type AskedWords,
  bestRows,
  type ChosenRows,
  completeTables,
  rowsOfTopic,
  SAID,
} from './chosen-rows.ts';
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import type { Range } from './structure.ts';
import { certainties, matchTerms } from './terms.ts';

const NEGATED =
  /(?<!\p{L})(?:no|without|not|cannot|lacks?|lacking|isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t|hasn['’]t|haven['’]t|wasn['’]t|weren['’]t|kein\p{L}*|ohne|nicht|sans|pas|aucune?|sin|ning[uú]n\p{L}*)(?!\p{L})/iu;
/** `Gluten-free bread`: the thing is named before. */
const FREE = /(?<!\p{L})(\p{L}{3,})(?:-| )free(?!\p{L}| of)/iu;
const FREE_OF = /(?<!\p{L})(?:free (?:of|from)|frei von)(?!\p{L})/iu;
const HAVING =
  /(?<!\p{L})(?:has|have|with|includes?|including|contains?|covers?|offers?|gets?|needs?|requires?|hat|haben|mit|enthält|enthalten|bietet)(?!\p{L})/iu;
const ASKS =
  /^[¿\s]*(?:(?:please )?(?:show|list|find|give|name)\b|which|what|who|how many|are there|is there|welche[rsnm]?(?!\p{L})|wer(?!\p{L})|wie viele|quel(?:le)?s?(?!\p{L})|qu[eé](?!\p{L})|cu[aá]l(?:es)?(?!\p{L}))/iu;
/** `Packages without excess` */
const BARE = /^\S+(?: \S+)? (?:without|with no|lacking|ohne|sans|sin) /iu;
const COUNTS = /\bhow many\b|\bwie viele\b/iu;
/** Words that only say that something is had. */
const VERBS =
  /^(?:has|have|having|had|with|without|includes?|included?|including|contains?|contained|covers?|covered|offers?|offered|gets?|got|needs?|needed|requires?|required|comes?|costs?|charges?|any|hat|haben|mit|ohne|enthält|enthalten|bietet|lacks?|lacking|cover|free)$/iu;

/** A cell that says that there is none. An empty one says so too. */
const NONE =
  /^(?:[\s–—−*_.~-]*|\W*[✗✘❌]\W*|(?:no|none|nil|never|n\.?\/?a\.?|not (?:\p{L}+ ?){1,2}|[€$£]? ?0(?:[.,]0+)? ?(?:[€$£%]|\p{L}{1,3})?|without|excluded|nein|kein\p{L}*|ohne|entfällt|nicht \p{L}+|non|aucune?|sans|sin|ning[uú]n\p{L}*)\.?)$/iu;
/** Characters of a cell that says no more than that. Longer ones would take the expressions quadratic time. */
const LONGEST_CELL = 80;

/** Tells whether a cell says that there is none. */
export function saysNone(cell: string): boolean {
  return cell.length <= LONGEST_CELL && NONE.test(cell);
}

/** A cell that says so of something else: unknown, not yet decided. */
const UNKNOWN = /^(?:\?+|tbd|tba|unknown|unbekannt|offen|inconnu|desconocido)$/iu;

/** Further rows are counted instead of shown. */
const SHOWN = 20;
const TELLING = 0.3;

interface Lack {
  isNegated: boolean;
  /** The words that say so, in lower case. */
  said: ReadonlySet<string>;
  /** Positions of the words for what is lacking. */
  terms: readonly number[];
  isCount: boolean;
}

/** @param ranked all candidates, best first */
export function rowsWithout(
  ranked: readonly Candidate[],
  { text }: ParsedQuestion,
  words: AskedWords,
): ChosenRows | undefined {
  const lack = lackIn(text, words);
  return lack && bestRows(completeTables(ranked), (table, isStrict) => inTable(table, lack, words, isStrict));
}

function lackIn(question: string, { terms }: AskedWords): Lack | undefined {
  const free = FREE.exec(question);
  if (!ASKS.test(question) && !BARE.test(question) && !free) return undefined;
  const negated = FREE_OF.exec(question) ?? NEGATED.exec(question);
  // Twice negated: `not gluten-free`.
  if (free && negated) return undefined;
  const found = free ?? negated ?? HAVING.exec(question);
  if (!found) return undefined;
  const thing = new Set(
    (found[1] ?? question.slice(found.index + found[0].length)).toLowerCase().match(/[\p{L}\p{N}]+/gu),
  );
  const its = terms.list.flatMap(({ asked, weight, isBorrowed }, term) =>
    !isBorrowed && !VERBS.test(asked) && weight > 0 && isIn(asked, thing) ? [term] : [],
  );
  if (its.length === 0) return undefined;
  const saying = found[0].toLowerCase();
  const said = new Set([saying, ...(saying.match(/\p{L}+/gu) ?? [])]);
  return { isNegated: (free ?? negated) !== null, said, terms: its, isCount: COUNTS.test(question) };
}

function isIn(asked: string, words: ReadonlySet<string>): boolean {
  const parts = asked.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.length > 0 && parts.every((part) => words.has(part));
}

function inTable(
  asked: AskedTable,
  lack: Lack,
  words: AskedWords,
  isStrict: boolean,
): ChosenRows | undefined {
  const { terms, language } = words;
  const { text } = asked.candidate.stretch;
  const saysIn = (cell: string): number[] =>
    certainties(matchTerms(cell, terms, language), terms.list.length);
  const heads = cellsOf(asked.head.split('\n')[0] ?? '').map(saysIn);
  const telling = lack.terms.filter((term) => terms.list[term]!.weight >= TELLING);
  const needed = telling.length > 0 ? telling : lack.terms;
  const hasAll = (said: readonly number[], beside: readonly number[] = []): boolean =>
    needed.every((term) => Math.max(said[term] ?? 0, beside[term] ?? 0) >= SAID);
  /** `Paid by Omar`: a part of the words may be in the head. */
  const has = ({ text: cell }: Cell, at: number): boolean => {
    const said = saysIn(cell);
    return needed.some((term) => (said[term] ?? 0) >= SAID) && hasAll(said, heads[at]);
  };
  const stated = new Set([
    ...lack.said,
    ...needed.map((term) => terms.list[term]!.asked.toLowerCase()),
    ...terms.list.flatMap(({ asked: word }) => (VERBS.test(word) ? [word.toLowerCase()] : [])),
  ]);
  const about = rowsOfTopic(asked, stated, words, isStrict);
  if (!about) return undefined;
  const cells = about.rows.map((row) => {
    const line = text.slice(row.start, row.end);
    return cellRanges(line).map(({ start, end }) => ({
      start: row.start + start,
      end: row.start + end,
      text: line.slice(start, end),
    }));
  });
  // Rows that have a value are found by their words.
  const column = heads.findIndex((head, at) => at > 0 && hasAll(head));
  const at = column > 0 ? column : lack.isNegated ? valueColumn(cells, has) : -1;
  if (at < 1) return undefined;
  const lacks = cells.map(({ [at]: cell }) =>
    column > 0 ? saysNone(cell?.text ?? '') : !cell || !has(cell, at),
  );
  if (lacks.every((one) => one) || !lacks.some((one) => one)) return undefined;
  const isUnknown = (row: number): boolean => UNKNOWN.test(cells[row]?.[at]?.text ?? '');
  const chosen = about.rows.flatMap((row, i) =>
    lacks[i] === lack.isNegated && !isUnknown(i) ? [{ row, cell: cells[i]![at] }] : [],
  );
  const [first] = chosen;
  if (!first) return undefined;
  const isCounted = lack.isCount || chosen.length > SHOWN;
  return {
    candidate: asCandidate(asked, first.row),
    rows: chosen.map(({ row }) => row),
    cells: chosen.flatMap(({ row, cell }) => markOf(row, cell, cells[about.rows.indexOf(row)]![0])),
    topic: about.topic + 1,
    ...(isCounted && { count: { rows: chosen.length, of: asked.all.length } }),
  };
}

type Cell = Range & { text: string };

/** Returns the column in which most cells have the value. */
function valueColumn(cells: readonly (readonly Cell[])[], has: (cell: Cell, at: number) => boolean): number {
  const counts: number[] = [];
  for (const row of cells)
    row.forEach((cell, at) => {
      if (has(cell, at)) counts[at] = (counts[at] ?? 0) + 1;
    });
  const most = Math.max(0, ...counts.filter((count) => count > 0));
  return most === 0 ? -1 : counts.indexOf(most);
}

/** The name of the row, and what says that it lacks the thing, unless that is empty. */
function markOf(row: Range, cell: Cell | undefined, name: Cell | undefined): Range[] {
  const its = [name, cell].filter((one) => one !== undefined && one.end > one.start);
  return its.length === 0 ? [row] : its.map((one) => ({ start: one!.start, end: one!.end }));
}
