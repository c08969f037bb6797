// Rows of totals and averages inside a table: they repeat the rows above, so queries leave them out. Pure.

const SUMMARY =
  /^(?:(?:grand|sub|overall)[ -]?)?(?:total|totals|sum|average|avg|mean)$|^(?:summe|gesamt(?:summe|betrag)?|zwischensumme|insgesamt|durchschnitt|mittelwert|total g[ée]n[ée]ral|sous-total|totaux|moyenne|subtotal|suma|promedio|totale)$|^[Σ∑]$/iu;
const LONGEST = 24;
/** More of them are data: a table of totals. */
const MOST = 100;

/**
 * Returns the positions of such rows. The word must stand in the first cell with text, and beside it there must be an
 * empty cell or, in the last row, the sum of a column.
 */
export function summaryRows(rows: readonly (readonly string[])[], width: number): number[] {
  const found = rows.flatMap((row, at) => {
    const first = row.find((cell) => cell !== '') ?? '';
    if (first.length > LONGEST || !SUMMARY.test(first.replace(/[\s:.]+$/, ''))) return [];
    const filled = row.filter((cell) => cell !== '').length;
    const isApart = width > 2 && filled < width;
    return isApart || (at === rows.length - 1 && addsUp(rows, at)) ? [at] : [];
  });
  return found.length > MOST || found.length * 2 > rows.length ? [] : found;
}

function addsUp(rows: readonly (readonly string[])[], last: number): boolean {
  return rows[last]!.some((cell, column) => {
    const total = plainFigure(cell);
    if (!total || last < 2) return false;
    let sum = 0;
    for (let at = 0; at < last; at++) sum += plainFigure(rows[at]![column] ?? '') ?? 0;
    return Math.abs(sum - total) < 0.005 * Math.max(1, Math.abs(total)) ** 0.5;
  });
}

function plainFigure(cell: string): number | undefined {
  const digits = cell.replace(/[^\d.,-]/g, '').replace(/[.,](?=\d{3}(?!\d))/g, '');
  return digits === '' ? undefined : Number(digits.replace(',', '.')) || undefined;
}
