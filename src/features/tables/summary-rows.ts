// Rows of totals and averages inside a table: they repeat the rows above, so queries leave them out. Pure.

const SUMMARY =
  /^(?:(?:grand|sub|overall)[ -]?)?(?:total|totals|sum|average|avg|mean)$|^(?:summe|gesamt(?:summe|betrag)?|zwischensumme|insgesamt|durchschnitt|mittelwert|total g[ée]n[ée]ral|sous-total|totaux|moyenne|subtotal|suma|promedio|totale)$|^[Σ∑]$/iu;
/** `Total 2026`, `Total expenses (EUR)`, `Subtotal Q1`: it may as well be a name, so the figures must add up. */
const NAMED =
  /^(?:(?:grand|sub|overall)[ -]?)?(?:totals?|sum|summe|zwischensumme|gesamt|subtotal|sous-total|suma)(?: [\p{L}\p{N}()€$£/.-]+){1,2}$/iu;
const LONGEST = 40;
/** More of them are data: a table of totals. */
const MOST = 100;

/**
 * Returns the positions of such rows. The word must stand in the first cell with text, and beside it there must be an
 * empty cell or, in the last row, the sum of a column.
 */
export function summaryRows(rows: readonly (readonly string[])[], width: number): number[] {
  const candidates = new Map<number, 'plain' | 'named'>();
  rows.forEach((row, at) => {
    const first = (row.find((cell) => cell !== '') ?? '').slice(0, LONGEST + 1);
    if (first.length > LONGEST) return;
    const words = first.replace(/[\s:.]{1,40}$/, '');
    if (SUMMARY.test(words)) candidates.set(at, 'plain');
    else if (NAMED.test(words)) candidates.set(at, 'named');
  });
  if (candidates.size === 0 || candidates.size > MOST) return [];
  const found: number[] = [];
  const sums = new Sums();
  for (const [at, row] of rows.entries()) {
    const kind = candidates.get(at);
    const filled = row.filter((cell) => cell !== '').length;
    const isApart = kind === 'plain' && width > 2 && filled < width;
    if (isApart || (kind && (kind === 'named' || at === rows.length - 1) && sums.has(row))) {
      found.push(at);
      sums.endPart();
    } else sums.add(row);
  }
  return found.length * 2 > rows.length ? [] : found;
}

/** Sums of the columns, of all rows and since the last subtotal. */
class Sums {
  readonly #all: number[] = [];
  #part: number[] = [];
  #rows = 0;
  #partRows = 0;

  add(row: readonly string[]): void {
    this.#rows++;
    this.#partRows++;
    row.forEach((cell, column) => {
      const figure = plainFigure(cell) ?? 0;
      this.#all[column] = (this.#all[column] ?? 0) + figure;
      this.#part[column] = (this.#part[column] ?? 0) + figure;
    });
  }

  endPart(): void {
    this.#part = [];
    this.#partRows = 0;
  }

  has(row: readonly string[]): boolean {
    return row.some((cell, column) => {
      const total = plainFigure(cell);
      if (!total) return false;
      const isSum = (sum = 0): boolean => Math.abs(sum - total) < 0.005 * Math.max(1, Math.abs(total)) ** 0.5;
      return (
        (this.#rows > 1 && isSum(this.#all[column])) || (this.#partRows > 1 && isSum(this.#part[column]))
      );
    });
  }
}

function plainFigure(cell: string): number | undefined {
  const digits = cell.replace(/[^\d.,-]/g, '').replace(/[.,](?=\d{3}(?!\d))/g, '');
  return digits === '' ? undefined : Number(digits.replace(',', '.')) || undefined;
}
