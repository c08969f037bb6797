// Excel files: one section a sheet, its ranges as tables. Values are written as a person reads them: dates as ISO 8601.
//
// Read as a stream of tags: a sheet with a million cells as a tree would take a gigabyte.
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { escapeLineStart } from './html-inline.ts';
import { checkCount, LIMITS } from './limits.ts';
import { properties, relationsOf } from './office.ts';
import { sheetRows } from './xlsx-sheet.ts';
import { readStyles } from './xlsx-styles.ts';
import { tableBlocks } from './tables.ts';
import { withProperties } from './with-properties.ts';
import { attributeOf, firstNamed, named, parseXml, prefixed, readTags } from './xml.ts';
import { Zip } from './zip.ts';

const MAIN = 'xl/workbook.xml';
/** Of a range, with the empty ones between its cells: twice as many as a workbook may have cells. */
const MOST_PLACES = 2 * LIMITS.cells;

export function extractXlsx(bytes: Uint8Array, alive: () => void): Extracted {
  const zip = new Zip(bytes);
  const workbook = parseXml(zip.text(MAIN));
  const relations = relationsOf(zip, MAIN);
  const parts = new Map([...relations.values()].map(({ type, target }) => [type, target]));
  const strings = readStrings(zip.textIfAny(parts.get('sharedStrings') ?? ''));
  const styles = readStyles(zip.textIfAny(parts.get('styles') ?? ''));
  const properties1904 = firstNamed(workbook, 'workbookPr');
  const from1904 = /^(?:1|true)$/.test((properties1904 && attributeOf(properties1904, 'date1904')) ?? '');
  const sections: string[] = [];
  const sheets: string[] = [];
  let cells = 0;
  let values = 0;
  let characters = 0;
  for (const sheet of named(workbook, 'sheet')) {
    alive();
    const name = attributeOf(sheet, 'name') ?? '';
    const part = relations.get(prefixed(sheet.attribs, 'id') ?? '')?.target;
    // Very hidden sheets are a program's own notes: Excel itself shows them to nobody.
    if (part === undefined || !zip.has(part) || attributeOf(sheet, 'state') === 'veryHidden') continue;
    const rows = sheetRows(zip.text(part), { strings, styles, from1904 }, (row) => {
      checkCount('cells', (cells += row.size), LIMITS.cells);
      // One shared text of a megabyte may stand in every cell.
      for (const { length } of row.values()) values += length;
      checkCount('characters of text', values, LIMITS.characters);
    });
    const blocks: string[] = [];
    for (const range of rangesOf(rows)) {
      alive();
      blocks.push(...tableBlocks(range));
    }
    if (blocks.length === 0) continue;
    sheets.push(name);
    const section = [
      `## ${name}`,
      ...blocks.map((block) => (block.startsWith('|') ? block : escapeLineStart(block))),
    ].join('\n\n');
    checkCount('characters of text', (characters += section.length), LIMITS.characters);
    sections.push(section);
  }
  if (sections.length === 0) throw new Refusal('the workbook is empty');
  const extracted: Extracted = {
    body: sections.join('\n\n'),
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'xlsx', sheets },
  };
  return withProperties(extracted, properties(zip), { headings: false });
}

/** Shared strings: rich text in pieces, without the reading aids of Japanese. */
function readStrings(xml: string | undefined): string[] {
  const strings: string[] = [];
  let text: string | undefined;
  let inText = false;
  let aids = 0;
  readTags(xml ?? '', {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') aids++;
      inText = name === 't' && aids === 0;
    },
    close(name) {
      if (name === 'si') strings.push(text ?? '');
      else if (name === 'rPh') aids--;
      inText = false;
    },
    text(part) {
      if (inText && text !== undefined) text += part;
    },
  });
  return strings;
}

/** Rows between empty ones, each without the columns that are empty in all of it. */
function* rangesOf(rows: Map<number, string>[]): Generator<string[][]> {
  let range: Map<number, string>[] = [];
  for (const row of rows) {
    // One cell alone above a table is its caption.
    const isCaption = row.size === 1 && range.length === 0;
    if (row.size > 0) range.push(row);
    if (row.size > 0 && !isCaption) continue;
    if (range.length > 0) yield dense(range);
    range = [];
  }
  if (range.length > 0) yield dense(range);
}

/** Cells below each other as on the sheet, unless it is so empty between them that nobody sees a table. */
function dense(range: Map<number, string>[]): string[][] {
  const columns = [...new Set(range.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b);
  if (range.length * columns.length > MOST_PLACES)
    return range.map((row) => [...row].sort(([a], [b]) => a - b).map(([, text]) => text));
  return range.map((row) => columns.map((column) => row.get(column) ?? ''));
}
