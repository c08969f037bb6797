// The cells of a Markdown table row, and their positions. Pure.

export interface CellRange {
  /** `row.slice(start, end)`, without surrounding blanks. */
  start: number;
  end: number;
}

/** Returns cells in order; escaped bars stay in their cells. */
export function cellRanges(row: string): CellRange[] {
  const cells: CellRange[] = [];
  let from = 0;
  for (const cell of row.split(/(?<!\\)\|/)) {
    const blank = cell.length - cell.trimStart().length;
    cells.push({ start: from + blank, end: from + Math.max(blank, cell.trimEnd().length) });
    from += cell.length + 1;
  }
  const isEmpty = (cell: CellRange | undefined): boolean => cell !== undefined && cell.start === cell.end;
  if (isEmpty(cells[0])) cells.shift();
  if (isEmpty(cells.at(-1))) cells.pop();
  return cells;
}

/** Returns their text unchanged. */
export function cellsOf(row: string): string[] {
  return cellRanges(row).map(({ start, end }) => row.slice(start, end));
}
