// Excel files: one section per sheet, its ranges as tables. Values are formatted for people, dates as ISO 8601.
//
// Read as a stream of tags: a sheet with a million cells would take a gigabyte as a tree.
import type { Extracted } from './extracted.ts';
import { properties, relationsOf } from './office.ts';
import { type Book, sheetRows } from './xlsx-sheet.ts';
import { readStyles } from './xlsx-styles.ts';
import { withProperties } from './with-properties.ts';
import { WorkbookText } from './workbook-text.ts';
import { attributeOf, firstNamed, named, parseXml, prefixed, readTags } from './xml.ts';
import { Zip } from './zip.ts';

const MAIN = 'xl/workbook.xml';

export function extractXlsx(bytes: Uint8Array, alive: () => void): Extracted {
  const zip = new Zip(bytes);
  const text = new WorkbookText(alive);
  for (const { name, xml, book } of sheetsOf(zip)) {
    alive();
    text.add(
      name,
      sheetRows(xml, book, (row) => text.count(row)),
    );
  }
  return withProperties(text.extracted('xlsx'), properties(zip), { headings: false });
}

/** Yields the sheets that Excel shows. */
export function* sheetsOf(zip: Zip): Generator<{ name: string; xml: string; book: Book }> {
  const workbook = parseXml(zip.text(MAIN));
  const relations = relationsOf(zip, MAIN);
  const parts = new Map([...relations.values()].map(({ type, target }) => [type, target]));
  const strings = readStrings(zip.textIfAny(parts.get('sharedStrings') ?? ''));
  const styles = readStyles(zip.textIfAny(parts.get('styles') ?? ''));
  const properties1904 = firstNamed(workbook, 'workbookPr');
  const from1904 = /^(?:1|true)$/.test((properties1904 && attributeOf(properties1904, 'date1904')) ?? '');
  for (const sheet of named(workbook, 'sheet')) {
    const part = relations.get(prefixed(sheet.attribs, 'id') ?? '')?.target;
    // Very hidden sheets are a program's own data, which Excel itself never shows.
    if (part === undefined || !zip.has(part) || attributeOf(sheet, 'state') === 'veryHidden') continue;
    const name = attributeOf(sheet, 'name') ?? '';
    yield { name, xml: zip.text(part), book: { strings, styles, from1904 } };
  }
}

/** Reads shared strings: joins rich text, without Japanese phonetic guides. */
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
