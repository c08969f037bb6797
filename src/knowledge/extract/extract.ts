// Chooses the extractor for an item by its name, type and content. Each is loaded when first needed.
import type { Recognising } from '../../core/ports/text-recognition.ts';
import { declaredCharset, decodeText, recognise } from './decode.ts';
import { type Extracted, type ExtractedDocuments, Refusal } from './extracted.ts';
import { isText, kindOfName, type PackedKind, type SplitKind, type TextKind } from './kinds.ts';
import { checkSize } from './limits.ts';
import { kindOfBytes } from './sniff.ts';

/**
 * Reads a packed file; rejects with a Refusal, also when `signal` aborts. In the browser it uses a separate worker,
 * which is then ended.
 * @param onPage called and awaited before each picture or scanned page that is recognized
 */
export type ReadPacked = (
  kind: PackedKind,
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
  onPage?: Recognising['onPage'],
) => Promise<Extracted>;

export type Opened =
  | { kind: TextKind; text: string }
  | { kind: PackedKind; bytes: Uint8Array<ArrayBuffer> }
  | { kind: SplitKind; split: Uint8Array<ArrayBuffer> };

/** @throws Refusal before anything is read, for files that can't be read by their name or size */
export function checkFile(name: string, type: string, size: number): void {
  checkSize(kindOfName(name, type), size);
}

/**
 * Detects a file's kind: by its first bytes, then its name, then the browser's `type`; otherwise text if it is text.
 * @throws Refusal with the reason
 */
export function openFile(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Opened {
  const named = kindOfName(name, type);
  if (bytes.length === 0) throw new Refusal('the file is empty');
  const kind = kindOfBytes(bytes, named);
  if (kind) {
    checkSize(kind, bytes.length);
    return kind === 'mailbox' ? { kind, split: bytes } : { kind, bytes };
  }
  if (named && !isText(named)) throw new Refusal(notWhatItIsNamed(named, bytes));
  checkSize(named, bytes.length);
  const marked = named === 'html' || named === 'code' || named === undefined;
  const text = decodeText(bytes, marked ? declaredCharset : () => undefined);
  return { kind: named ?? (looksLikeHtml(text) ? 'html' : 'text'), text };
}

/**
 * @param name of the file, for its language and its title
 * @throws Refusal when nothing readable is left: a page of scripts only, a Markdown file of front matter only
 */
export async function extractText(text: string, kind: TextKind, name: string): Promise<Extracted> {
  return readable(await readText(text, kind, name), kind);
}

/** Reads data, which may hold many documents. @throws Refusal */
export async function extractData(text: string, name: string): Promise<Extracted | ExtractedDocuments> {
  const content = (await import('./json.ts')).extractJson(text, name);
  return 'body' in content ? readable(content, 'json') : content;
}

function readable(extracted: Extracted, kind: TextKind): Extracted {
  if (extracted.body.trim() === '') {
    throw new Refusal(kind === 'html' ? 'the page has no text in it' : 'the document has no text in it');
  }
  return extracted;
}

async function readText(text: string, kind: TextKind, name: string): Promise<Extracted> {
  switch (kind) {
    case 'markdown':
      return (await import('./markdown.ts')).extractMarkdown(text);
    case 'asciidoc':
      return (await import('./asciidoc.ts')).extractAsciidoc(text);
    case 'rst':
      return (await import('./rst.ts')).extractRst(text);
    case 'html':
      return (await import('./html.ts')).extractHtml(text, name);
    case 'text':
      return (await import('./text.ts')).extractText(text);
    case 'code':
      return (await import('./code.ts')).extractCode(text, name);
    case 'csv':
      return (await import('./csv.ts')).extractCsv(text);
    case 'json':
      return (await import('./json.ts')).extractJsonText(text);
    case 'notebook':
      return (await import('./notebook.ts')).extractNotebook(text);
  }
}

const NAMES: Record<PackedKind | SplitKind, string> = {
  pdf: 'a PDF file',
  docx: 'a Word file',
  pptx: 'a PowerPoint file',
  xlsx: 'an Excel file',
  odt: 'an OpenDocument text',
  ods: 'an OpenDocument spreadsheet',
  odp: 'an OpenDocument presentation',
  epub: 'an EPUB book',
  rtf: 'a rich text file (RTF)',
  mail: 'an e-mail message',
  mailbox: 'a mailbox (mbox)',
  gzip: 'a gzip file',
  zip: 'a ZIP archive',
  picture: 'a picture',
};

function notWhatItIsNamed(kind: PackedKind | SplitKind, bytes: Uint8Array): string {
  const what = recognise(bytes);
  return what ? `this is ${what}, not ${NAMES[kind]}` : `this is not ${NAMES[kind]}, or it is damaged`;
}

function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!--[^]{0,2000}?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 4000));
}
