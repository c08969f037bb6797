// Applies Excel number formats: a stored number as the sheet shows it. Dates are written as ISO 8601, which is
// unambiguous in every country.
import { dateText, elapsedText, timeText } from './cell-dates.ts';

/** Undefined, also as a result: the number itself is shown. */
export type CellFormat = ((value: number, from1904: boolean) => string | undefined) | undefined;

const MOST_DIGITS = 15;
const LONGEST = 500;

/** `yyyy\-mm\-dd` is a date, `0.0%` a percentage, `"day "0` neither: quoted text and brackets are not placeholders. */
export function cellFormat(code: string): CellFormat {
  const short = code.slice(0, LONGEST);
  const bare = short.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|_.|\*./gi, '').split(';')[0]!;
  // AM/PM: hours are written from 0 to 23.
  const letters = bare.replace(/general|am\/pm|a\/p/gi, '').toLowerCase();
  return /[ymdhs]/.test(letters) ? momentFormat(letters) : numberFormat(short);
}

function momentFormat(letters: string): CellFormat {
  const seconds = letters.includes('s');
  if (/\[[hms]+\]/.test(letters))
    return (value) => elapsedText(value, /\[h/.test(letters) ? 'h' : 'm', seconds);
  const clock = /[hs]/.test(letters);
  if (/^[^mdhs]*$/.test(letters)) return (value, from1904) => dateText(value, from1904)?.slice(0, 4);
  if (!clock) return (value, from1904) => dateText(value, from1904);
  // Without a year or a day, `m` means minutes.
  if (/[yd]/.test(letters)) return (value, from1904) => dateText(value, from1904, { time: true });
  return (value) => (letters.includes('h') ? timeText(value, seconds) : elapsedText(value, 'm', true));
}

/** The digits in a format. */
const DIGITS = /[#0?][#0?,]*(?:\.([0#?]*))?/;
/** `[$€-407]`, `"EUR"` or `$`. */
const SYMBOL = /\[\$([^\]-]{1,8})(?:-[^\]]*)?\]|"\s*(\p{Sc}|[A-Z]{3})\s*"|(\p{Sc})/u;

/**
 * `#,##0.00\ "€"` gives 1,234.50 €. The format of negative numbers, such as brackets or red letters, is ignored. So
 * are units: a column of `5 "kg"` stays a column of numbers.
 */
function numberFormat(code: string): CellFormat {
  // Space as wide as another character, characters that fill the cell, colours and languages.
  const shown = code.replace(/("[^"]*")|[_*].|\[(?!\$[^\]-]|[<>=])[^\]]*\]/gs, '$1');
  const section = (/^(?:"[^"]*"|\[[^\]]*\]|[^;])*/.exec(shown)?.[0] ?? '').trim();
  const symbol = SYMBOL.exec(section);
  const name = (symbol?.[1] ?? symbol?.[2] ?? symbol?.[3])?.trim();
  if (!symbol || !name) return plainFormat(section);
  const rest = [section.slice(0, symbol.index), section.slice(symbol.index + symbol[0].length)] as const;
  const side = DIGITS.test(rest[1]) ? 1 : 0;
  const digits = DIGITS.exec(rest[side]);
  if (!digits) return undefined;
  const { index } = digits;
  if (isScaled(digits[0], rest[side].slice(index + digits[0].length))) return undefined;
  const between = side === 1 ? rest[1].slice(0, index) : rest[0].slice(index + digits[0].length);
  const space = /\s/.test(between + symbol[0]) || (side === 1 && /\p{L}$/u.test(name)) ? ' ' : '';
  return written(digits, { before: side === 1 ? name + space : '', after: side === 1 ? '' : space + name });
}

/** Only digits, or a percentage, possibly with words around it. */
function plainFormat(section: string): CellFormat {
  const bare = section.replace(/"[^"]*"|\\./g, '');
  const isPercentage = bare.includes('%');
  const digits = DIGITS.exec(isPercentage ? bare : section);
  if (!digits)
    return isPercentage ? (value) => `${Number((value * 100).toPrecision(MOST_DIGITS))}%` : undefined;
  const after = digits.input.slice(digits.index + digits[0].length);
  if (isScaled(digits[0], after)) return undefined;
  if (isPercentage) return written(digits, { before: '', after: '%' }, 100);
  return after === '' && digits.index === 0 ? written(digits, { before: '', after: '' }) : undefined;
}

/** A comma at the end of the digits divides by thousands or millions. */
function isScaled(digits: string, after: string): boolean {
  return /,(?:\.|$)/.test(digits) || after.startsWith(',');
}

function written(
  [digits, decimals = '']: RegExpExecArray,
  { before, after }: Record<'before' | 'after', string>,
  times = 1,
): CellFormat {
  const whole = digits.split('.')[0]!.replace(/[^0]/g, '').length;
  // Made once per format, because making one takes longer than using it.
  const number = new Intl.NumberFormat('en-US', {
    minimumIntegerDigits: Math.min(Math.max(whole, 1), MOST_DIGITS),
    minimumFractionDigits: Math.min(decimals.replace(/[^0]/g, '').length, MOST_DIGITS),
    maximumFractionDigits: Math.min(decimals.length, MOST_DIGITS),
    useGrouping: digits.includes(','),
  });
  return (value) => {
    // 1.005 is stored as slightly less, so the value is first rounded to the digits that Excel keeps.
    const text = number.format(Number((Math.abs(value) * times).toPrecision(MOST_DIGITS)));
    const sign = value < 0 && /[1-9]/.test(text) ? '-' : '';
    return sign + before + text + after;
  };
}
