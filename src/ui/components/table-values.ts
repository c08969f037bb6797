// Sorts table cells as people expect (numbers by value, the rest alphabetically), and formats them as CSV and
// tab-separated text.

export type SortDirection = 'ascending' | 'descending';

/** `1,250.00`, `£14.60`, `−3 %`, `12.5 kg`: a number with a prefix or suffix. */
const NUMBER =
  /^[^\p{L}\d]{0,3}?([-−]?)[£€$¥]?\s?(\d{1,3}(?:[, \u00a0\u202f]\d{3})+|\d+)(\.\d+)?\s?(?:[%°]|\p{L}{1,4})?$/u;

/**
 * Sorts rows by one of their cells. Empty cells come last in both directions; the sort is stable.
 * @returns positions in `cells`
 */
export function sortedOrder(cells: readonly string[], direction: SortDirection): number[] {
  const numbers = cells.map(numberOf);
  const isNumeric = cells.every((cell, at) => cell === '' || numbers[at] !== undefined);
  const sign = direction === 'ascending' ? 1 : -1;
  const compare = (a: number, b: number): number =>
    isNumeric ? numbers[a]! - numbers[b]! : byLetters.compare(cells[a]!, cells[b]!);
  return cells
    .map((_, at) => at)
    .sort((a, b) => {
      if (cells[a] === '' || cells[b] === '') return Number(cells[a] === '') - Number(cells[b] === '');
      return sign * compare(a, b) || a - b;
    });
}

const byLetters = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function numberOf(cell: string): number | undefined {
  const found = NUMBER.exec(cell);
  if (!found) return undefined;
  const [, minus, whole, fraction = ''] = found;
  return Number(`${minus === '' ? '' : '-'}${whole!.replace(/\D/g, '')}${fraction}`);
}

/** Returns the rows whose cells contain every word of a filter. */
export function rowsWith<Row>(
  rows: readonly Row[],
  filter: string,
  cellsOf: (row: Row) => readonly string[],
): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = cellsOf(row).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** RFC 4180. A cell that a spreadsheet would evaluate gets a leading apostrophe, and stays text. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) && numberOf(cell) === undefined ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** For the clipboard: one row per line, cells separated by tabs. */
export function tabbedOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')).join('\n');
}
