// Reads the number format of each cell style of a workbook.
import { type CellFormat, cellFormat } from './cell-format.ts';
import { readTags } from './xml.ts';

/** Excel knows these formats by number. Those that depend on the country are given in a neutral form. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  ...ofRange(14, 17, 'yyyy-mm-dd'),
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  // Dates and times of East Asia.
  ...ofRange(27, 36, 'yyyy-mm-dd h:mm'),
  ...ofRange(37, 38, '#,##0'),
  ...ofRange(39, 40, '#,##0.00'),
  41: '#,##0',
  43: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  ...ofRange(50, 58, 'yyyy-mm-dd h:mm'),
};

function ofRange(first: number, last: number, code: string): Record<number, string> {
  return Object.fromEntries(Array.from({ length: last - first + 1 }, (_, i) => [first + i, code]));
}

/** By the number in a cell's `s`. */
export function readStyles(xml: string | undefined): CellFormat[] {
  const formats = new Map<number, CellFormat>();
  const styles: CellFormat[] = [];
  let inCells = false;
  readTags(xml ?? '', {
    open(name, attributes) {
      if (name === 'numFmt')
        formats.set(Number(attributes['numFmtId']), cellFormat(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        if (!formats.has(id)) formats.set(id, cellFormat(BUILT_IN[id] ?? ''));
        styles.push(formats.get(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}
