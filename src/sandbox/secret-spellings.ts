// Finds values in texts, however servers and programs spell them there.
//
// - A spelling is a row of units; a unit is a list of texts, any of which may stand in its place. So `\/` and `%2F`
//   and `/` are found in any mixture, which no list of whole spellings would do.
// - Rows: as it is, in other case, in UTF-16; and in base64 once or twice, in hex and as numbers of bytes, these also
//   over several lines.
// - Escapes are taken away, level by level, and what is left is searched again (decoded-text.ts).
// - Bytes are searched as the windows-1252 text of them, which gives each byte a character of its own.
import { decodedTexts, withoutEscapes } from './decoded-text.ts';
import { findMasked } from './masked-values.ts';
import { RowFinder, type Hit, type Row, type Unit } from './row-finder.ts';

/** Backslashes before a `u` when text was JSON-escaped once, twice, three times. */
const BACKSLASHES = ['\\', '\\\\', '\\\\\\\\'];
const ESCAPE_DEPTH = BACKSLASHES.length;
/** Characters of the shortest value that is looked for without its blanks or escapes. */
const SHORTEST = 4;
/** Characters. Words that are shorter stand in other case in many texts. */
const ANY_CASE = { mixed: 8, words: 16 } as const;
/** Bytes. The digits of fewer stand in too many numbers. */
const SHORTEST_LIST = 8;
/** Characters up to which a value is also looked for in base64 twice over and in UTF-16: longer ones are files. */
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

  /** Every place of every value, by where it starts; places may overlap. */
  find(given: string | Uint8Array): Hit[] {
    return [...this.#hits(given)].sort((one, other) => one.start - other.start || one.end - other.end);
  }

  /** True when any value stands there. */
  stands(text: string): boolean {
    return !this.#hits(text).next().done;
  }

  /** Of each level in turn: the text as it is, and with its escapes taken away. */
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

/** A pasted key often ends in a line break that its users drop. What holds escapes itself is found without them too. */
function variantsOf(value: string): string[] {
  const others = [value.trim(), withoutEscapes(value)].filter((text) => text.length >= SHORTEST);
  return [...new Set([value, ...others])];
}

function plainSpellings(value: string): Unit[][] {
  return [
    ...escapedSpellings(value),
    ...(hasAnyCase(value) ? [Array.from(value, anyCase)] : []),
    // Bytes of UTF-16 that somebody took for a text.
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

/** Standard base64, and that for addresses. */
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

/** Little and big endian. */
function utf16Of(text: string): [Uint8Array, Uint8Array] {
  const [little, big] = [new Uint8Array(text.length * 2), new Uint8Array(text.length * 2)];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    little.set([code & 255, code >> 8], at * 2);
    big.set([code >> 8, code & 255], at * 2);
  }
  return [little, big];
}

/** Between any two characters, which is what the two orders of bytes have in common. */
function withNulls(text: string): Unit[] {
  const nulls = ['\0', '\\u0000', '�'];
  return [...text].flatMap((character, at) => (at === 0 ? [[character]] : [nulls, [character]]));
}

/** As it is, percent-encoded in whole or part, and escaped 0 to 3 times for JSON. */
function escapedSpellings(value: string): Unit[][] {
  const characters = [...value];
  // One row for each depth: were they mixed, a row of backslashes could be read in ever more ways.
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
    // Some writers escape the slash, which JSON allows and does not ask for.
    if (character === '/') ways.add(escaped('\\', depth - 1) + '/');
  }
  return [...ways];
}

function escaped(text: string, depth: number): string {
  return depth === 0 ? text : escaped(JSON.stringify(text).slice(1, -1), depth - 1);
}

/**
 * The characters that the bytes alone decide, for each of the three places they can have in a longer encoded text.
 * At most four bits of the first and of the last byte stand outside of them.
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

/** Also as a list of bytes: `0x41, 0x42`, `41-42`. */
function hexSpelling(bytes: Uint8Array): Unit[] {
  return Array.from(bytes, (byte, at) => {
    const [high = '', low = ''] = hex(byte);
    const [HIGH, LOW] = [high.toUpperCase(), low.toUpperCase()];
    const ways = [...new Set([high + low, HIGH + LOW, high + LOW, HIGH + low])];
    return at === 0 ? ways : [...ways, ...ways.flatMap((way) => [`-${way}`, `0x${way}`, `0X${way}`])];
  });
}

/** A list of bytes as JSON has it: `[65,66]`. */
function decimalSpelling(bytes: Uint8Array): Unit[] {
  return Array.from(bytes, (byte) => [String(byte)]);
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
