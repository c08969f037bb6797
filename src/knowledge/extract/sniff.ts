// Detects a file's kind by its first bytes and, for a ZIP file, by its parts.
import { recognise } from './decode.ts';
import { Refusal } from './extracted.ts';
import type { Kind, PackedKind, SplitKind } from './kinds.ts';
import { beginsMailbox } from './mailbox.ts';
import { isZip, readZipDirectory } from './zip-directory.ts';
import { Zip } from './zip.ts';

/**
 * PDF readers look for the signature this far. Only in a file with that extension, because an article on PDF has it
 * in its text too.
 */
const PDF_WITHIN = 1024;
/** The results of `recognise` for pictures that browsers show. */
const PICTURES = new Set<string | undefined>(['a PNG image', 'a JPEG image', 'a GIF image', 'a WebP image']);
/** Those that most browsers can't decode, whatever the file is called. */
const OTHER_PICTURES = new Set<string | undefined>([
  'a TIFF image',
  'a HEIC image',
  'an AVIF image',
  'a Photoshop image',
]);
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Parts that only one kind of Office or similar file has. */
const PARTS: [part: string, kind: PackedKind][] = [
  ['word/document.xml', 'docx'],
  ['ppt/presentation.xml', 'pptx'],
  ['xl/workbook.xml', 'xlsx'],
  ['META-INF/container.xml', 'epub'],
];

/** Programs store mailboxes without an extension, and mailing lists store theirs as `.txt`. */
const MAY_BE_MAILBOX = new Set<Kind | undefined>(['mailbox', 'mail', 'text', undefined]);

const OPEN_DOCUMENT: Record<string, PackedKind> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' };

/**
 * Undefined: text, if anything.
 * @throws Refusal for a recognized kind that can't be read
 */
export function kindOfBytes(bytes: Uint8Array, named: Kind | undefined): PackedKind | SplitKind | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PDF_WITHIN));
  const pdf = start.indexOf('%PDF-');
  if (pdf === 0 || (pdf > 0 && named === 'pdf')) return 'pdf';
  if (start.startsWith('{\\rtf')) return 'rtf';
  const what = recognise(bytes);
  if (OTHER_PICTURES.has(what)) throw new Refusal(`this is ${what}; save it as PNG or JPEG`);
  if (named === undefined || named === 'picture') {
    // BMP's two letters may begin any text.
    if (PICTURES.has(what) || (named && start.startsWith('BM'))) return 'picture';
  }
  if (OLD_OFFICE.every((byte, i) => bytes[i] === byte)) throw new Refusal(oldOffice(bytes));
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (isZip(bytes)) return kindOfZip(bytes, named);
  if (start.includes('\0')) return undefined;
  if (MAY_BE_MAILBOX.has(named) && beginsMailbox(start)) return 'mailbox';
  // Any lines of text may be a message: its headers are checked when it is read.
  return named === 'mail' ? 'mail' : undefined;
}

function kindOfZip(bytes: Uint8Array, named: Kind | undefined): PackedKind {
  const entries = readZipDirectory(bytes);
  const [, kind] = PARTS.find(([part]) => entries.has(part)) ?? [];
  if (kind) return kind;
  if (entries.has('content.xml')) {
    const kind = openDocumentKind(new Zip(bytes));
    if (kind) return kind;
  }
  if (entries.has('xl/workbook.bin')) throw new Refusal('this is a binary Excel file; save it as .xlsx');
  if (entries.has('[Content_Types].xml')) {
    throw new Refusal('the file is damaged: this Office file has no document in it');
  }
  if (named === undefined || named === 'zip') return 'zip';
  throw new Refusal('this is a ZIP archive; give it the extension .zip, then add it again');
}

/** Reads its declared type, anywhere in the file, packed or not. Templates read like normal documents. */
function openDocumentKind(zip: Zip): PackedKind | undefined {
  const manifest = zip.textIfAny('META-INF/manifest.xml') ?? '';
  const type = zip.textIfAny('mimetype') ?? /media-type="([^"]*opendocument[^"]*)"/.exec(manifest)?.[1] ?? '';
  const [, what] = /^application\/vnd\.oasis\.opendocument\.(\w+)/.exec(type.trim()) ?? [];
  const kind = Object.hasOwn(OPEN_DOCUMENT, what ?? '') ? OPEN_DOCUMENT[what!] : undefined;
  if (what && !kind) {
    throw new Refusal(
      'of the OpenDocument files, Perilune reads texts, spreadsheets and presentations; save this one as PDF',
    );
  }
  return kind;
}

/** Outlook messages, and new Office files with a password, are in the container of the old Office files. */
function oldOffice(bytes: Uint8Array): string {
  if (hasStream(bytes, 'EncryptedPackage'))
    return 'the file is protected by a password; save a copy without it and add that';
  if (hasStream(bytes, '__substg1.0_')) return 'this is an Outlook message; save it as .eml';
  return 'this is an Office file of before 2007; save it as .docx, .xlsx or .pptx';
}

/** @param name with which the name of a stream begins; names are in UTF-16 */
function hasStream(bytes: Uint8Array, name: string): boolean {
  const mark = [...name].flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(mark[0]!); at >= 0; at = bytes.indexOf(mark[0]!, at + 1)) {
    if (mark.every((byte, i) => bytes[at + i] === byte)) return true;
  }
  return false;
}
