// Sheets of a workbook as sections: a table each, with the letters of its columns and the numbers of its rows.
import type { Merge, SheetCells } from '../../knowledge/extract/merged-cells.ts';
import type { PageElement } from './office-tree.ts';
import type { PageBuilder } from './page-builder.ts';

export interface Sheet extends Omit<SheetCells, 'rows'> {
  name: string;
  /** The number that people see for row 0. */
  first: number;
}

/**
 * Rows and columns without text are left out: a sheet may have a million.
 * @returns whether there is room for more
 */
export function addSheet(page: PageBuilder, { name, numbered, merges, first }: Sheet): boolean {
  const lines = [...numbered].filter(([, row]) => row.size > 0);
  if (lines.length === 0) return true;
  const columns = [...new Set(lines.flatMap(([, row]) => [...row.keys()]))].sort((a, b) => a - b);
  const { spans, covered } = spansOf(
    page,
    lines.map(([number]) => number),
    columns,
    merges,
  );
  const head = page.element('tr', [
    page.element('th', []),
    ...page.some(columns, (column) => page.element('th', [lettersOf(column)])),
  ]);
  const rows = page.some(lines, ([number, row]) =>
    page.element('tr', [
      page.element('th', [String(number + first)]),
      ...page.some(
        columns.filter((column) => !covered.has(keyOf(number, column))),
        (column) => ({
          ...page.element('td', [row.get(column) ?? '']),
          ...spans.get(keyOf(number, column)),
        }),
      ),
    ]),
  );
  const table = page.element('table', [page.element('thead', [head]), page.element('tbody', rows)]);
  page.done.blocks.push(page.element('section', [page.element('h2', [name]), table]));
  return !page.done.isCut;
}

/** Returns `AB` for 27. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}

const keyOf = (row: number, column: number): string => `${row} ${column}`;

/** Returns how many of the rows and columns shown a merged cell covers, and which cells are below it. */
function spansOf(page: PageBuilder, rows: readonly number[], columns: readonly number[], merges: Merge[]) {
  const spans = new Map<string, Pick<PageElement, 'colspan' | 'rowspan'>>();
  const covered = new Set<string>();
  for (const { top, bottom, left, right } of merges) {
    if (page.done.isCut) break;
    // Each merge looks at every row and column.
    page.spend((rows.length + columns.length) / 1000);
    const across = columns.filter((column) => column >= left && column <= right);
    const down = rows.filter((row) => row >= top && row <= bottom);
    if (across[0] !== left || down[0] !== top || covered.has(keyOf(top, left))) continue;
    spans.set(keyOf(top, left), { colspan: across.length, rowspan: down.length });
    for (const row of down)
      for (const column of across) {
        if (page.done.isCut) break;
        page.spend(1);
        if (row !== top || column !== left) covered.add(keyOf(row, column));
      }
  }
  return { spans, covered };
}
