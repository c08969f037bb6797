// Encodes numbers and names with variable length, for the files of a site index.

export function damaged(): Error {
  return new Error('keyword index segment is damaged');
}

function sharedStart(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++;
  return shared;
}

/** Maximum units per call, since they are passed as arguments. */
const AT_ONCE = 8192;

function textOf(units: Uint16Array): string {
  // Spreading them as arguments would take five times as long.
  if (units.length <= AT_ONCE) return String.fromCharCode.apply(null, units as unknown as number[]);
  return textOf(units.subarray(0, AT_ONCE)) + textOf(units.subarray(AT_ONCE));
}

/** Available in every engine, though missing in the language's own type library. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** Decodes ASCII names in batches; one by one takes four times as long. */
class PlainNames {
  readonly #names: string[];
  readonly #bytes = new Uint8Array(8 * AT_ONCE);
  readonly #ends: number[] = [];
  #length = 0;

  /** @param names receives the names, in order */
  constructor(names: string[]) {
    this.#names = names;
  }

  push(units: Uint16Array, length: number): void {
    if (this.#length + length > this.#bytes.length) this.flush();
    for (let i = 0; i < length; i++) this.#bytes[this.#length + i] = units[i]!;
    this.#length += length;
    this.#ends.push(this.#length);
  }

  flush(): void {
    if (this.#ends.length === 0) return;
    const text = new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
    let from = 0;
    for (const end of this.#ends) {
      this.#names.push(text.slice(from, end));
      from = end;
    }
    this.#ends.length = 0;
    this.#length = 0;
  }
}

export class Writer {
  #bytes = new Uint8Array(1 << 16);
  #length: number;

  /** @param reserved bytes that stay free at the start */
  constructor(reserved: number) {
    this.#length = reserved;
  }

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
    return this.#bytes.buffer.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

export class Reader {
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

  /** Reads a count of following items. Each takes at least a byte, so a larger number is invalid. */
  count(): number {
    return this.below(this.#bytes.length + 1);
  }

  names(count: number): string[] {
    const names: string[] = [];
    const text = new PlainNames(names);
    let units = new Uint16Array(256);
    let before = 0;
    /** Position of the first non-ASCII unit of the current name. */
    let foreign = Infinity;
    for (let i = 0; i < count; i++) {
      const shared = this.below(before + 1);
      const length = shared + this.count();
      if (length > units.length) {
        const longer = new Uint16Array(2 * length);
        longer.set(units);
        units = longer;
      }
      if (foreign >= shared) foreign = Infinity;
      for (let at = shared; at < length; at++) {
        const unit = this.below(0x10000);
        units[at] = unit;
        if (unit > 0x7f && at < foreign) foreign = at;
      }
      if (foreign === Infinity && length <= AT_ONCE) text.push(units, length);
      else {
        text.flush();
        names.push(textOf(units.subarray(0, length)));
      }
      before = length;
    }
    text.flush();
    return names;
  }

  /** Returns the next bytes as they are. */
  fixed(length: number): DataView {
    if (this.#bytes.length - this.#at < length) throw damaged();
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, length);
    this.#at += length;
    return view;
  }
}
