// Finds values in texts, however they are spelled there: as they are, JSON-escaped, percent-encoded, in base64, in hex.
//
// - A spelling is a row of units; a unit is a list of texts, any of which may stand in its place. So `\/` and `%2F`
//   and `/` are found in any mixture, which no list of whole spellings would do.
// - Candidates come from a table of what the first three characters can be. One pass over the text, whatever the
//   number of values: 1 MiB with five values takes some 10 ms, and 40 ms to redact (Node 20, a busy small server).
// - Bytes are searched as the windows-1252 text of them, which gives each byte a character of its own.

export interface Hit {
  /** Place in the list of values. */
  value: number;
  start: number;
  end: number;
}

type Unit = readonly string[];

interface Spelling {
  value: number;
  units: readonly Unit[];
}

/** Backslashes before a `u` when text was JSON-escaped once, twice, three times. */
const BACKSLASHES = ['\\', '\\\\', '\\\\\\\\'];
const ESCAPE_DEPTH = BACKSLASHES.length;
const PREFIX = 3;
const SLOTS = 1 << 16;

const encoder = new TextEncoder();
const bytesAsText = new TextDecoder('windows-1252');

export class SpellingFinder {
  readonly #bySlot = new Map<number, Spelling[]>();
  readonly #filter = new Uint8Array(SLOTS);

  /** @param values each of at least four characters */
  constructor(values: readonly string[]) {
    values.forEach((value, index) => {
      for (const units of spellingsOf(value)) {
        for (const at of new Set(prefixesOf(units, PREFIX).map(slotOf))) {
          const same = this.#bySlot.get(at);
          if (same) same.push({ value: index, units });
          else this.#bySlot.set(at, [{ value: index, units }]);
          this.#filter[at] = 1;
        }
      }
    });
  }

  /** Every place of every value, by where it starts; places may overlap. */
  *find(given: string | Uint8Array): Generator<Hit> {
    const text = typeof given === 'string' ? given : bytesAsText.decode(given);
    let first = text.charCodeAt(0);
    let second = text.charCodeAt(1);
    for (let start = 0; start + PREFIX <= text.length; start++) {
      const third = text.charCodeAt(start + 2);
      const at = slot(first, second, third);
      if (this.#filter[at] === 1) {
        for (const { value, units } of this.#bySlot.get(at) ?? []) {
          const end = endOf(units, text, start);
          if (end !== undefined) yield { value, start, end };
        }
      }
      first = second;
      second = third;
    }
  }

  /** True when any value stands there. */
  stands(text: string): boolean {
    return !this.find(text).next().done;
  }
}

/** Spreads three characters over the filter: letters differ in their last five bits. */
function slot(first: number, second: number, third: number): number {
  return ((first << 10) ^ (second << 5) ^ third) & (SLOTS - 1);
}

function slotOf(prefix: string): number {
  return slot(prefix.charCodeAt(0), prefix.charCodeAt(1), prefix.charCodeAt(2));
}

/** Where the units end that start there; undefined when they do not stand there. The longest of several ends. */
function endOf(units: readonly Unit[], text: string, start: number): number | undefined {
  let end = start;
  // A second end, where `%25` can be read as itself or as `%`: the next units decide.
  let other: number | undefined;
  for (const unit of units) {
    let first: number | undefined;
    let second: number | undefined;
    for (const way of unit) {
      for (let from: number | undefined = end; from !== undefined; from = from === end ? other : undefined) {
        if (!text.startsWith(way, from)) continue;
        const to: number = from + way.length;
        if (first === undefined) first = to;
        else if (first !== to) second = to;
      }
    }
    if (first === undefined) return undefined;
    end = first;
    other = second;
  }
  return other === undefined ? end : Math.max(end, other);
}

function prefixesOf(units: readonly Unit[], length: number): string[] {
  const [unit, ...rest] = units.slice(0, length);
  if (unit === undefined) return [];
  return unit.flatMap((way) =>
    way.length >= length
      ? [way.slice(0, length)]
      : prefixesOf(rest, length - way.length).map((tail) => way + tail),
  );
}

function spellingsOf(value: string): Unit[][] {
  // A pasted key often ends in a line break that its users drop.
  const trimmed = value.trim();
  const values = trimmed !== value && trimmed.length >= PREFIX ? [value, trimmed] : [value];
  return values.flatMap((text) => {
    const bytes = encoder.encode(text);
    return [...escapedSpellings(text), ...base64Spellings(bytes), hexSpelling(bytes)];
  });
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
function base64Spellings(bytes: Uint8Array): Unit[][] {
  return [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const text = btoa(String.fromCharCode(...padded));
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    return Array.from(text.slice(first, end), base64Ways);
  });
}

function base64Ways(character: string): Unit {
  if (character === '+') return ['+', '-', '%2B', '%2b'];
  if (character === '/') return ['/', '_', '%2F', '%2f', ...BACKSLASHES.map((before) => `${before}/`)];
  return [character];
}

function hexSpelling(bytes: Uint8Array): Unit[] {
  return Array.from(bytes, (byte) => [...new Set([hex(byte), hex(byte).toUpperCase()])]);
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
