// The sheets of a workbook as Markdown: one section per sheet, its ranges as tables. For Excel and OpenDocument.
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { escapeLineStart } from './html-inline.ts';
import { checkCount, LIMITS } from './limits.ts';
import { tableBlocks } from './tables.ts';

/** The non-empty cells of a row, by column. */
export type SheetRow = ReadonlyMap<number, string>;

/** Maximum cells of a range, including the empty ones between: twice as many as a workbook may have. */
const MOST_PLACES = 2 * LIMITS.cells;

export class WorkbookText {
  readonly #alive: () => void;
  readonly #sections: string[] = [];
  readonly #sheets: string[] = [];
  #cells = 0;
  #values = 0;
  #characters = 0;

  constructor(alive: () => void) {
    this.#alive = alive;
  }

  /** Counts each row before it is kept. @throws Refusal when the workbook is too large */
  count(row: SheetRow): void {
    checkCount('cells', (this.#cells += row.size), LIMITS.cells);
    // Every cell may share one text of a megabyte.
    for (const { length } of row.values()) this.#values += length;
    checkCount('characters of text', this.#values, LIMITS.characters);
  }

  /** @param rows with an empty one between blocks */
  add(name: string, rows: readonly SheetRow[]): void {
    const blocks: string[] = [];
    for (const range of rangesOf(rows)) {
      this.#alive();
      blocks.push(...tableBlocks(range));
    }
    if (blocks.length === 0) return;
    this.#sheets.push(name);
    const section = [
      `## ${name}`,
      ...blocks.map((block) => (block.startsWith('|') ? block : escapeLineStart(block))),
    ].join('\n\n');
    checkCount('characters of text', (this.#characters += section.length), LIMITS.characters);
    this.#sections.push(section);
  }

  /** @throws Refusal when no sheet has text */
  extracted(format: string): Extracted {
    if (this.#sections.length === 0) throw new Refusal('the workbook is empty');
    return {
      body: this.#sections.join('\n\n'),
      content_type: CONTENT_TYPES.markdown,
      metadata: { format, sheets: this.#sheets },
    };
  }
}

/** Yields the rows between empty ones, without columns that are empty throughout. */
function* rangesOf(rows: readonly SheetRow[]): Generator<string[][]> {
  let range: SheetRow[] = [];
  for (const row of rows) {
    // A single cell above a table is its caption.
    const isCaption = row.size === 1 && range.length === 0;
    if (row.size > 0) range.push(row);
    if (row.size > 0 && !isCaption) continue;
    if (range.length > 0) yield dense(range);
    range = [];
  }
  if (range.length > 0) yield dense(range);
}

/** Aligns cells as on the sheet, unless it is too sparse to look like a table. */
function dense(range: readonly SheetRow[]): string[][] {
  const columns = [...new Set(range.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b);
  if (range.length * columns.length > MOST_PLACES)
    return range.map((row) => [...row].sort(([a], [b]) => a - b).map(([, text]) => text));
  return range.map((row) => columns.map((column) => row.get(column) ?? ''));
}
