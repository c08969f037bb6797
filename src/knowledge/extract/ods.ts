// OpenDocument spreadsheets: one section per sheet, its ranges as tables. Cells are written as the program shows
// them, dates as ISO 8601.
//
// Read as a stream of tags, like Excel's. A cell or a row may be marked as repeated, which fills whole sheets with
// empty ones.
import type { Extracted } from './extracted.ts';
import { LIMITS } from './limits.ts';
import { type Merge, type SheetCells, spreadMerged } from './merged-cells.ts';
import { openDocument } from './odt.ts';
import { properties } from './office.ts';
import { withProperties } from './with-properties.ts';
import { type SheetRow, WorkbookText } from './workbook-text.ts';
import { type Attributes, prefixed, readTags } from './xml.ts';
import type { Zip } from './zip.ts';

export function extractOds(bytes: Uint8Array, alive: () => void): Extracted {
  const zip = openDocument(bytes);
  const text = new WorkbookText(alive);
  const count = (row: SheetRow): void => text.count(row);
  readSheets(zip, count, (name, { rows, numbered, merges }) => {
    spreadMerged(numbered, merges, count);
    text.add(name, rows);
  });
  return withProperties(text.extracted('ods'), properties(zip, 'meta.xml'), { headings: false });
}

/**
 * Reads the sheets one after another. Their rows are numbered from 0.
 * @param count is called with each row
 */
export function readSheets(
  zip: Zip,
  count: (row: SheetRow) => void,
  take: (name: string, cells: SheetCells) => void,
): void {
  let name = '';
  let rows: Map<number, string>[] = [];
  /** The rows with text, by their numbers in the sheet. */
  let numbered = new Map<number, Map<number, string>>();
  let number = 0;
  let merges: Merge[] = [];
  let row = new Map<number, string>();
  let column = 0;
  const times = { row: 1, cell: 1 };
  /** Paragraphs of the open cell, without comments. */
  let cell: string[] | undefined;
  let date: string | undefined;
  let remarks = 0;
  let isText = false;
  readTags(zip.text('content.xml'), {
    open(tag, attributes) {
      if (tag === 'annotation') remarks++;
      else if (tag === 'table') {
        name = prefixed(attributes, 'name') ?? '';
        rows = [];
        numbered = new Map();
        number = 0;
        merges = [];
      } else if (tag === 'table-row') {
        row = new Map();
        column = 0;
        times.row = repeated(attributes, 'number-rows-repeated');
      } else if (tag === 'table-cell' || tag === 'covered-table-cell') {
        times.cell = repeated(attributes, 'number-columns-repeated');
        cell = [];
        date = prefixed(attributes, 'value-type') === 'date' ? dateOf(attributes) : undefined;
        const width = repeated(attributes, 'number-columns-spanned');
        const height = repeated(attributes, 'number-rows-spanned');
        if (width > 1 || height > 1)
          merges.push({
            top: number,
            bottom: number + height - 1,
            left: column,
            right: column + width - 1,
          });
      } else if (tag === 'p' && cell && remarks === 0) {
        cell.push('');
        isText = true;
      } else if ((tag === 's' || tag === 'tab' || tag === 'line-break') && isText) append(' ');
    },
    text(part) {
      if (isText && remarks === 0) append(part);
    },
    close(tag) {
      if (tag === 'annotation') remarks--;
      else if (tag === 'p') isText = false;
      else if (tag === 'table-cell' || tag === 'covered-table-cell') endCell();
      else if (tag === 'table-row') endRow();
      else if (tag === 'table') take(name, { rows, numbered, merges });
    },
  });

  function append(part: string): void {
    if (cell) cell[cell.length - 1] += part;
  }

  function endCell(): void {
    const value = date ?? (cell ?? []).join(' ').trim();
    date = undefined;
    cell = undefined;
    const end = Math.min(column + times.cell, LIMITS.columns);
    if (value !== '') for (let at = column; at < end; at++) row.set(at, value);
    column = end;
  }

  function endRow(): void {
    // Empty rows separate blocks, however many there are.
    const most = row.size === 0 ? 1 : Math.min(times.row, LIMITS.rows - rows.length);
    for (let turn = 0; turn < most; turn++) {
      count(row);
      const one = turn === 0 ? row : new Map(row);
      if (row.size > 0) numbered.set(number + turn, one);
      rows.push(one);
    }
    number += times.row;
  }
}

function repeated(attributes: Attributes, name: string): number {
  const times = Number(prefixed(attributes, name) ?? 1);
  return Number.isInteger(times) && times > 0 ? times : 1;
}

/** A date's display text varies between countries; the file also has it as ISO 8601. */
function dateOf(attributes: Attributes): string | undefined {
  const stated = prefixed(attributes, 'date-value') ?? '';
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?$/.exec(stated) ?? [];
  if (day === undefined) return undefined;
  return time === undefined || /^00:00/.test(time) ? day : `${day} ${time.replace(/(:\d{2}):00$/, '$1')}`;
}
