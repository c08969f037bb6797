// What one file may cost: everything that a hostile or a broken file could make large, with the reason for each figure.
//
// A refusal by any of these names the file and the figure; the rest of a drop goes on.
import { Refusal } from './extracted.ts';
import type { Kind } from './kinds.ts';

const MB = 1024 * 1024;

/** Bytes. Text takes some ten times its size in memory while it is indexed; packed files are mostly pictures, never unpacked. */
const LARGEST: Record<Kind, number> = {
  markdown: 20 * MB,
  asciidoc: 20 * MB,
  html: 20 * MB,
  text: 20 * MB,
  code: 5 * MB,
  csv: 20 * MB,
  // An export of a whole library: read in one go and taken apart into documents.
  json: 50 * MB,
  // Mostly pictures in base64, which are left out.
  notebook: 50 * MB,
  pdf: 100 * MB,
  docx: 100 * MB,
  pptx: 200 * MB,
  xlsx: 50 * MB,
  odt: 100 * MB,
  ods: 50 * MB,
  odp: 200 * MB,
  epub: 100 * MB,
  rtf: 100 * MB,
  // Servers take messages of 25 to 50 MB, and attachments are a third larger in them.
  mail: 75 * MB,
  // Read piece by piece: only the message in hand is in memory.
  mailbox: 2000 * MB,
  gzip: 100 * MB,
  picture: 100 * MB,
};

export const LIMITS = {
  /** Of a PDF. The PDF specification itself has 1,310 pages; text takes about 5 ms a page. */
  pages: 5000,
  /** Entries of a ZIP. A long presentation has about 1,500. */
  entries: 10_000,
  /** Bytes of one part, unpacked: the sheet of a workbook with a million cells has about 40 MB. */
  part: 100 * MB,
  /** Bytes of all parts that are read, unpacked. */
  unpacked: 200 * MB,
  /** Unpacked to packed, for parts over `ratioFrom` bytes. Sheets of zeros reach 120; deflate itself ends at 1,032. */
  ratio: 300,
  ratioFrom: MB,
  /** Elements within elements. Office files have about 30; converters walk the tree by calling themselves. */
  depth: 200,
  /** Elements of a tree: some 300 bytes each in memory; a book of a thousand pages has about 400,000. */
  elements: 1_000_000,
  /** Values in values of JSON, for the same reason. */
  jsonDepth: 200,
  /** Cells of a workbook or table that have something in them. */
  cells: 1_000_000,
  /** Columns, as Excel counts them (XFD), and rows. A cell that names others is damaged. */
  columns: 16_384,
  rows: 1_048_576,
  /** Characters of text that one file may give: ten long books, and no less than a file of plain text may have. */
  characters: 20 * MB,
  /** Attachments of a message. */
  attachments: 1000,
  /** Files within files: a message, one that is attached to it, a `.gz` attached to that. */
  within: 4,
  /** Documents in one file. */
  documents: 100_000,
  /** Milliseconds without a sign of life after which the worker that reads a file is ended, and in all. */
  silence: 30_000,
  time: 300_000,
} as const;

/** @throws Refusal for a file that is too large for its kind; a kind that is not known is text. */
export function checkSize(kind: Kind | undefined, bytes: number): void {
  const most = LARGEST[kind ?? 'text'];
  if (bytes <= most) return;
  const megabytes = (bytes / MB).toFixed(bytes < 100 * MB ? 1 : 0);
  throw new Refusal(`the file is too large: ${megabytes} MB, and ${most / MB} MB at most can be read`);
}

/** @throws Refusal with the count that is too much: `checkCount('pages', 90_000, LIMITS.pages)`. */
export function checkCount(what: string, count: number, most: number): void {
  if (count <= most) return;
  const [is, limit] = [count, most].map((number) => number.toLocaleString('en'));
  throw new Refusal(`the file is too large: it has ${is} ${what}, and ${limit} at most can be read`);
}
