// Finds values in texts, in whatever spelling servers and programs use.
//
// - A spelling is a row of units. A unit lists texts, any of which may occur in its place. So `\/`, `%2F` and `/` are
//   found in any mixture, which a list of whole spellings couldn't do.
// - Rows: as it is, in other case and in UTF-16; also, even across lines, in base64 once or twice, in hex and as byte
//   values.
// - Escapes are decoded level by level, and each result is searched again (decoded-text.ts).
// - Bytes are searched as windows-1252 text, which maps each byte to a character of its own.
import { decodedTexts, withoutEscapes } from './decoded-text.ts';
import { findMasked } from './masked-values.ts';
import { RowFinder, type Hit, type Row, type Unit } from './row-finder.ts';

/** Backslashes before a `u` in text that was JSON-escaped once, twice or three times. */
const BACKSLASHES = ['\\', '\\\\', '\\\\\\\\'];
const ESCAPE_DEPTH = BACKSLASHES.length;
/** Characters of the shortest value that is searched for without its blanks or escapes. */
const SHORTEST = 4;
/** Minimum characters to match in any case. Shorter words occur in other case in many texts. */
const ANY_CASE = { mixed: 8, words: 16 } as const;
/** Bytes. The digits of fewer occur in too many numbers. */
const SHORTEST_LIST = 8;
/** Maximum characters of a value also searched for in double base64 and in UTF-16; longer ones are files. */
const LONGEST_TWICE = 1024;

const encoder = new TextEncoder();
const bytesAsText = new TextDecoder('windows-1252');

export class SpellingFinder {
  readonly #values: readonly string[];
  readonly #plain: RowFinder;
  readonly #coded: RowFinder;

  /** @param values each of at least four characters */
  constructor(values: readonly string[]) {
    this.#values = values;
    this.#plain = new RowFinder(rowsOf(values, plainSpellings));
    this.#coded = new RowFinder(rowsOf(values, codedSpellings));
  }

  /** Returns every place of every value, ordered by start; places may overlap. */
  find(given: string | Uint8Array): Hit[] {
    return [...this.#hits(given)].sort((one, other) => one.start - other.start || one.end - other.end);
  }

  /** Tells whether the text contains any value. */
  stands(text: string): boolean {
    return !this.#hits(text).next().done;
  }

  /** Yields hits at each level: in the text itself, then with its escapes decoded. */
  *#hits(given: string | Uint8Array): Generator<Hit> {
    const text = typeof given === 'string' ? given : bytesAsText.decode(given);
    yield* this.#plain.find(text);
    yield* findMasked(text, this.#values);
    yield* this.#coded.findApart(text);
    for (const decoded of decodedTexts(text)) {
      for (const { value, start, end } of this.#plain.find(decoded.text)) {
        yield { value, ...decoded.placeOf(start, end) };
      }
      for (const { value, start, end } of this.#coded.findApart(decoded.text)) {
        yield { value, ...decoded.placeOf(start, end) };
      }
    }
  }
}

function* rowsOf(values: readonly string[], spell: (value: string) => Unit[][]): Generator<Row> {
  for (const [value, text] of values.entries()) {
    for (const units of variantsOf(text).flatMap(spell)) yield { value, units };
  }
}

/** A pasted key often ends in a line break that programs drop. A value with escapes is also searched for without them. */
function variantsOf(value: string): string[] {
  const others = [value.trim(), withoutEscapes(value)].filter((text) => text.length >= SHORTEST);
  return [...new Set([value, ...others])];
}

function plainSpellings(value: string): Unit[][] {
  return [
    ...escapedSpellings(value),
    ...(hasAnyCase(value) ? [Array.from(value, anyCase)] : []),
    // UTF-16 bytes mistaken for text.
    withNulls(value),
  ];
}

function codedSpellings(value: string): Unit[][] {
  const bytes = encoder.encode(value);
  const isShort = value.length <= LONGEST_TWICE;
  return [bytes, ...(isShort ? utf16Of(value) : [])].flatMap((code) => [
    ...base64Spellings(code).flatMap(({ units, text }) => [
      units,
      ...(isShort ? alphabetsOf(text) : []).flatMap((inner) =>
        base64Spellings(encoder.encode(inner)).map((twice) => twice.units),
      ),
    ]),
    hexSpelling(code),
    ...(code.length >= SHORTEST_LIST ? [decimalSpelling(code)] : []),
  ]);
}

/** Returns standard base64 and its URL-safe form. */
function alphabetsOf(text: string): string[] {
  return [...new Set([text, text.replaceAll('+', '-').replaceAll('/', '_')])];
}

function hasAnyCase(text: string): boolean {
  const isWord = /^\p{L}*$/u.test(text);
  return (
    text.length >= (isWord ? ANY_CASE.words : ANY_CASE.mixed) && text.toLowerCase() !== text.toUpperCase()
  );
}

function anyCase(character: string): Unit {
  return [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
}

/** Returns little and big endian. */
function utf16Of(text: string): [Uint8Array, Uint8Array] {
  const [little, big] = [new Uint8Array(text.length * 2), new Uint8Array(text.length * 2)];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    little.set([code & 255, code >> 8], at * 2);
    big.set([code >> 8, code & 255], at * 2);
  }
  return [little, big];
}

/** Puts nulls between the characters, which both byte orders have in common. */
function withNulls(text: string): Unit[] {
  const nulls = ['\0', '\\u0000', '�'];
  return [...text].flatMap((character, at) => (at === 0 ? [[character]] : [nulls, [character]]));
}

/** Returns it as is, percent-encoded in whole or part, and escaped 0 to 3 times for JSON. */
function escapedSpellings(value: string): Unit[][] {
  const characters = [...value];
  // One row per depth: mixed, a row of backslashes could be read in ever more ways.
  return Array.from({ length: ESCAPE_DEPTH + 1 }, (_, depth) => {
    const ways = new Map<string, Unit>();
    return characters.map((character) => {
      const known = ways.get(character) ?? waysOf(character, depth);
      ways.set(character, known);
      return known;
    });
  });
}

function waysOf(character: string, depth: number): Unit {
  const bytes = encoder.encode(character);
  const percent = Array.from(bytes, (byte) => `%${hex(byte)}`).join('');
  const ways = new Set([percent.toUpperCase(), percent, escaped(character, depth)]);
  if (character === ' ') ways.add('+');
  if (character > '\x7f') ways.add(bytesAsText.decode(bytes));
  if (depth > 0) {
    const before = BACKSLASHES[depth - 1] ?? '';
    const codes = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    const digits = codes.map((code) => code.toString(16).padStart(4, '0'));
    ways.add(digits.map((four) => `${before}u${four}`).join(''));
    ways.add(digits.map((four) => `${before}u${four.toUpperCase()}`).join(''));
    // Some writers escape the slash, which JSON allows but doesn't require.
    if (character === '/') ways.add(escaped('\\', depth - 1) + '/');
  }
  return [...ways];
}

function escaped(text: string, depth: number): string {
  return depth === 0 ? text : escaped(JSON.stringify(text).slice(1, -1), depth - 1);
}

/**
 * Returns the characters that depend on the value's bytes alone, for each of the three offsets in a longer encoded
 * text. At most four bits of the first and last byte lie outside them.
 */
function base64Spellings(bytes: Uint8Array): { units: Unit[]; text: string }[] {
  return [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    let binary = '';
    for (const byte of padded) binary += String.fromCharCode(byte);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    const text = btoa(binary).slice(first, end);
    return { text, units: Array.from(text, base64Ways) };
  });
}

function base64Ways(character: string): Unit {
  if (character === '+') return ['+', '-', '%2B', '%2b'];
  if (character === '/') return ['/', '_', '%2F', '%2f', ...BACKSLASHES.map((before) => `${before}/`)];
  return [character];
}

/** Also matches a list of bytes: `0x41, 0x42`, `41-42`. */
function hexSpelling(bytes: Uint8Array): Unit[] {
  return Array.from(bytes, (byte, at) => {
    const [high = '', low = ''] = hex(byte);
    const [HIGH, LOW] = [high.toUpperCase(), low.toUpperCase()];
    const ways = [...new Set([high + low, HIGH + LOW, high + LOW, HIGH + low])];
    return at === 0 ? ways : [...ways, ...ways.flatMap((way) => [`-${way}`, `0x${way}`, `0X${way}`])];
  });
}

/** Matches a list of bytes in JSON: `[65,66]`. */
function decimalSpelling(bytes: Uint8Array): Unit[] {
  return Array.from(bytes, (byte) => [String(byte)]);
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
