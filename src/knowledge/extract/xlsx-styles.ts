// Which styles of a workbook show a number as a date or as a percentage: the file itself has only numbers.
import { readTags } from './xml.ts';

/** Of a percentage: how many decimals are shown. */
export type CellStyle = 'date' | { decimals: number } | undefined;

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
  if (!bare.includes('%')) return undefined;
  return { decimals: Math.min(/\.([0#?]+)/.exec(bare)?.[1]?.length ?? 0, MOST_DECIMALS) };
}
