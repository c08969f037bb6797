// Counts the rows of a table that match a question: `How many orders are on hold?` Only for complete tables.
import type { AnswerCount } from '../../core/answer.ts';
import { cellRanges, cellsOf } from '../../core/table-cells.ts';
import { countedStems } from './expected.ts';
import type { TableQuestion } from './asked-cells.ts';
import { namedCell } from './part-fits.ts';
import type { Candidate } from './rate.ts';
import { sectionsOf, type Stretch } from './sections.ts';
import type { Piece, Range } from './structure.ts';
import { matchTerms, within } from './terms.ts';
import type { Words } from './marks.ts';

export interface CountedRows extends AnswerCount {
  /** All counted rows, in order. */
  ranges: Range[];
  /** The cell with the value in each of them. */
  cells: Range[];
}

/** A row that lacks more of the question's words than the best one is not counted. */
const AS_MUCH = 0.01;

/** @param isOfTable whether a table of the stretch has the same columns as that of the best row */
export function countedRows(
  { atom, stretch }: Candidate,
  head: string,
  asked: TableQuestion,
  { terms, language }: Words,
  isOfTable: (piece: Piece) => boolean,
): CountedRows | undefined {
  const { expected } = asked.question;
  if (expected?.value !== 'count' || expected.counted === undefined) return undefined;
  const { text } = stretch;
  const matches = matchTerms(text, terms, language);
  const columnOf = (row: Range): number => namedCell(text, row, within(matches, row));
  const column = columnOf(atom);
  if (column < 0 || isColumnCounted(head, text.slice(atom.start, atom.end), expected.counted))
    return undefined;
  const all = wholeTable(stretch, isOfTable);
  if (!all) return undefined;
  const weightOf = (row: Range): number => asked.weightIn(text.slice(row.start, row.end));
  const least = weightOf(atom) - AS_MUCH;
  const ranges = all.filter((row) => columnOf(row) >= 0 && weightOf(row) >= least);
  // A value in the first column names a single thing, unless several rows have it.
  if (column === 0 && ranges.length < 2) return undefined;
  const cells = ranges.map((row) => {
    const cell = cellRanges(text.slice(row.start, row.end))[columnOf(row)]!;
    return { start: cell.start + row.start, end: cell.end + row.start };
  });
  return { ranges, cells, rows: ranges.length, of: all.length };
}

/**
 * Tells whether a column holds the number, or repeats one thing in several rows, so that rows are not what is
 * counted.
 */
function isColumnCounted(head: string, row: string, counted: string): boolean {
  const cells = cellRanges(row).map(({ start, end }) => row.slice(start, end));
  const [key = '', ...others] = cellsOf(head.split('\n')[0] ?? '').map(countedStems);
  if (key.includes(counted)) return /^[\d.,\s]+$/.test(cells[0] ?? '');
  return others.some((stems) => stems.includes(counted));
}

/** Returns all rows of the table, even if it is stored in groups; undefined if the stretch has only a part of it. */
export function wholeTable(stretch: Stretch, isOfTable: (piece: Piece) => boolean): Range[] | undefined {
  const pieces = sectionsOf(stretch).flatMap((section) => [
    ...(section.heading ? [section.heading] : []),
    ...section.pieces,
  ]);
  const first = pieces.findIndex(isOfTable);
  const last = pieces.findLastIndex(isOfTable);
  if ((first === 0 && !stretch.atStart) || (last === pieces.length - 1 && !stretch.atEnd)) return undefined;
  return pieces.flatMap((piece) => (piece.kind === 'table' && isOfTable(piece) ? piece.rows : []));
}
