// Finds the row of a table whose range contains the amount of a question: after 3 years, `2 to 5 years`; for
// €400,000, `More than €300,000`.
import { cellRanges } from '../../core/table-cells.ts';
import { ENGLISH } from '../language.ts';
import type { Range } from './structure.ts';

interface Amount {
  value: number;
  /** A currency, or the stem of a unit. */
  unit: string;
}

interface Bounds {
  least: number;
  most: number;
  unit: string;
}

const NUMBER = String.raw`\d{1,15}(?:[.,]\d{1,15}){0,5}`;
const CURRENCY = String.raw`[£€$¥]`;
const UNIT = String.raw`(?:%|${CURRENCY}|\p{L}{1,20}(?:\s(?:days?|hours?))?)`;
const AMOUNT = String.raw`(${CURRENCY}?)\s?(${NUMBER})(?:[\s-]?(${UNIT}))?`;

const BELOW = new RegExp(
  String.raw`^(?:less than|fewer than|under|below|up to|at most|until|[<≤]|bis(?: zu)?|unter|weniger als|höchstens|jusqu['’]à|moins de|hasta|menos de)\s?${AMOUNT}`,
  'iu',
);
const ABOVE = new RegExp(
  String.raw`^(?:more than|over|above|from|at least|after|[>≥]|ab|über|mehr als|mindestens|plus de|à partir de|más de|desde)\s?${AMOUNT}`,
  'iu',
);
const BETWEEN = new RegExp(
  String.raw`^(?:from |between |von |zwischen |de |entre )?${CURRENCY}?\s?(${NUMBER})\s?(?:${UNIT})?\s?(?:to|and|bis|und|à|et|a|y|[-–])\s?${AMOUNT}`,
  'iu',
);
const OPEN = new RegExp(
  String.raw`^${AMOUNT}\s?(?:\+|(?:and|or|und|oder|et|y|o) (?:more|over|above|longer|mehr|plus|más))`,
  'iu',
);

/** Returns the rows with an amount of the question in a range cell; of several in one column, the narrowest. */
export function rowsInRange(text: string, rows: readonly Range[], question: string): Range[] {
  const amounts = amountsIn(question);
  if (amounts.length === 0 || rows.length === 0) return [];
  const columns = new Map<number, { row: Range; bounds: Bounds }[]>();
  for (const row of rows)
    cellRanges(text.slice(row.start, row.end)).forEach((cell, column) => {
      const bounds = boundsOf(text.slice(row.start + cell.start, row.start + cell.end));
      if (bounds) columns.set(column, [...(columns.get(column) ?? []), { row, bounds }]);
    });
  for (const ranges of columns.values()) {
    // A single range is not a scale.
    if (ranges.length < 2) continue;
    for (const { value, unit } of amounts) {
      const holding = ranges.filter(
        ({ bounds }) => bounds.unit === unit && value >= bounds.least && value <= bounds.most,
      );
      if (holding.length === 0) continue;
      const width = ({ bounds }: (typeof holding)[number]): number => bounds.most - bounds.least;
      const narrowest = holding.reduce((best, one) =>
        width(one) < width(best) || (width(one) === width(best) && one.bounds.least > best.bounds.least)
          ? one
          : best,
      );
      return [narrowest.row];
    }
  }
  return [];
}

function amountsIn(question: string): Amount[] {
  return [...question.matchAll(new RegExp(AMOUNT, 'giu'))].flatMap(([, before, number, after]) => {
    const unit = unitOf(before, after);
    return unit === '' ? [] : { value: valueOf(number!), unit };
  });
}

function boundsOf(cell: string): Bounds | undefined {
  const between = BETWEEN.exec(cell);
  if (between)
    return {
      least: valueOf(between[1]!),
      // The next range starts where this one ends.
      most: valueOf(between[3]!),
      unit: unitOf(between[2], between[4]),
    };
  const below = BELOW.exec(cell);
  if (below) return { least: 0, most: valueOf(below[2]!), unit: unitOf(below[1], below[3]) };
  const above = ABOVE.exec(cell) ?? OPEN.exec(cell);
  return above
    ? { least: valueOf(above[2]!), most: Number.MAX_VALUE, unit: unitOf(above[1], above[3]) }
    : undefined;
}

/** Parses `1,500.50` and `1.500,50`. */
function valueOf(number: string): number {
  const plain = number.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return Number(plain);
}

const SIGN_OF: ReadonlyMap<string, string> = new Map([
  ['euro', '€'],
  ['eur', '€'],
  ['pound', '£'],
  ['gbp', '£'],
  ['dollar', '$'],
  ['usd', '$'],
]);

function unitOf(before = '', after = ''): string {
  const said = (before || after).toLowerCase();
  const [first = ''] = said.split(/\s/);
  // `10 business days` and `10 days` are both days.
  const word = said.split(/\s/).at(-1) ?? first;
  const stem = /^\p{L}+$/u.test(word) ? ENGLISH.stem(word, word) : word;
  return SIGN_OF.get(stem) ?? stem;
}
