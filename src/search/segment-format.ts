// The file format of a segment, version 4: columns are used in place, so opening one copies nothing.
//
// - Header of 16 bytes, little-endian like everything after it: "PLKS", version, size of the whole file, checksum of
//   everything after the header.
// - Then the number of elements of each column, in the order of `COLUMNS` (4 bytes each; 8-byte numbers come first,
//   bytes last, so that each column is aligned to its width), padded to a multiple of 8; then the columns one after
//   another.
// - Names are two columns: the end of each, in UTF-16 units of all together, and all together in UTF-8.
// - Postings as packed by postings.ts: the start of each term, and the end of the last; and the bytes.
// - A reader rejects foreign, truncated and damaged files, and other versions, each with its own sentence. The
//   checksum is verified immediately, at half a nanosecond per byte, so damage is found before any answer.
import { Names } from './names.ts';
import { Postings } from './postings.ts';
import { damaged } from './segment-bytes.ts';
import type { Segment } from './segment-types.ts';

const MAGIC = 0x534b4c50;
const VERSION = 4;
const HEADER = 16;

type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Each column with its type; those of `Segment` have its names. */
const COLUMNS = {
  updated: Float64Array,
  documentEnds: Uint32Array,
  documentHashes: Uint32Array,
  sourceOf: Uint32Array,
  languageOf: Uint32Array,
  tagOffsets: Uint32Array,
  tagged: Uint32Array,
  sourceEnds: Uint32Array,
  tagEnds: Uint32Array,
  languageEnds: Uint32Array,
  documentOf: Uint32Array,
  chunkIndex: Uint32Array,
  lengths: Uint32Array,
  titleLengths: Uint32Array,
  hashes: Uint32Array,
  termEnds: Uint32Array,
  postingStarts: Uint32Array,
  documentBytes: Uint8Array,
  sourceBytes: Uint8Array,
  tagBytes: Uint8Array,
  languageBytes: Uint8Array,
  termBytes: Uint8Array,
  postingBytes: Uint8Array,
} as const;
type Columns = {
  [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]> & { buffer: ArrayBuffer };
};
const LAYOUT = Object.entries(COLUMNS) as [keyof Columns, (typeof COLUMNS)[keyof Columns]][];
/** Start of the columns. */
const START = Math.ceil((HEADER + 4 * LAYOUT.length) / 8) * 8;

/** Encodes the segment: about 210 bytes for a passage of 800 characters, up to three times that in a small segment. */
export function encodeSegment(segment: Segment): ArrayBuffer {
  const columns = columnsOf(segment);
  const buffer = new ArrayBuffer(
    LAYOUT.reduce((sum, [name]) => sum + (columns[name] as Column).byteLength, START),
  );
  const counts = new Uint32Array(buffer, HEADER, LAYOUT.length);
  let at = START;
  LAYOUT.forEach(([name, Type], i) => {
    const column = columns[name] as Column;
    counts[i] = column.length;
    new Type(buffer, at, column.length).set(column);
    at += column.byteLength;
  });
  const header = new Uint32Array(buffer, 0, HEADER / 4);
  header.set([MAGIC, VERSION, buffer.byteLength, checksum(new Uint8Array(buffer, HEADER))]);
  return buffer;
}

/**
 * Decodes the bytes of `encodeSegment`. They must not change afterwards, because the columns are views of them.
 * @throws Error whose message names the problem. Rebuild the segment then.
 */
export function decodeSegment(buffer: ArrayBuffer): Segment {
  checkHeader(buffer);
  const columns = readColumns(buffer);
  const { updated, documentHashes, sourceOf, languageOf, tagOffsets, tagged } = columns;
  const { documentOf, chunkIndex, lengths, titleLengths, hashes } = columns;
  const documents = Names.read(columns.documentEnds, columns.documentBytes);
  const sources = [...Names.read(columns.sourceEnds, columns.sourceBytes)];
  const tags = [...Names.read(columns.tagEnds, columns.tagBytes)];
  const languages = [...Names.read(columns.languageEnds, columns.languageBytes)];
  const terms = Names.read(columns.termEnds, columns.termBytes);
  const [perDocument, chunks] = [documents.length, lengths.length];
  const fits =
    [updated, documentHashes, sourceOf, languageOf].every(({ length }) => length === perDocument) &&
    tagOffsets.length === perDocument + 1 &&
    tagOffsets[perDocument] === tagged.length &&
    [documentOf, chunkIndex, titleLengths].every(({ length }) => length === chunks) &&
    hashes.length === 2 * chunks &&
    columns.postingStarts.length === terms.length + 1 &&
    areBelow(sourceOf, sources.length) &&
    areBelow(languageOf, languages.length) &&
    areBelow(tagged, tags.length) &&
    areBelow(documentOf, perDocument);
  if (!fits) throw damaged();
  return {
    documents,
    documentHashes,
    sources,
    sourceOf,
    updated,
    tags,
    tagOffsets,
    tagged,
    languages,
    languageOf,
    documentOf,
    chunkIndex,
    lengths,
    titleLengths,
    hashes,
    terms,
    postings: new Postings(columns.postingStarts, columns.postingBytes, chunks),
  };
}

function columnsOf({ documents, sources, tags, languages, terms, postings, ...columns }: Segment): Columns {
  const [sourceNames, tagNames, languageNames] = [Names.of(sources), Names.of(tags), Names.of(languages)];
  return {
    ...columns,
    documentEnds: documents.ends,
    sourceEnds: sourceNames.ends,
    tagEnds: tagNames.ends,
    languageEnds: languageNames.ends,
    termEnds: terms.ends,
    postingStarts: postings.starts,
    documentBytes: documents.bytes,
    sourceBytes: sourceNames.bytes,
    tagBytes: tagNames.bytes,
    languageBytes: languageNames.bytes,
    termBytes: terms.bytes,
    postingBytes: postings.bytes,
  };
}

/** Returns the columns in place. */
function readColumns(buffer: ArrayBuffer): Columns {
  if (buffer.byteLength < START) throw damaged();
  const counts = new Uint32Array(buffer, HEADER, LAYOUT.length);
  const columns: Record<string, Column> = {};
  let at = START;
  for (const [i, [name, Type]] of LAYOUT.entries()) {
    const count = counts[i]!;
    const next = at + count * Type.BYTES_PER_ELEMENT;
    if (next > buffer.byteLength) throw damaged();
    columns[name] = new Type(buffer, at, count);
    at = next;
  }
  if (at !== buffer.byteLength) throw damaged();
  return columns as unknown as Columns;
}

function areBelow(column: Uint32Array, limit: number): boolean {
  for (let i = 0; i < column.length; i++) if (column[i]! >= limit) return false;
  return true;
}

function checkHeader(buffer: ArrayBuffer): void {
  const view = new DataView(buffer);
  if (buffer.byteLength < HEADER || view.getUint32(0, true) !== MAGIC) {
    throw new Error('this is not a keyword index segment');
  }
  const version = view.getUint32(4, true);
  if (version !== VERSION) {
    throw new Error(`keyword index segment has version ${version}; this program reads version ${VERSION}`);
  }
  const expected = view.getUint32(8, true);
  if (buffer.byteLength !== expected) {
    throw new Error(`keyword index segment has ${buffer.byteLength} bytes, not ${expected}`);
  }
  if (checksum(new Uint8Array(buffer, HEADER)) !== view.getUint32(12, true)) throw damaged();
}

/**
 * FNV-1a over 4-byte words in four independent lanes, each of every fourth word; then over the lanes and the
 * remaining bytes. Each step is one-to-one, so a change of any single byte changes the sum. Every browser's machine
 * is little-endian.
 */
export function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  const even = words.length & ~3;
  let [a, b, c, d] = [BASIS, BASIS, BASIS, BASIS];
  for (let i = 0; i < even; i += 4) {
    a = Math.imul(a ^ words[i]!, PRIME);
    b = Math.imul(b ^ words[i + 1]!, PRIME);
    c = Math.imul(c ^ words[i + 2]!, PRIME);
    d = Math.imul(d ^ words[i + 3]!, PRIME);
  }
  let sum = BASIS;
  for (const lane of [a, b, c, d]) sum = Math.imul(sum ^ lane, PRIME);
  for (let i = even; i < words.length; i++) sum = Math.imul(sum ^ words[i]!, PRIME);
  for (let i = words.length * 4; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i]!, PRIME);
  return sum >>> 0;
}

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
