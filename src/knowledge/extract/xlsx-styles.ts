// Which styles of a workbook show a number as a date, a percentage or an amount of money: the file has only numbers.
import { readTags } from './xml.ts';

/** Of a percentage: how many decimals are shown. */
export type CellStyle = 'date' | { decimals: number } | Currency | undefined;

/** An amount of money: what is written before or after the number, and how the number is. */
export interface Currency {
  before: string;
  after: string;
  /** Made once for each style: making one takes longer than using it. */
  number: Intl.NumberFormat;
}

/** Formats that every program knows by number: dates and times, and those of East Asia. */
const DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const PERCENT: Record<number, number> = { 9: 0, 10: 2 };
const MOST_DECIMALS = 15;

/** By the number that a cell names in `s`. */
export function readStyles(xml: string | undefined): CellStyle[] {
  const formats = new Map<number, CellStyle>();
  const styles: CellStyle[] = [];
  let inCells = false;
  readTags(xml ?? '', {
    open(name, attributes) {
      if (name === 'numFmt')
        formats.set(Number(attributes['numFmtId']), styleOf(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        styles.push(formats.has(id) ? formats.get(id) : known(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

function known(id: number): CellStyle {
  if (DATES.some(([first, last]) => id >= first && id <= last)) return 'date';
  const decimals = PERCENT[id];
  return decimals === undefined ? undefined : { decimals };
}

/** `yyyy\-mm\-dd` is a date, `0.0%` a percentage, `"day "0` neither: what is quoted or in brackets says nothing. */
function styleOf(code: string): CellStyle {
  const bare = code
    .slice(0, 500)
    .replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
    .split(';')[0]!;
  if (/[ymdhs]/i.test(bare.replace(/general/gi, ''))) return 'date';
  if (!bare.includes('%')) return currencyOf(code.slice(0, 500));
  return { decimals: Math.min(/\.([0#?]+)/.exec(bare)?.[1]?.length ?? 0, MOST_DECIMALS) };
}

/** The number in a format, without the commas that divide it by thousands. */
const DIGITS = /[#0?][#0?,]*(?:\.([0#?]+))?/;
/** `[$€-407]`, `"EUR"` or `$`. */
const SYMBOL = /\[\$([^\]-]{1,8})(?:-[^\]]*)?\]|"\s*(\p{Sc}|[A-Z]{3})\s*"|(\p{Sc})/u;

/** `#,##0.00\ "€"` is 1,234.50 €. What is shown of negative amounts alone, such as red letters, is left out. */
function currencyOf(code: string): Currency | undefined {
  // Space as wide as another character, characters that fill the cell, colours and languages.
  const shown = code.replace(/("[^"]*")|[_*].|\[(?!\$[^\]-])[^\]]*\]/gs, '$1');
  const [section = ''] = /^(?:"[^"]*"|\[[^\]]*\]|[^;])*/.exec(shown) ?? [];
  const symbol = SYMBOL.exec(section);
  const name = (symbol?.[1] ?? symbol?.[2] ?? symbol?.[3])?.trim();
  if (!symbol || !name) return undefined;
  const rest = [section.slice(0, symbol.index), section.slice(symbol.index + symbol[0].length)] as const;
  const side = DIGITS.test(rest[1]) ? 1 : 0;
  const digits = DIGITS.exec(rest[side]);
  if (!digits) return undefined;
  const { index } = digits;
  // A comma at the end shows thousands or millions.
  if (/,(?:\.|$)/.test(digits[0]) || rest[side][index + digits[0].length] === ',') return undefined;
  const between = side === 1 ? rest[1].slice(0, index) : rest[0].slice(index + digits[0].length);
  const space = /\s/.test(between + symbol[0]) || (side === 1 && /\p{L}$/u.test(name)) ? ' ' : '';
  const decimals = digits[1] ?? '';
  return {
    before: side === 1 ? name + space : '',
    after: side === 1 ? '' : space + name,
    // Written as formats are: a comma between thousands, a point before decimals.
    number: new Intl.NumberFormat('en-US', {
      minimumFractionDigits: Math.min(decimals.replace(/[^0]/g, '').length, MOST_DECIMALS),
      maximumFractionDigits: Math.min(decimals.length, MOST_DECIMALS),
      useGrouping: digits[0].includes(','),
    }),
  };
}
