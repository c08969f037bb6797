// Which styles of a workbook show a number as a date or as a percentage: the file itself has only numbers.
import { readTags } from './xml.ts';

export type CellStyle = 'date' | 'percent' | undefined;

/** Formats that every program knows by number: dates and times, and those of East Asia. */
const DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const PERCENT = [9, 10];

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
  return PERCENT.includes(id) ? 'percent' : undefined;
}

/** `yyyy\-mm\-dd` is a date, `0.0%` a percentage, `"day "0` neither: what is quoted or in brackets says nothing. */
function styleOf(code: string): CellStyle {
  const bare = code
    .slice(0, 500)
    .replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
    .split(';')[0]!;
  if (/[ymdhs]/i.test(bare.replace(/general/gi, ''))) return 'date';
  return bare.includes('%') ? 'percent' : undefined;
}
