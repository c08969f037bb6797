// The file format of a segment, version 2.
//
// - Header of 16 bytes, little-endian: "PLKS", version, bytes of the whole file, checksum of what follows the header.
// - Then variable-length integers (7 bits a byte, lowest first): seven counts (documents, sources, tags, languages,
//   chunks, terms, postings); document ids, sources, tags and languages, each as how many units it shares with the name
//   before, how many follow, and those units; per document source, language, number of tags, and these; per chunk document, index, length and title's length;
//   terms as the names are, each with its number of postings; then per posting the distance to the ordinal before it.
// - Last, of fixed width and little-endian: per document its date (8 bytes), per chunk its hash (8 bytes), per posting its
//   frequency (1 byte).
// - A reader refuses files of strangers, of other versions, cut files and damaged files, each with its own sentence.
import { damaged, Reader, Writer } from './segment-bytes.ts';
import type { Segment } from './segment.ts';
import { finished } from './steps.ts';

const MAGIC = 0x534b4c50;
const VERSION = 2;
const HEADER = 16;

/** The segment as bytes: 150 to 200 for a passage of 800 characters. */
export function encodeSegment(segment: Segment): ArrayBuffer {
  return finished(encodingSegment(segment));
}

/** Postings written between two pauses: some 5 ms. */
const SLICE = 300_000;

/** `encodeSegment` in steps, so that searches come in between. */
export function* encodingSegment(segment: Segment): Generator<undefined, ArrayBuffer> {
  const { documents, sources, sourceOf, updated, tags, tagOffsets, tagged, languages, languageOf } = segment;
  const { documentOf, chunkIndex, lengths, titleLengths, hashes } = segment;
  const { terms, offsets, ordinals, frequencies } = segment;
  const out = new Writer(HEADER);
  for (const column of [documents, sources, tags, languages, lengths, terms, ordinals])
    out.integer(column.length);
  for (const names of [documents, sources, tags, languages]) out.names(names);
  for (let document = 0; document < documents.length; document++) {
    out.integer(sourceOf[document]!);
    out.integer(languageOf[document]!);
    out.integer(tagOffsets[document + 1]! - tagOffsets[document]!);
    for (let t = tagOffsets[document]!; t < tagOffsets[document + 1]!; t++) out.integer(tagged[t]!);
  }
  for (let chunk = 0; chunk < lengths.length; chunk++) {
    out.integer(documentOf[chunk]!);
    out.integer(chunkIndex[chunk]!);
    out.integer(lengths[chunk]!);
    out.integer(titleLengths[chunk]!);
  }
  out.names(terms);
  for (let t = 0; t < terms.length; t++) out.integer(offsets[t + 1]! - offsets[t]!);
  yield;
  let pause = SLICE;
  for (let t = 0; t < terms.length; t++) {
    let last = -1;
    for (let p = offsets[t]!; p < offsets[t + 1]!; p++) {
      out.integer(ordinals[p]! - last);
      last = ordinals[p]!;
    }
    if (offsets[t + 1]! < pause) continue;
    pause = offsets[t + 1]! + SLICE;
    yield;
  }
  out.bytes(littleEndian(8, updated, (view, at, moment) => view.setFloat64(at, moment, true)));
  out.bytes(littleEndian(4, hashes, (view, at, half) => view.setUint32(at, half, true)));
  out.bytes(frequencies);
  return sealed(out.finish());
}

/**
 * The segment of `encodeSegment`'s bytes.
 * @throws Error whose message says what is wrong with them. Build the segment anew then.
 */
export function decodeSegment(buffer: ArrayBuffer): Segment {
  const input = open(buffer);
  const documentCount = input.count();
  const sourceCount = input.count();
  const tagCount = input.count();
  const languageCount = input.count();
  const chunkCount = input.count();
  const termCount = input.count();
  const postingCount = input.count();

  const documents = input.names(documentCount);
  const sources = input.names(sourceCount);
  const tags = input.names(tagCount);
  const languages = input.names(languageCount);
  const sourceOf = new Uint32Array(documentCount);
  const languageOf = new Uint32Array(documentCount);
  const tagOffsets = new Uint32Array(documentCount + 1);
  const tagged: number[] = [];
  for (let document = 0; document < documentCount; document++) {
    sourceOf[document] = input.below(sourceCount);
    languageOf[document] = input.below(languageCount);
    const many = input.count();
    for (let i = 0; i < many; i++) tagged.push(input.below(tagCount));
    tagOffsets[document + 1] = tagged.length;
  }
  const documentOf = new Uint32Array(chunkCount);
  const chunkIndex = new Uint32Array(chunkCount);
  const lengths = new Uint32Array(chunkCount);
  const titleLengths = new Uint32Array(chunkCount);
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    documentOf[chunk] = input.below(documentCount);
    chunkIndex[chunk] = input.integer();
    lengths[chunk] = input.integer();
    titleLengths[chunk] = input.integer();
  }

  const terms = input.names(termCount);
  const offsets = new Uint32Array(termCount + 1);
  for (let t = 0; t < termCount; t++) offsets[t + 1] = offsets[t]! + input.integer();
  if (offsets[termCount] !== postingCount) throw damaged();
  const ordinals = input.ascending(offsets, chunkCount);
  const updated = new Float64Array(documentCount);
  const dates = input.fixed(8 * documentCount);
  for (let document = 0; document < documentCount; document++)
    updated[document] = dates.getFloat64(8 * document, true);
  const hashes = new Uint32Array(2 * chunkCount);
  const halves = input.fixed(8 * chunkCount);
  for (let half = 0; half < hashes.length; half++) hashes[half] = halves.getUint32(4 * half, true);
  const frequencies = input.rest(postingCount);
  return {
    documents,
    sources,
    sourceOf,
    updated,
    tags,
    tagOffsets,
    tagged: Uint32Array.from(tagged),
    languages,
    languageOf,
    documentOf,
    chunkIndex,
    lengths,
    titleLengths,
    hashes,
    terms,
    offsets,
    ordinals,
    frequencies,
  };
}

function littleEndian(
  width: number,
  values: Float64Array | Uint32Array,
  set: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(width * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => set(view, width * i, value));
  return bytes;
}

/** Fills in the header. */
function sealed(buffer: ArrayBuffer): ArrayBuffer {
  const view = new DataView(buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, buffer.byteLength, true);
  view.setUint32(12, checksum(new Uint8Array(buffer, HEADER)), true);
  return buffer;
}

function open(buffer: ArrayBuffer): Reader {
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
    throw new Error(`keyword index segment has ${buffer.byteLength} bytes instead of ${expected}`);
  }
  const payload = new Uint8Array(buffer, HEADER);
  if (checksum(payload) !== view.getUint32(12, true)) throw damaged();
  return new Reader(payload);
}

/**
 * FNV-1a over words of 4 bytes, then over the bytes that are left. Each step is one-to-one, so a change of any single byte
 * changes the sum. Every browser's machine is little-endian.
 */
export function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  let sum = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) sum = Math.imul(sum ^ words[i]!, 0x01000193);
  for (let i = words.length * 4; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i]!, 0x01000193);
  return sum >>> 0;
}
