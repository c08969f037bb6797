// Decodes escapes in any mixture, several levels deep, and keeps the position of each character. Pure.
import { EscapeReader, isMark } from './escape-reader.ts';

/** Enough for text escaped for a page, inside a script, inside JSON, inside a form. */
const MOST_LEVELS = 4;

const units = new TextDecoder('utf-16le', { ignoreBOM: true });

/** A text with one level of escapes decoded. */
export class DecodedText {
  readonly text: string;
  readonly #given: string;
  readonly #below: DecodedText | undefined;
  /** Where each character begins in the given text. Computed on demand: most texts hold no secret. */
  #places: Int32Array | undefined;

  private constructor(text: string, given: string, below: DecodedText | undefined) {
    this.text = text;
    this.#given = given;
    this.#below = below;
  }

  /**
   * @param below what `given` was decoded from, if anything
   * @returns undefined when there is no escape
   */
  static of(given: string, below?: DecodedText): DecodedText | undefined {
    const first = firstEscape(given);
    if (first < 0) return undefined;
    // Joining millions of pieces would take seconds.
    const written = new Uint16Array(given.length);
    const size = decode(given, written);
    return new DecodedText(units.decode(written.subarray(0, size)), given, below);
  }

  /** Returns where a piece stood in the original text. */
  placeOf(start: number, end: number): { start: number; end: number } {
    this.#places ??= placesOf(this.#given, this.text.length);
    const [from, to] = [this.#places[start]!, this.#places[end]!];
    return this.#below ? this.#below.placeOf(from, to) : { start: from, end: to };
  }
}

/** Yields the text decoded once, twice and so on, as long as escapes remain. */
export function* decodedTexts(given: string): Generator<DecodedText> {
  let decoded: DecodedText | undefined;
  for (let level = 0; level < MOST_LEVELS; level++) {
    decoded = DecodedText.of(decoded?.text ?? given, decoded);
    if (!decoded) return;
    yield decoded;
  }
}

/** Decodes all escapes. */
export function withoutEscapes(given: string): string {
  let text = given;
  for (const decoded of decodedTexts(given)) ({ text } = decoded);
  return text;
}

function firstEscape(text: string): number {
  const escapes = new EscapeReader(text);
  for (let at = 0; at < text.length; at++) {
    if (isMark(text.charCodeAt(at)) && escapes.read(at) > 0) return at;
  }
  return -1;
}

function placesOf(text: string, length: number): Int32Array {
  const places = new Int32Array(length + 1);
  decode(text, new Uint16Array(text.length), places);
  places[length] = text.length;
  return places;
}

/** Writes the decoded units and where each began. Returns their number. */
function decode(text: string, written: Uint16Array, places?: Int32Array): number {
  const escapes = new EscapeReader(text);
  let size = 0;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    const length = isMark(unit) ? escapes.read(at) : 0;
    const { code } = escapes;
    if (places) places[size] = at;
    if (length === 0) written[size++] = unit;
    else if (code > 0xffff) {
      if (places) places[size + 1] = at;
      written[size++] = 0xd800 + ((code - 0x10000) >> 10);
      written[size++] = 0xdc00 + (code & 0x3ff);
    } else if (code >= 0) written[size++] = code;
    at += length || 1;
  }
  return size;
}
