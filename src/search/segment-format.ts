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
import type { Segment } from './segment.ts';

const MAGIC = 0x534b4c50;
const VERSION = 2;
const HEADER = 16;

/** The segment as bytes: 150 to 200 for a passage of 800 characters. */
export function encodeSegment(segment: Segment): ArrayBuffer {
  const { documents, sources, sourceOf, updated, tags, tagOffsets, tagged, languages, languageOf } = segment;
  const { documentOf, chunkIndex, lengths, titleLengths, hashes } = segment;
  const { terms, offsets, ordinals, frequencies } = segment;
  const out = new Writer();
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
  for (let t = 0; t < terms.length; t++) {
    let last = -1;
    for (let p = offsets[t]!; p < offsets[t + 1]!; p++) {
      out.integer(ordinals[p]! - last);
      last = ordinals[p]!;
    }
  }
  out.bytes(littleEndian(8, updated, (view, at, moment) => view.setFloat64(at, moment, true)));
  out.bytes(littleEndian(4, hashes, (view, at, half) => view.setUint32(at, half, true)));
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
  const ordinals = new Uint32Array(postingCount);
  for (let t = 0; t < termCount; t++) {
    let last = -1;
    for (let p = offsets[t]!; p < offsets[t + 1]!; p++) {
      last += input.integer();
      if (last >= chunkCount) throw damaged();
      ordinals[p] = last;
    }
  }
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

/** Units that one call may have as arguments. */
const AT_ONCE = 8192;

function textOf(units: Uint16Array): string {
  if (units.length <= AT_ONCE) return String.fromCharCode(...units);
  return textOf(units.subarray(0, AT_ONCE)) + textOf(units.subarray(AT_ONCE));
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

  names(names: readonly string[]): void {
    let before = '';
    for (const name of names) {
      const shared = sharedStart(before, name);
      this.integer(shared);
      this.integer(name.length - shared);
      for (let i = shared; i < name.length; i++) this.integer(name.charCodeAt(i));
      before = name;
    }
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

  names(count: number): string[] {
    const names: string[] = [];
    let units = new Uint16Array(256);
    let before = 0;
    for (let i = 0; i < count; i++) {
      const shared = this.below(before + 1);
      const length = shared + this.count();
      if (length > units.length) {
        const longer = new Uint16Array(2 * length);
        longer.set(units);
        units = longer;
      }
      for (let unit = shared; unit < length; unit++) units[unit] = this.below(0x10000);
      names.push(textOf(units.subarray(0, length)));
      before = length;
    }
    return names;
  }

  /** The next bytes as they are. */
  fixed(length: number): DataView {
    if (this.#bytes.length - this.#at < length) throw damaged();
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, length);
    this.#at += length;
    return view;
  }

  rest(length: number): Uint8Array {
    if (this.#bytes.length - this.#at !== length) throw damaged();
    return this.#bytes.slice(this.#at);
  }
}
