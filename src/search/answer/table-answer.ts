// Returns the rows of a table that answer, with its head; and their number, if that is asked for.
import { cellsOf } from '../../core/table-cells.ts';
import { rowsInRange } from './amount-ranges.ts';
import type { ChosenRows } from './chosen-rows.ts';
import { countedRows } from './count-rows.ts';
import { markedCells, markedColumn, tableQuestion, type Words } from './marks.ts';
import type { ParsedQuestion } from './question.ts';
import { RANK } from './rank.ts';
import type { Candidate } from './rate.ts';
import { type Composed, finished } from './shown.ts';
import type { Piece, Range } from './structure.ts';
import { headOf, sameHead } from './table-head.ts';

const TABLE = { whole: 700, columns: 6, rows: 20 } as const;
/** A row with this share of the question is the requested one. */
const ROW_NAMED = 0.6;
/** Rows join the best one if they rank nearly as high. */
const NEARLY = 0.05;

/** @param given the rows with the most or least of something, or without it, if that is asked for */
export function tableAnswer(
  ranked: readonly Candidate[],
  question: ParsedQuestion,
  words: Words,
  given?: ChosenRows,
): Composed {
  const best = ranked[0]!;
  const { atom, stretch } = best;
  const table = atom.piece as Piece & { kind: 'table' };
  const { text } = stretch;
  const head = headOf(best.stretch, table);
  const hasHead = table.head.end > table.head.start;
  const isShort = hasHead && table.end - table.start <= TABLE.whole;
  // The question hardly identifies a row, so other rows may be meant.
  const asked = tableQuestion(question, words);
  const isOfTable = (piece: Piece): boolean => sameHead(stretch, piece, head);
  const counted = given ? undefined : countedRows(best, head, asked, words, isOfTable);
  const inRange = given ? [] : rowsInRange(text, table.rows, question.text);
  if (isShort && inRange.length > 0)
    return finished(ranked, 'table', table, { marks: markedCells(text, head, inRange, asked, words) });
  if (isShort && !counted && !given && (!best.isNamed || best.features.inside < ROW_NAMED)) {
    const marks = best.isNamed
      ? markedCells(text, head, [atom], asked, words)
      : markedColumn(text, head, table.rows, asked);
    return finished(ranked, 'table', table, { marks: marks ?? [table] });
  }
  const chosen: Range[] = (given?.rows ?? counted?.ranges ?? rowsLike(ranked, head))
    .slice(0, TABLE.rows)
    .sort((a, b) => a.start - b.start);
  const range = { start: chosen[0]!.start, end: chosen.at(-1)!.end };
  const markdown = [head, ...chosen.map(({ start, end }) => text.slice(start, end))]
    .filter(Boolean)
    .join('\n');
  const marks =
    given?.cells ?? counted?.cells.slice(0, TABLE.rows) ?? markedCells(text, head, chosen, asked, words);
  const count = given?.count ?? (counted && { rows: counted.rows, of: counted.of });
  const composed = {
    ...finished(ranked, 'table', range, { markdown, marks }),
    ...(count && { count }),
  };
  const isWide = cellsOf(head.split('\n')[0]!).length > TABLE.columns;
  if (isShort && !isWide) return composed;
  // For a long or wide table only the rows are shown: the others are behind *Show more*.
  const inMarkdown = rowsMoved(chosen, marks, head === '' ? 0 : head.length + 1);
  return { ...composed, section: { ...range, complete: false, markdown, marks: inMarkdown } };
}

/** Returns the rows of its table that rank as high as the best one and have as much of the question. */
function rowsLike(ranked: readonly Candidate[], head: string): Range[] {
  const best = ranked[0]!;
  const { stretch } = best;
  return ranked
    .filter(
      (one) =>
        one.atom.kind === 'row' &&
        one.stretch === stretch &&
        evenly(one) >= evenly(best) - NEARLY &&
        one.features.inside >= best.features.inside - 0.01 &&
        sameHead(stretch, one.atom.piece, head),
    )
    .map(({ atom }) => atom);
}

/** Returns the rank without the bonus of a table's first row. */
function evenly({ rank, features }: Candidate): number {
  return rank - RANK.first * features.first;
}

/** Moves ranges in separate rows to their positions when the rows are joined. */
function rowsMoved(rows: readonly Range[], ranges: readonly Range[], from: number): Range[] {
  let at = from;
  return rows.flatMap((row) => {
    const by = at - row.start;
    at += row.end - row.start + 1;
    return ranges
      .filter(({ start, end }) => start >= row.start && end <= row.end)
      .map(({ start, end }) => ({ start: start + by, end: end + by }));
  });
}
