// Finds the row of a table with the most or least of what a question asks for. Only complete tables can tell.
import { cellRanges, cellsOf } from '../../core/table-cells.ts';
import { wholeTable } from './count-rows.ts';
import type { Words } from './marks.ts';
import { magnitudeOf } from './magnitude.ts';
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import { type Superlative, superlativesIn } from './superlative.ts';
import { headOf, sameHead } from './table-head.ts';
import type { Piece, Range } from './structure.ts';
import { certainties, matchTerms } from './terms.ts';

export interface ExtremeRows {
  /** The best such row as the part that answers. */
  candidate: Candidate;
  /** All rows with that value. */
  rows: Range[];
  /** The cells that answer: the name and the value of each row. */
  cells: Range[];
}

type Table = Piece & { kind: 'table' };

/** Only tables in sections of the best candidates are considered. */
const LOOKED_AT = 40;
/** Minimum share of a column's cells that state an amount. */
const FILLED = 0.5;
/** Minimum weight of a word of the question that the table must be about. */
const TELLING = 0.3;
const SAID = 0.5;
/** More rows with the same value are no answer. */
const MOST = 8;
/** `Which product …?` asks for any row. */
const ANY_THING =
  /^(?:product|item|article|thing|option|one|entry|offer|model|row|record|position|choice|artikel|produkt|article|producto|produit)$/i;

/** @param ranked all candidates, best first */
export function extremeRows(
  ranked: readonly Candidate[],
  question: ParsedQuestion,
  words: Words & { titleOf(candidate: Candidate): string },
): ExtremeRows | undefined {
  const superlatives = superlativesIn(question.text);
  if (superlatives.length === 0) return undefined;
  const tables = new Map<Table, Candidate>();
  for (const candidate of ranked.slice(0, LOOKED_AT))
    for (const piece of candidate.section.pieces)
      if (piece.kind === 'table' && !tables.has(piece)) tables.set(piece, candidate);
  // A table of articles is preferred for `the most expensive article`; without one any table will do.
  for (const isStrict of [true, false])
    for (const [table, candidate] of tables)
      for (const superlative of superlatives) {
        const found = inTable(candidate, table, superlative, { ...words, isStrict });
        if (found) return found;
      }
  return undefined;
}

interface Asked extends Words {
  titleOf(candidate: Candidate): string;
  /** Words for any thing must be said, too. */
  isStrict: boolean;
}

function inTable(
  candidate: Candidate,
  table: Table,
  superlative: Superlative,
  words: Asked,
): ExtremeRows | undefined {
  const { stretch } = candidate;
  const { text } = stretch;
  const head = headOf(stretch, table);
  const all = wholeTable(stretch, (piece) => piece === table || sameHead(stretch, piece, head));
  if (!all || all.length < 2) return undefined;
  const rows = ofTopic(all, candidate, table, head, superlative, words);
  if (!rows) return undefined;
  const column = columnOf(text, head, all, superlative);
  if (column === undefined) return undefined;
  const sized = rows.flatMap((row) => {
    const cell = cellRanges(text.slice(row.start, row.end))[column];
    const size = cell && magnitudeOf(text.slice(row.start + cell.start, row.start + cell.end));
    return size === undefined ? [] : [{ row, size }];
  });
  if (sized.length === 0) return undefined;
  const sizes = sized.map(({ size }) => size);
  const extreme = superlative.isLeast ? Math.min(...sizes) : Math.max(...sizes);
  const best = sized.filter(({ size }) => size === extreme).map(({ row }) => row);
  if (best.length > MOST || (best.length > 1 && best.length === sized.length)) return undefined;
  const first = best[0]!;
  const piece = candidate.section.pieces.find(({ start, end }) => start <= first.start && end >= first.end);
  return {
    candidate: {
      ...candidate,
      isNamed: true,
      atom: { kind: 'row', ...first, piece: piece ?? table, lead: table.head },
    },
    rows: best,
    cells: best.flatMap((row) => {
      const cells = cellRanges(text.slice(row.start, row.end));
      return [...new Set([0, column])].map((at) => ({
        start: row.start + cells[at]!.start,
        end: row.start + cells[at]!.end,
      }));
    }),
  };
}

/** Returns the rows that the question is about; undefined if the table is about something else. */
function ofTopic(
  all: readonly Range[],
  { section, stretch, ...rest }: Candidate,
  table: Table,
  head: string,
  superlative: Superlative,
  { terms, language, titleOf, isStrict }: Asked,
): readonly Range[] | undefined {
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
  const inTitle = saidIn(titleOf({ section, stretch, ...rest }));
  const inRows = all.map((row) => saidIn(text.slice(row.start, row.end)));
  const named = terms.list.flatMap(({ asked }, term) =>
    !superlative.words.has(asked.toLowerCase()) && (isStrict || !ANY_THING.test(asked)) ? [term] : [],
  );
  const heaviest = Math.max(0, ...named.map((term) => terms.list[term]!.weight));
  const topics = named.filter((term) => terms.list[term]!.weight >= Math.min(TELLING, heaviest));
  const isInRows = (term: number): boolean => inRows.some((row) => row[term]! >= SAID);
  // A title names what most rows are, and some rows may be something else.
  const open = topics.filter((term) => around[term]! < SAID && (inTitle[term]! < SAID || isInRows(term)));
  if (open.length === 0) return all;
  const rows = all.filter((_, at) => open.every((term) => inRows[at]![term]! >= SAID));
  return rows.length > 0 ? rows : undefined;
}

function columnOf(
  text: string,
  head: string,
  rows: readonly Range[],
  { heads }: Superlative,
): number | undefined {
  const names = cellsOf(head.split('\n')[0] ?? '');
  const cells = rows.map((row) => cellsOf(text.slice(row.start, row.end)));
  const isFilled = (column: number): boolean =>
    cells.filter((row) => magnitudeOf(row[column] ?? '') !== undefined).length >= FILLED * rows.length;
  for (const pattern of heads) {
    const column = names.findIndex((name, at) => pattern.test(name) && isFilled(at));
    if (column >= 0) return column;
    // The unit may be in the cells.
    const inCells = names.findIndex(
      (_, at) =>
        isFilled(at) &&
        cells.filter((row) => pattern.test((row[at] ?? '').replace(/\d+/g, ' '))).length >=
          FILLED * rows.length,
    );
    if (inCells >= 0) return inCells;
  }
  return undefined;
}
