// Reads Word, PowerPoint and OpenDocument files as pages to look at: headings, text, lists, tables, pictures, charts
// as tables, slides with what is on them at its place, and sheets with their cells.
//
// - The same readers as for the library, with their limits. Only known elements and addresses get into the result.
import { readWordPage } from '../../knowledge/extract/docx-page.ts';
import { Refusal } from '../../knowledge/extract/extracted.ts';
import { checkCount, LIMITS } from '../../knowledge/extract/limits.ts';
import { readSheets } from '../../knowledge/extract/ods.ts';
import { odpSlidesOf } from '../../knowledge/extract/odp-slides.ts';
import { OdfStyles } from '../../knowledge/extract/odf-styles.ts';
import { openDocument, readContent } from '../../knowledge/extract/odt.ts';
import { firstRowsAsHeads } from '../../knowledge/extract/office.ts';
import { slidesOf } from '../../knowledge/extract/pptx-slides.ts';
import type { Slide } from '../../knowledge/extract/slides.ts';
import { sheetCells } from '../../knowledge/extract/xlsx-sheet.ts';
import { sheetsOf } from '../../knowledge/extract/xlsx.ts';
import { parseXml } from '../../knowledge/extract/xml.ts';
import { Zip } from '../../knowledge/extract/zip.ts';
import type { OfficeFormat, OfficePage } from './office-tree.ts';
import { MOST_ELEMENTS, PageBuilder } from './page-builder.ts';
import { addSheet } from './sheet-page.ts';
import { addSlide } from './slide-page.ts';
import { MISSING, PICTURE, TextPage } from './text-page.ts';

type Read = (zip: Zip, page: PageBuilder) => Promise<void> | void;

const READERS: Record<OfficeFormat, Read> = {
  docx: readWord,
  odt: readOdt,
  pptx: (zip, page) => addSlides(slidesOf(zip), page),
  odp: (zip, page) => addSlides(odpSlidesOf(zip), page),
  xlsx: readExcel,
  ods: readOds,
};

/** @throws Refusal for a file that can't be read */
export async function readOfficePage(
  format: OfficeFormat,
  bytes: Uint8Array,
  most = MOST_ELEMENTS,
): Promise<OfficePage> {
  const zip = openDocument(bytes);
  const page = new PageBuilder(zip, most);
  await READERS[format](zip, page);
  return page.done;
}

async function readWord(zip: Zip, page: PageBuilder): Promise<void> {
  const word = await readWordPage(zip, async (picture) => {
    const bytes = new Uint8Array(await picture.readAsArrayBuffer());
    const number = page.picture(picture.contentType, bytes);
    return number === undefined ? MISSING : `${PICTURE}${number}`;
  });
  new TextPage(page, word.drawings).add(word.page.children);
}

function readOdt(zip: Zip, page: PageBuilder): void {
  const { content, whole } = readContent(zip, 'text');
  firstRowsAsHeads(content);
  const styles = new OdfStyles(whole, parseXml(zip.textIfAny('styles.xml') ?? ''));
  new TextPage(page, [], styles).add(content.children);
}

function addSlides(slides: Iterable<Slide>, page: PageBuilder): void {
  for (const slide of slides) if (!addSlide(page, slide)) break;
}

function readExcel(zip: Zip, page: PageBuilder): void {
  const count = cellCounter();
  for (const { name, xml, book } of sheetsOf(zip))
    if (!addSheet(page, { name, first: 0, ...sheetCells(xml, book, count) })) break;
}

function readOds(zip: Zip, page: PageBuilder): void {
  readSheets(zip, cellCounter(), (name, cells) => {
    if (!page.done.isCut) addSheet(page, { name, first: 1, ...cells });
  });
}

/** The limit of the library's readers. */
function cellCounter(): (row: ReadonlyMap<number, string>) => void {
  let cells = 0;
  return ({ size }) => checkCount('cells', (cells += size), LIMITS.cells);
}

/** Why a file can't be shown, for people. */
export function problemOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return `the file is damaged: ${error instanceof Error ? error.message : String(error)}`;
}
