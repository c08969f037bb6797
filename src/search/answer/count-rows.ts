// How many rows of a table have what a question counts: `How many orders are on hold?` Only of a table that is there whole.
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
  /** All that are counted, in order. */
  ranges: Range[];
  /** Of each of them the cell with the value. */
  cells: Range[];
}

/** Words that a row lacks and the best one has make it another row. */
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
  // A first cell with the value names one thing, unless several rows have it.
  if (column === 0 && ranges.length < 2) return undefined;
  const cells = ranges.map((row) => {
    const cell = cellRanges(text.slice(row.start, row.end))[columnOf(row)]!;
    return { start: cell.start + row.start, end: cell.end + row.start };
  });
  return { ranges, cells, rows: ranges.length, of: all.length };
}

/** A column gives the number, or has one thing in several rows: then rows are not what is counted. */
function isColumnCounted(head: string, row: string, counted: string): boolean {
  const cells = cellRanges(row).map(({ start, end }) => row.slice(start, end));
  const [key = '', ...others] = cellsOf(head.split('\n')[0] ?? '').map(countedStems);
  if (key.includes(counted)) return /^[\d.,\s]+$/.test(cells[0] ?? '');
  return others.some((stems) => stems.includes(counted));
}

/** All rows of the table, also where it is kept in groups; undefined where the stretch has only a part of it. */
function wholeTable(stretch: Stretch, isOfTable: (piece: Piece) => boolean): Range[] | undefined {
  const pieces = sectionsOf(stretch).flatMap((section) => [
    ...(section.heading ? [section.heading] : []),
    ...section.pieces,
  ]);
  const first = pieces.findIndex(isOfTable);
  const last = pieces.findLastIndex(isOfTable);
  if ((first === 0 && !stretch.atStart) || (last === pieces.length - 1 && !stretch.atEnd)) return undefined;
  return pieces.flatMap((piece) => (piece.kind === 'table' && isOfTable(piece) ? piece.rows : []));
}
