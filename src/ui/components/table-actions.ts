// The buttons of a table in a text: sort its rows, copy them, save them as CSV. The table announces the result.
import { saveBlob } from './save-file.ts';
import { csvOf, rowsWith, sortedOrder, tabbedOf, type SortDirection } from './table-values.ts';

/** The original row order of each sorted table. */
const written = new WeakMap<HTMLTableElement, HTMLTableRowElement[]>();

/** Cycles through ascending, descending and the original order. */
export function sortBy(head: HTMLTableCellElement): void {
  const table = head.closest('table')!;
  const body = table.tBodies[0];
  if (!body) return;
  const rows = written.get(table) ?? [...body.rows];
  written.set(table, rows);
  const direction = NEXT[head.ariaSort ?? ''];
  for (const cell of table.tHead?.rows[0]?.cells ?? []) cell.ariaSort = null;
  head.ariaSort = direction ?? null;
  const cells = rows.map((row) => textOf(row.cells[head.cellIndex]));
  body.append(...(direction ? sortedOrder(cells, direction).map((at) => rows[at]!) : rows));
}

const NEXT: Readonly<Record<string, SortDirection | undefined>> = {
  '': 'ascending',
  ascending: 'descending',
};

/** Shows the rows that contain every word. @returns how many of how many */
export function filterRows(table: HTMLTableElement, filter: string): string {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const kept = new Set(rowsWith(rows, filter, (row) => [...row.cells].map(textOf)));
  for (const row of rows) row.hidden = !kept.has(row);
  return filter.trim() === '' ? '' : `${kept.size} of ${rows.length}`;
}

/** @param button shows the result */
export async function copyTable(table: HTMLTableElement, button: HTMLElement): Promise<void> {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(tabbedOf(cellsOf(table)));
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => (button.textContent = before), 1500);
}

export function saveTable(table: HTMLTableElement): void {
  saveCsv(cellsOf(table));
}

export function saveCsv(rows: readonly (readonly string[])[]): void {
  // Without this mark, Excel assumes a legacy encoding.
  saveBlob('table.csv', new Blob(['\ufeff', csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
}

function cellsOf(table: HTMLTableElement): string[][] {
  return [...table.rows].map((row) => [...row.cells].map(textOf));
}

/** Excludes buttons: source numbers are not part of the table. */
function textOf(cell: HTMLTableCellElement | undefined): string {
  if (!cell) return '';
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const button of copy.querySelectorAll('button')) button.remove();
  return (copy.textContent ?? '').trim();
}
