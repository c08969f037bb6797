// Tables as a source of answers: those of the best candidates, the rows that a question is about, and the rows chosen.
import type { AnswerCount } from '../../core/answer.ts';
import { wholeTable } from './count-rows.ts';
import type { Words } from './marks.ts';
import type { Candidate } from './rate.ts';
import type { Piece, Range } from './structure.ts';
import { headOf, sameHead } from './table-head.ts';
import { certainties, matchTerms } from './terms.ts';

/** The rows of a table that answer, whatever words they contain. */
export interface ChosenRows {
  /** The best of them as the part that answers. */
  candidate: Candidate;
  rows: Range[];
  /** The cells that answer. */
  cells: Range[];
  /** How certainly the table is about what is asked for; only compares tables. */
  topic: number;
  /** Their number, if the question asks for it or not all are shown. */
  count?: AnswerCount;
}

export type Table = Piece & { kind: 'table' };

/** A complete table. */
export interface AskedTable {
  table: Table;
  candidate: Candidate;
  head: string;
  /** All of its rows, in order. */
  all: readonly Range[];
}

export interface AskedWords extends Words {
  titleOf(candidate: Candidate): string;
}

/** Only a few tables in sections of the best candidates are considered. */
const LOOKED_AT = { candidates: 120, tables: 8 } as const;
/** Minimum weight of a word of the question that the table must be about. */
const TELLING = 0.3;
export const SAID = 0.5;
/** `Which product …?` asks for any row. */
const ANY_THING =
  /^(?:product|item|article|thing|option|one|entry|offer|model|row|record|position|choice|artikel|produkt|article|producto|produit)$/i;

/** @param ranked all candidates, best first */
export function completeTables(ranked: readonly Candidate[]): AskedTable[] {
  const tables = new Map<Table, Candidate>();
  for (const candidate of ranked.slice(0, LOOKED_AT.candidates))
    for (const piece of candidate.section.pieces)
      if (piece.kind === 'table' && !tables.has(piece) && tables.size < LOOKED_AT.tables)
        tables.set(piece, candidate);
  return [...tables].flatMap(([table, candidate]): AskedTable[] => {
    const { stretch } = candidate;
    const head = headOf(stretch, table);
    const all = wholeTable(stretch, (piece) => piece === table || sameHead(stretch, piece, head));
    return all && all.length >= 2 ? [{ table, candidate, head, all }] : [];
  });
}

/**
 * Returns the rows of the table that is most certainly about the question. A table of articles is preferred for `the
 * most expensive article`; without one any table will do.
 */
export function bestRows(
  tables: readonly AskedTable[],
  rowsIn: (table: AskedTable, isStrict: boolean) => ChosenRows | undefined,
): ChosenRows | undefined {
  for (const isStrict of [true, false]) {
    const found = tables.flatMap((table) => rowsIn(table, isStrict) ?? []);
    // A table with that very name rather than one with a similar word.
    const most = Math.max(...found.map(({ topic }) => topic));
    const best = found.find(({ topic }) => topic === most);
    if (best) return best;
  }
  return undefined;
}

/** Makes a row the part that answers. */
export function asCandidate({ candidate, table }: AskedTable, row: Range): Candidate {
  const piece = candidate.section.pieces.find(({ start, end }) => start <= row.start && end >= row.end);
  const atom = {
    kind: 'row',
    start: row.start,
    end: row.end,
    piece: piece ?? table,
    lead: table.head,
  } as const;
  return { ...candidate, isNamed: true, atom };
}

/**
 * Returns the rows that the question is about, and how certainly; undefined if the table is about something else.
 * @param stated words of the question that the table need not have, in lower case
 * @param isStrict words for any thing must be said, too
 */
export function rowsOfTopic(
  { candidate, table, head, all }: AskedTable,
  stated: ReadonlySet<string>,
  { terms, language, titleOf }: AskedWords,
  isStrict: boolean,
): { rows: readonly Range[]; topic: number } | undefined {
  const { section, stretch } = candidate;
  const { text } = stretch;
  const count = terms.list.length;
  const saidIn = (...texts: string[]): number[] =>
    certainties(
      texts.flatMap((one) => matchTerms(one, terms, language)),
      count,
    );
  const above = section.pieces[section.pieces.indexOf(table) - 1];
  const around = saidIn(
    head,
    ...section.path,
    above?.kind === 'paragraph' ? text.slice(above.start, above.end) : '',
  );
  const inTitle = saidIn(titleOf(candidate));
  const inRows = all.map((row) => saidIn(text.slice(row.start, row.end)));
  const named = terms.list.flatMap(({ asked }, term) =>
    !stated.has(asked.toLowerCase()) && (isStrict || !ANY_THING.test(asked)) ? [term] : [],
  );
  const heaviest = Math.max(0, ...named.map((term) => terms.list[term]!.weight));
  const topics = named.filter((term) => terms.list[term]!.weight >= Math.min(TELLING, heaviest));
  const isInRows = (term: number): boolean => inRows.some((row) => row[term]! >= SAID);
  // A title names what most rows are, and some rows may be something else.
  const open = topics.filter((term) => around[term]! < SAID && (inTitle[term]! < SAID || isInRows(term)));
  const topic = topics.reduce(
    (sum, term) => sum + terms.list[term]!.weight * Math.max(around[term]!, inTitle[term]!),
    0,
  );
  if (open.length === 0) return { rows: all, topic };
  const rows = all.filter((_, at) => open.every((term) => inRows[at]![term]! >= SAID));
  return rows.length > 0 ? { rows, topic } : undefined;
}
