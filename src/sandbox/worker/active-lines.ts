// Finds the executable lines of a Lua text in its compiled form (`string.dump` of Lua 5.4).
//
// The return that ends every function is left out. It is on the line of an `end`, and a function with its own return
// never reaches it.

/**
 * Bytes: signature, version, format, check data, sizes, check numbers, and the number of upvalues of the main
 * function.
 */
const HEADER = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1;
const INSTRUCTION = 4;
const NUMBER = 8;
/** Marks a line that is stored in a separate list instead of as a difference. */
const ABSOLUTE = -128;
/** Bytes of an upvalue's description. */
const UPVALUE = 3;

/** Returns the lines in ascending order. */
export function activeLines(bytecode: Uint8Array): number[] {
  const lines = new Set<number>();
  new BytecodeReader(bytecode).function(lines);
  return [...lines].sort((one, other) => one - other);
}

class BytecodeReader {
  readonly #bytes: Uint8Array;
  #at = HEADER;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  function(lines: Set<number>): void {
    this.#skipText();
    let line = this.#integer();
    this.#integer();
    this.#byte();
    const takesMore = this.#byte() !== 0;
    this.#byte();
    this.#skip(this.#integer() * INSTRUCTION);
    this.#times(() => this.#skipConstant());
    this.#skip(this.#integer() * UPVALUE);
    this.#times(() => this.function(lines));
    const steps = this.#times(() => (this.#byte() << 24) >> 24);
    const absolute = new Map(this.#times(() => [this.#integer(), this.#integer()] as const));
    this.#times(() => {
      this.#skipText();
      this.#integer();
      this.#integer();
    });
    this.#times(() => this.#skipText());
    steps.forEach((step, place) => {
      line = step === ABSOLUTE ? (absolute.get(place) ?? line) : line + step;
      // The first instruction of a vararg function only prepares its arguments.
      if (place < steps.length - 1 && !(takesMore && place === 0)) lines.add(line);
    });
  }

  #times<T>(read: () => T): T[] {
    return Array.from({ length: this.#integer() }, read);
  }

  #skip(bytes: number): void {
    this.#at += bytes;
  }

  #byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  /** Reads seven bits per byte; the last byte is marked. */
  #integer(): number {
    let value = 0;
    for (;;) {
      const byte = this.#byte();
      value = value * 128 + (byte & 127);
      if (byte >= 128 || this.#at >= this.#bytes.length) return value;
    }
  }

  #skipText(): void {
    const size = this.#integer();
    if (size > 0) this.#skip(size - 1);
  }

  #skipConstant(): void {
    const kind = this.#byte() & 15;
    // Integers and floats, then texts. Nil and booleans have no further data.
    if (kind === 3) this.#skip(NUMBER);
    else if (kind === 4) this.#skipText();
  }
}
