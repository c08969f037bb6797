// Limits for one file: everything that a hostile or broken file could make large, with the reason for each figure.
//
// Exceeding a limit rejects the file with the figure; the rest of a drop continues.
import { Refusal } from './extracted.ts';
import type { Kind } from './kinds.ts';

const MB = 1024 * 1024;

/**
 * Bytes. Text takes about ten times its size in memory while it is indexed; packed files are mostly pictures, which
 * are never unpacked.
 */
const LARGEST: Record<Kind, number> = {
  markdown: 20 * MB,
  asciidoc: 20 * MB,
  rst: 20 * MB,
  html: 20 * MB,
  text: 20 * MB,
  code: 5 * MB,
  csv: 20 * MB,
  // An export of a whole library: read in one go and split into documents.
  json: 50 * MB,
  // Mostly pictures in base64, which are dropped.
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
  // Servers accept messages of 25 to 50 MB, in which attachments grow by a third.
  mail: 75 * MB,
  // Read in pieces: only the current message is in memory.
  mailbox: 2000 * MB,
  gzip: 100 * MB,
  zip: 200 * MB,
  picture: 100 * MB,
};

export const LIMITS = {
  /** For a PDF. The PDF specification itself has 1,310 pages; text takes about 5 ms per page. */
  pages: 5000,
  /** Entries of a ZIP. A long presentation has about 1,500. */
  entries: 10_000,
  /** Bytes of one part, unpacked: the sheet of a workbook with a million cells has about 40 MB. */
  part: 100 * MB,
  /** Bytes of all parts read, unpacked. */
  unpacked: 200 * MB,
  /**
   * Unpacked to packed size, for parts over `ratioFrom` bytes. Sheets of zeros reach 120; deflate itself ends at
   * 1,032.
   */
  ratio: 300,
  ratioFrom: MB,
  /** Nesting of elements. Office files have about 30; converters walk the tree recursively. */
  depth: 200,
  /** Elements of a tree: about 300 bytes each in memory; a book of a thousand pages has about 400,000. */
  elements: 1_000_000,
  /** Nesting of JSON values, for the same reason. */
  jsonDepth: 200,
  /** Non-empty cells of a workbook or table. */
  cells: 1_000_000,
  /** Columns, as Excel counts them (XFD), and rows. A cell beyond them is damaged. */
  columns: 16_384,
  rows: 1_048_576,
  /** Characters of text from one file: ten long books, and no less than a plain text file may have. */
  characters: 20 * MB,
  /** Attachments of a message. */
  attachments: 1000,
  /** Nesting of files: a message, one attached to it, a `.gz` attached to that. */
  within: 4,
  /** Documents in one file. */
  documents: 100_000,
  /** Milliseconds without a sign of life after which the worker that reads a file is ended, and in total. */
  silence: 30_000,
  time: 300_000,
} as const;

/** @throws Refusal for a file that is too large for its kind; an unknown kind is text */
export function checkSize(kind: Kind | undefined, bytes: number): void {
  const most = LARGEST[kind ?? 'text'];
  if (bytes <= most) return;
  const megabytes = (bytes / MB).toFixed(bytes < 100 * MB ? 1 : 0);
  throw new Refusal(`the file is too large: ${megabytes} MB, and ${most / MB} MB at most can be read`);
}

/** @throws Refusal with the exceeded count: `checkCount('pages', 90_000, LIMITS.pages)` */
export function checkCount(what: string, count: number, most: number): void {
  if (count <= most) return;
  const [is, limit] = [count, most].map((number) => number.toLocaleString('en'));
  throw new Refusal(`the file is too large: it has ${is} ${what}, and ${limit} at most can be read`);
}
