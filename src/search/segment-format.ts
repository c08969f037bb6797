// The file format of a segment, version 1.
//
// - Header of 16 bytes, little-endian: "PLKS", version, bytes of the whole file, checksum of what follows the header.
// - Then variable-length integers (7 bits a byte, lowest first): four counts (documents, chunks, terms, postings);
//   document ids (length, UTF-16 units); per chunk document, index, length and title's length; per term how many units it shares with
//   the term before, how many follow, those units, its number of postings; then per posting the distance to the ordinal
//   before it. Frequencies come last, a byte each.
// - A reader refuses files of strangers, of other versions, cut files and damaged files, each with its own sentence.
import type { Segment } from './segment.ts';

const MAGIC = 0x534b4c50;
const VERSION = 1;
const HEADER = 16;

/** The segment as bytes: 140 to 190 bytes for a passage of 800 characters. */
export function encodeSegment(segment: Segment): ArrayBuffer {
  const { documents, documentOf, chunkIndex, lengths, titleLengths, terms, offsets, ordinals, frequencies } =
    segment;
  const out = new Writer();
  for (const count of [documents.length, lengths.length, terms.length, ordinals.length]) out.integer(count);
  for (const document of documents) {
    out.integer(document.length);
    out.units(document, 0);
  }
  for (let chunk = 0; chunk < lengths.length; chunk++) {
    out.integer(documentOf[chunk]!);
    out.integer(chunkIndex[chunk]!);
    out.integer(lengths[chunk]!);
    out.integer(titleLengths[chunk]!);
  }
  let before = '';
  terms.forEach((term, t) => {
    const shared = sharedStart(before, term);
    out.integer(shared);
    out.integer(term.length - shared);
    out.units(term, shared);
    out.integer(offsets[t + 1]! - offsets[t]!);
    before = term;
  });
  for (let t = 0; t < terms.length; t++) {
    let last = -1;
    for (let p = offsets[t]!; p < offsets[t + 1]!; p++) {
      out.integer(ordinals[p]! - last);
      last = ordinals[p]!;
    }
  }
  out.bytes(frequencies);
  return out.finish();
}

/**
 * The segment of `encodeSegment`'s bytes.
 * @throws Error whose message says what is wrong with them. Build the segment anew then.
 */
export function decodeSegment(buffer: ArrayBuffer): Segment {
  const input = open(buffer);
  const documentCount = input.count();
  const chunkCount = input.count();
  const termCount = input.count();
  const postingCount = input.count();

  const documents = Array.from({ length: documentCount }, () => input.units(input.integer()));
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

  const offsets = new Uint32Array(termCount + 1);
  const terms: string[] = [];
  let before = '';
  for (let t = 0; t < termCount; t++) {
    const shared = input.below(before.length + 1);
    before = before.slice(0, shared) + input.units(input.integer());
    terms.push(before);
    offsets[t + 1] = offsets[t]! + input.integer();
  }
  if (offsets[termCount] !== postingCount) throw damaged();

  const ordinals = new Uint32Array(postingCount);
  for (let t = 0; t < termCount; t++) {
    let last = -1;
    for (let p = offsets[t]!; p < offsets[t + 1]!; p++) {
      last += input.integer();
      if (last >= chunkCount) throw damaged();
      ordinals[p] = last;
    }
  }
  const frequencies = input.rest(postingCount);
  return { documents, documentOf, chunkIndex, lengths, titleLengths, terms, offsets, ordinals, frequencies };
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

function damaged(): Error {
  return new Error('keyword index segment is damaged');
}

/** FNV-1a. Each step is one-to-one, so a change of any single byte changes the sum. */
function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i]!, 0x01000193);
  return sum >>> 0;
}

function sharedStart(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++;
  return shared;
}

class Writer {
  #bytes = new Uint8Array(1 << 16);
  #length = HEADER;

  integer(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  units(text: string, from: number): void {
    for (let i = from; i < text.length; i++) this.integer(text.charCodeAt(i));
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  finish(): ArrayBuffer {
    const buffer = this.#bytes.buffer.slice(0, this.#length);
    const view = new DataView(buffer);
    view.setUint32(0, MAGIC, true);
    view.setUint32(4, VERSION, true);
    view.setUint32(8, this.#length, true);
    view.setUint32(12, checksum(new Uint8Array(buffer, HEADER)), true);
    return buffer;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  integer(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw damaged();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw damaged();
  }

  below(limit: number): number {
    const value = this.integer();
    if (value >= limit) throw damaged();
    return value;
  }

  /** How many of something follow; each takes a byte at least, so a larger number cannot be true. */
  count(): number {
    return this.below(this.#bytes.length + 1);
  }

  units(length: number): string {
    let text = '';
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.below(0x10000));
    return text;
  }

  rest(length: number): Uint8Array {
    if (this.#bytes.length - this.#at !== length) throw damaged();
    return this.#bytes.slice(this.#at);
  }
}
