// The cells of a row of a Markdown table, and where they stand in it. Pure.

export interface CellRange {
  /** `row.slice(start, end)`, without the blanks around it. */
  start: number;
  end: number;
}

/** In order; escaped bars stay in their cells. */
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

/** As they stand in the row. */
export function cellsOf(row: string): string[] {
  return cellRanges(row).map(({ start, end }) => row.slice(start, end));
}
