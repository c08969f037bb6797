// Finds rows of units in texts. A unit lists the ways to write one character, any of which may occur. Pure.
//
// - Candidates come from a table of what the first three characters can be, in one pass over the text for any number
//   of rows. The characters after them decide whether to follow a row.
// - The time is linear in the text's size: at each place, every row is followed at most once.

export type Unit = readonly string[];

export interface Row {
  /** Index in the list of values. */
  value: number;
  units: readonly Unit[];
}

export interface Hit {
  /** Index in the list of values. */
  value: number;
  start: number;
  end: number;
}

/** Characters that find a candidate, and further ones that test it. */
const PREFIX = 3;
const AHEAD = 6;
const SLOTS = 1 << 16;

/** Characters allowed between the lines and groups of base64 or hex. */
const GAPS = new Uint8Array(256);
for (const gap of ' \t\r\n\f\v\u00a0:,;>|') GAPS[gap.charCodeAt(0)] = 1;

interface Candidate extends Row {
  /** The last five bits of the possible characters at each place after the prefix, as a bit set. */
  ahead: Int32Array;
}

/** The rows that may begin with the same three characters, and what can follow these in any of them. */
interface Slot {
  rows: Candidate[];
  ahead: Int32Array;
}

/** Position of a search that skips gaps. */
interface ApartScan {
  /** Where it continues. */
  place: number;
  /** The last two characters that are not gaps, and their positions. */
  units: [first: number, second: number];
  starts: [start: number, next: number];
  /** The match found: its start and its slot. */
  start: number;
  at: number;
}

export class RowFinder {
  readonly #filter = new Uint8Array(SLOTS);
  /** Index into `slots`, valid where the filter has an entry. */
  readonly #places = new Uint16Array(SLOTS);
  readonly #slots: Slot[] = [];

  constructor(rows: Iterable<Row>) {
    for (const { value, units } of rows) {
      for (const prefix of new Set(prefixesOf(units, PREFIX))) {
        const at = slotOf(prefix);
        const ahead = aheadOf(units, prefix);
        const slot = this.#slotAt(at);
        const known = slot.rows.find((row) => row.units === units);
        if (known) unite(known.ahead, ahead);
        else slot.rows.push({ value, units, ahead });
        unite(slot.ahead, ahead);
      }
    }
  }

  #slotAt(at: number): Slot {
    if (this.#filter[at] === 0) {
      this.#filter[at] = 1;
      this.#places[at] = this.#slots.length;
      this.#slots.push({ rows: [], ahead: new Int32Array(AHEAD) });
    }
    return this.#slots[this.#places[at]!]!;
  }

  *find(text: string): Generator<Hit> {
    for (let start = this.#next(text, 0); start >= 0; start = this.#next(text, start + 1)) {
      const at = slot(text.charCodeAt(start), text.charCodeAt(start + 1), text.charCodeAt(start + 2));
      for (const { value, units, ahead } of this.#slots[this.#places[at]!]!.rows) {
        if (!isAhead(ahead, text, start + PREFIX)) continue;
        const end = endOf(units, text, start, false);
        if (end >= 0) yield { value, start, end };
      }
    }
  }

  /** Finds rows with gaps between lines and groups, which it skips. */
  *findApart(text: string): Generator<Hit> {
    const scan: ApartScan = { place: 0, units: [-1, -1], starts: [-1, -1], start: -1, at: 0 };
    while (this.#nextApart(text, scan)) {
      const { start, place, at } = scan;
      for (const { value, units, ahead } of this.#slots[this.#places[at]!]!.rows) {
        if (!isAheadApart(ahead, text, place)) continue;
        const end = endOf(units, text, start, true);
        if (end >= 0) yield { value, start, end };
      }
    }
  }

  /** Advances to the next place where a row may begin. Not a generator, because engines take long to compile one. */
  #nextApart(text: string, scan: ApartScan): boolean {
    const [filter, places, slots] = [this.#filter, this.#places, this.#slots];
    let [first, second] = scan.units;
    let [start, next] = scan.starts;
    for (let place = scan.place; place < text.length; place++) {
      const third = text.charCodeAt(place);
      if (isGap(third)) continue;
      const at = slot(first, second, third);
      const begin = start;
      [first, second, start, next] = [second, third, next, place];
      if (filter[at] === 0 || begin < 0) continue;
      if (!isAheadApart(slots[places[at]!]!.ahead, text, place + 1)) continue;
      scan.place = place + 1;
      scan.units = [first, second];
      scan.starts = [start, next];
      scan.start = begin;
      scan.at = at;
      return true;
    }
    return false;
  }

  /** Returns the next place where a row may begin, or -1. */
  #next(text: string, from: number): number {
    const filter = this.#filter;
    const places = this.#places;
    const slots = this.#slots;
    let first = text.charCodeAt(from);
    let second = text.charCodeAt(from + 1);
    for (let third = from + 2; third < text.length; third++) {
      const unit = text.charCodeAt(third);
      const at = slot(first, second, unit);
      // Tested here, because a text may consist of nothing but beginnings, such as backslashes.
      if (filter[at] === 1 && isAhead(slots[places[at]!]!.ahead, text, third + 1)) return third - 2;
      first = second;
      second = unit;
    }
    return -1;
  }
}

/** Spreads three characters over the filter: letters differ in their last five bits. */
function slot(first: number, second: number, third: number): number {
  return ((first << 10) ^ (second << 5) ^ third) & (SLOTS - 1);
}

function slotOf(prefix: string): number {
  return slot(prefix.charCodeAt(0), prefix.charCodeAt(1), prefix.charCodeAt(2));
}

/** Returns which characters can follow the prefix. */
function aheadOf(units: readonly Unit[], prefix: string): Int32Array {
  const sets = new Int32Array(PREFIX + AHEAD);
  // Units may begin at several places, because their spellings differ in length.
  const begins = Array.from({ length: PREFIX + AHEAD }, () => new Set<number>());
  begins[0]!.add(0);
  for (const [place, indexes] of begins.entries()) {
    for (const index of indexes) {
      const unit = units[index];
      // Past the end of the row, any character may follow.
      if (unit === undefined) sets.fill(-1, place);
      for (const way of unit ?? []) {
        if (!agrees(way, prefix, place)) continue;
        for (let at = 0; at < way.length && place + at < sets.length; at++) {
          sets[place + at]! |= 1 << (way.charCodeAt(at) & 31);
        }
        begins[place + way.length]?.add(index + 1);
      }
    }
  }
  return sets.subarray(PREFIX);
}

/** Tells whether the spelling can occur at that place, in the prefix or after it. */
function agrees(way: string, prefix: string, place: number): boolean {
  const rest = prefix.slice(place);
  return rest.startsWith(way) || way.startsWith(rest);
}

function unite(sets: Int32Array, others: Int32Array): void {
  for (let index = 0; index < sets.length; index++) sets[index]! |= others[index]!;
}

function isAhead(ahead: Int32Array, text: string, from: number): boolean {
  for (let index = 0; index < AHEAD; index++) {
    if (((ahead[index]! >> (text.charCodeAt(from + index) & 31)) & 1) === 0) return false;
  }
  return true;
}

/** Like `isAhead`, with gaps in between. */
function isAheadApart(ahead: Int32Array, text: string, from: number): boolean {
  let at = from;
  for (let index = 0; index < AHEAD; index++) {
    at = afterGaps(text, at);
    if (((ahead[index]! >> (text.charCodeAt(at++) & 31)) & 1) === 0) return false;
  }
  return true;
}

function isGap(unit: number): boolean {
  return unit < 256 && GAPS[unit] === 1;
}

/** Returns where the units that start there end, the longest of several ends; -1 when they don't match. */
function endOf(units: readonly Unit[], text: string, start: number, isApart: boolean): number {
  let end = start;
  // A second possible end, where `%25` can be read as itself or as `%`. The next units decide.
  let other = -1;
  for (const unit of units) {
    if (isApart) {
      end = afterGaps(text, end);
      if (other >= 0) other = afterGaps(text, other);
    }
    let [first, second] = [-1, -1];
    for (const way of unit) {
      const to = endOfWay(way, text, end, isApart);
      if (first < 0) first = to;
      else if (to >= 0 && to !== first) second = to;
      if (other < 0) continue;
      const too = endOfWay(way, text, other, isApart);
      if (first < 0) first = too;
      else if (too >= 0 && too !== first) second = too;
    }
    if (first < 0) return -1;
    end = first;
    other = second;
  }
  return Math.max(end, other);
}

function endOfWay(way: string, text: string, from: number, isApart: boolean): number {
  let at = from;
  for (let index = 0; index < way.length; index++) {
    if (isApart && index > 0) at = afterGaps(text, at);
    if (text.charCodeAt(at) !== way.charCodeAt(index)) return -1;
    at++;
  }
  return at;
}

function afterGaps(text: string, from: number): number {
  let at = from;
  while (isGap(text.charCodeAt(at))) at++;
  return at;
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
