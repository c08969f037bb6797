// PDF files, read by pdf.js: text with its pages, headings from the bookmarks or the letter sizes, and metadata.
//
// - Scripts, forms, pictures, fonts and embedded files are never run or unpacked: only the text of pages is requested.
// - pdf.js runs in the same thread, so untrusted files are read in a worker that can be ended.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a module that is only declared cannot be imported
/// <reference path="./libraries.d.ts" />
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, type ReadWith, Refusal } from './extracted.ts';
import { checkCount, LIMITS } from './limits.ts';
import { linesOf, type TextItem } from './pdf-lines.ts';
import { type PdfHeading, type PdfPage, pdfMarkdown } from './pdf-markdown.ts';
import { largestText } from './pdf-title.ts';
import { withProperties } from './with-properties.ts';

/** Letters and digits. A scanned page may have a number or a stamp as text; a page with more is text. */
const FEWEST_LETTERS = 20;
/** A longer list of bookmarks is no table of contents. */
const MOST_BOOKMARKS = 2000;

export async function extractPdf(
  bytes: Uint8Array,
  alive: () => void,
  { namesUnread = false, recognised }: ReadWith = {},
): Promise<Extracted> {
  const [{ getDocument }, { CharacterMaps }] = await Promise.all([loadLibrary(), import('./pdf-cmaps.ts')]);
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    BinaryDataFactory: CharacterMaps,
    stopAtErrors: false,
    maxImageSize: 0,
  });
  try {
    const file = await task.promise;
    checkCount('pages', file.numPages, LIMITS.pages);
    const read = await readPages(file, alive);
    const unread = namesUnread ? withFewLetters(read) : [];
    const found = [...(recognised ?? [])].filter(([, { lines }]) => lines.length > 0);
    const pages: ReadPage[] = read.map((page, i) => {
      const lines = found.find(([number]) => number === i + 1)?.[1].lines;
      return lines ? { lines } : page;
    });
    const { body, pages: starts } = pdfMarkdown(pages, await readBookmarks(file));
    if (!/[\p{L}\p{N}]/u.test(body) && unread.length === 0) {
      throw new Refusal(
        'the file has no text in it, only pictures; run text recognition (OCR) on it, then add it again',
      );
    }
    const damaged = pages.filter((page) => page.isDamaged).length;
    const empty = pages.filter(({ lines }) => lines.length === 0).length - damaged;
    const metadata = {
      format: 'pdf',
      pages: file.numPages,
      ...(empty > 0 && { pages_without_text: empty }),
      ...(damaged > 0 && { damaged_pages: damaged }),
    };
    // The size of recognized letters is only a guess.
    const title = largestText(read[0]?.lines ?? []);
    const extracted: Extracted = {
      body,
      content_type: CONTENT_TYPES.markdown,
      pages: starts,
      metadata,
      ...(title && { title }),
      ...(found.length > 0 && { recognised: found.map(([number]) => number) }),
      ...(unread.length > 0 && { unread }),
    };
    return withProperties(extracted, await statedBy(file));
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new Refusal('the file is protected by a password; save a copy without it and add that');
    if (error instanceof Refusal) throw error;
    // Problems of a file are exceptions of pdf.js.
    if (error instanceof TypeError || error instanceof ReferenceError)
      throw new Refusal(
        `this browser cannot read PDF files (${error.message}): update it, or use another one`,
      );
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(`the PDF file is damaged (${why.replace(/\.$/, '')})`);
  } finally {
    await task.destroy();
  }
}

/** pdf.js looks for its worker code as a global, and if it finds it, works in this thread. */
async function loadLibrary(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  const scope = globalThis as { pdfjsWorker?: object; DOMMatrix?: unknown };
  // It creates one for drawing as it loads. Node has none, and nothing is drawn.
  scope.DOMMatrix ??= class {};
  scope.pdfjsWorker ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

interface ReadPage extends PdfPage {
  isDamaged?: boolean;
}

/**
 * A damaged page counts as a page without text: the others are still worth reading.
 * @throws Refusal with the reason when no page can be read
 */
async function readPages(file: PDFDocumentProxy, alive: () => void): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  let characters = 0;
  let problem: unknown;
  for (let number = 1; number <= file.numPages; number++) {
    try {
      const lines = await readPage(file, number);
      for (const { text } of lines) characters += text.length;
      pages.push({ lines });
    } catch (error) {
      problem ??= error;
      pages.push({ lines: [], isDamaged: true });
    }
    checkCount('characters of text', characters, LIMITS.characters);
    alive();
  }
  if (problem !== undefined && pages.every(({ isDamaged }) => isDamaged)) throw problem;
  return pages;
}

/** Returns the pages, from 1, that may be pictures. */
function withFewLetters(pages: readonly ReadPage[]): number[] {
  return pages.flatMap(({ lines }, i) => {
    const letters = lines.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
    return letters < FEWEST_LETTERS ? [i + 1] : [];
  });
}

async function readPage(file: PDFDocumentProxy, number: number): Promise<PdfPage['lines']> {
  const page = await file.getPage(number);
  const items: TextItem[] = [];
  // Safari can't iterate a stream, which `getTextContent` does.
  const reader = (page.streamTextContent() as ReadableStream<{ items: (TextItem | object)[] }>).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const item of read.value.items) if ('str' in item) items.push(item);
  }
  page.cleanup();
  return linesOf(items);
}

/** Returns the file's bookmarks with their pages, outermost first. */
async function readBookmarks(file: PDFDocumentProxy): Promise<PdfHeading[]> {
  const headings: PdfHeading[] = [];
  try {
    const walk = async (items: Awaited<ReturnType<typeof file.getOutline>>, level: number): Promise<void> => {
      for (const { title, dest, items: inner } of items) {
        if (headings.length >= MOST_BOOKMARKS || level > 6) return;
        const target: unknown = (typeof dest === 'string' ? await file.getDestination(dest) : dest)?.[0];
        const page =
          typeof target === 'object' && target !== null ? await file.getPageIndex(target as never) : target;
        if (typeof page === 'number') headings.push({ title, level, page });
        await walk(inner as typeof items, level + 1);
      }
    };
    await walk((await file.getOutline()) ?? [], 1);
    return headings;
  } catch {
    return headings; // Damaged bookmarks; the text is still there.
  }
}

async function statedBy(file: PDFDocumentProxy): Promise<Partial<Extracted> & { tags?: string[] }> {
  const info = await file.getMetadata().then(
    (metadata) => metadata.info as Record<string, unknown>,
    (): Record<string, unknown> => ({}),
  );
  const stated: Partial<Extracted> & { tags?: string[] } = {};
  const text = (name: string): string =>
    typeof info[name] === 'string' ? info[name].replace(/\s+/g, ' ').trim() : '';
  if (text('Title')) stated.title = text('Title');
  if (text('Author')) stated.author = text('Author');
  const [created, updated] = [isoDate(text('CreationDate')), isoDate(text('ModDate'))];
  if (created) stated.created_at = created;
  if (updated) stated.updated_at = updated;
  const tags = text('Keywords')
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (tags.length > 0) stated.tags = tags;
  return stated;
}

/** `D:20250304093000+01'00'` */
function isoDate(date: string): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([+-])(\d\d)'?(\d\d)?)?/.exec(date);
  if (!parts) return undefined;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    hours,
    minutes = '00',
  ] = parts;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`;
}
