// Repeats the value of merged cells in each row and column they cover, so that each row is complete by itself.
import { checkCount, LIMITS } from './limits.ts';

/** Inclusive. Rows as numbered in the sheet, columns from 0. */
export interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The cells of a sheet. */
export interface SheetCells {
  /** With an empty row between blocks. */
  rows: Map<number, string>[];
  /** The rows by their numbers in the sheet, in order. */
  numbered: Map<number, Map<number, string>>;
  merges: Merge[];
}

/** Parses `A2:A4`, as Excel writes it. @returns undefined for anything else */
export function readMerge(reference: string, columnOf: (cell: string) => number): Merge | undefined {
  const cells = /^(\$?[A-Z]{1,3}\$?(\d{1,7})):(\$?[A-Z]{1,3}\$?(\d{1,7}))$/i.exec(reference);
  if (!cells) return undefined;
  return {
    top: Number(cells[2]),
    bottom: Number(cells[4]),
    left: columnOf(cells[1]!),
    right: columnOf(cells[3]!),
  };
}

/**
 * Changes `rows`. A merge alone in its rows is a caption and stays one cell; columns without other content stay
 * empty.
 * @param rows by number; @param count is called with the number of cells before they are added to a row
 * @throws Refusal when a damaged file covers the same cells again and again
 */
export function spreadMerged(
  rows: ReadonlyMap<number, Map<number, string>>,
  merges: readonly Merge[],
  count: (row: ReadonlyMap<number, string>) => void,
): void {
  if (merges.length === 0) return;
  const used = new Set<number>();
  for (const row of rows.values()) for (const column of row.keys()) used.add(column);
  const columns = [...used].sort((a, b) => a - b);
  const last = Math.max(0, ...[...rows.keys()].slice(-1));
  let steps = 0;
  const step = (): void => checkCount('cells', ++steps, 4 * LIMITS.cells);
  for (const { top, bottom, left, right } of merges) {
    const value = rows.get(top)?.get(left);
    if (value === undefined) continue;
    const covered: Map<number, string>[] = [];
    for (let number = top; number <= Math.min(bottom, last); number++) {
      step();
      const row = rows.get(number);
      if (row && hasOthers(row, left, right, step)) covered.push(row);
    }
    const within = columns.slice(firstFrom(columns, left), firstFrom(columns, right + 1));
    for (const row of covered) {
      const added = new Map<number, string>();
      for (const column of within) {
        step();
        if (!row.has(column)) added.set(column, value);
      }
      count(added);
      for (const [column, text] of added) row.set(column, text);
    }
  }
}

function hasOthers(row: ReadonlyMap<number, string>, left: number, right: number, step: () => void): boolean {
  for (const column of row.keys()) {
    step();
    if (column < left || column > right) return true;
  }
  return false;
}

/** Returns the index of the first column from `least` on. */
function firstFrom(columns: readonly number[], least: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columns[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
