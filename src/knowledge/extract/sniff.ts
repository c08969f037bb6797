// What a file is by its first bytes and, of a ZIP file, by the parts in it.
import { Refusal } from './extracted.ts';
import type { Kind, PackedKind } from './kinds.ts';
import { isZip, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Readers of PDF look for its mark this far. Only in a file that is named so: an article on PDF has it in its text, too. */
const PDF_WITHIN = 1024;
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Of an Office file and its relatives: a part that only this kind has. */
const PARTS: [part: string, kind: PackedKind][] = [
  ['word/document.xml', 'docx'],
  ['ppt/presentation.xml', 'pptx'],
  ['xl/workbook.xml', 'xlsx'],
  ['META-INF/container.xml', 'epub'],
];

/**
 * Undefined: no packed file, so text if anything.
 * @throws Refusal for what is recognised and cannot be read.
 */
export function packedKindOf(bytes: Uint8Array, named: Kind | undefined): PackedKind | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PDF_WITHIN));
  const pdf = start.indexOf('%PDF-');
  if (pdf === 0 || (pdf > 0 && named === 'pdf')) return 'pdf';
  if (start.startsWith('{\\rtf'))
    throw new Refusal('this is a rich text file (RTF), which cannot be read; save it as .docx');
  if (OLD_OFFICE.every((byte, i) => bytes[i] === byte)) throw new Refusal(oldOffice(bytes));
  return isZip(bytes) ? kindOfZip(bytes) : undefined;
}

function kindOfZip(bytes: Uint8Array): PackedKind {
  const entries = readZipDirectory(bytes);
  const [, kind] = PARTS.find(([part]) => entries.has(part)) ?? [];
  if (kind) return kind;
  const type = storedType(bytes, entries.get('mimetype'));
  if (type === 'application/vnd.oasis.opendocument.text') return 'odt';
  if (type.startsWith('application/vnd.oasis.opendocument')) {
    throw new Refusal('of OpenDocument files only texts (.odt) can be read; save it as .xlsx, .pptx or PDF');
  }
  if (entries.has('xl/workbook.bin')) throw new Refusal('this is a binary Excel file; save it as .xlsx');
  if (entries.has('[Content_Types].xml')) {
    throw new Refusal('the file is damaged: this Office file has no document in it');
  }
  throw new Refusal('this is a ZIP archive; unpack it and add the folder');
}

/** The part `mimetype` stands first and is never packed. */
function storedType(bytes: Uint8Array, entry: ZipEntry | undefined): string {
  if (!entry || entry.method !== 0 || entry.size > 200) return '';
  const at = entry.offset + 30 + 'mimetype'.length;
  return new TextDecoder('latin1').decode(bytes.subarray(at, at + entry.size)).trim();
}

/** New Office files with a password are packed into a file of the old kind. */
function oldOffice(bytes: Uint8Array): string {
  const mark = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let at = 0; at + mark.length <= bytes.length; at++) {
    if (bytes[at] === mark[0] && mark.every((byte, i) => bytes[at + i] === byte)) {
      return 'the file is protected by a password';
    }
  }
  return 'this is an Office file of before 2007; save it as .docx, .xlsx or .pptx';
}
