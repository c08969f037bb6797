// Finds the row of a table with the most or least of what a question asks for. Only complete tables can tell.
import { cellRanges, cellsOf } from '../../core/table-cells.ts';
import {
  asCandidate,
  type AskedTable,
  type AskedWords,
  bestRows,
  type ChosenRows,
  completeTables,
  rowsOfTopic,
} from './chosen-rows.ts';
import { magnitudeOf } from './magnitude.ts';
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import { type Superlative, superlativesIn } from './superlative.ts';
import type { Range } from './structure.ts';

/** Minimum share of a column's cells that state an amount. */
const FILLED = 0.5;
/** More rows with the same value are no answer. */
const MOST = 8;

/** @param ranked all candidates, best first */
export function extremeRows(
  ranked: readonly Candidate[],
  question: ParsedQuestion,
  words: AskedWords,
): ChosenRows | undefined {
  const superlatives = superlativesIn(question.text);
  if (superlatives.length === 0) return undefined;
  return bestRows(completeTables(ranked), (table, isStrict) => {
    for (const superlative of superlatives) {
      const found = inTable(table, superlative, words, isStrict);
      if (found) return found;
    }
    return undefined;
  });
}

function inTable(
  asked: AskedTable,
  superlative: Superlative,
  words: AskedWords,
  isStrict: boolean,
): ChosenRows | undefined {
  const { head, all, candidate } = asked;
  const { text } = candidate.stretch;
  const about = rowsOfTopic(asked, superlative.words, words, isStrict);
  if (!about) return undefined;
  const { rows, topic } = about;
  const column = columnOf(text, head, all, superlative);
  if (column === undefined) return undefined;
  const sized = rows.flatMap((row) => {
    const cell = cellRanges(text.slice(row.start, row.end))[column];
    const size = cell && magnitudeOf(text.slice(row.start + cell.start, row.start + cell.end));
    return size === undefined ? [] : [{ row, size }];
  });
  if (sized.length === 0) return undefined;
  const sizes = sized.map(({ size }) => size).sort((a, b) => (superlative.isLeast ? a - b : b - a));
  const last = sizes[Math.min(superlative.count, sizes.length) - 1]!;
  const best = sized
    .filter(({ size }) => (superlative.isLeast ? size <= last : size >= last))
    .map(({ row }) => row);
  if (best.length > MOST + superlative.count - 1) return undefined;
  if (superlative.count === 1 && best.length > 1 && best.length === sized.length) return undefined;
  return {
    candidate: asCandidate(asked, best[0]!),
    rows: best,
    topic,
    cells: best.flatMap((row) => {
      const cells = cellRanges(text.slice(row.start, row.end));
      return [...new Set([0, column])].map((at) => ({
        start: row.start + cells[at]!.start,
        end: row.start + cells[at]!.end,
      }));
    }),
  };
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
