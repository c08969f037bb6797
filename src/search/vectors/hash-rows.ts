// Maps passage hashes to rows: open addressing over typed arrays, 12 to 24 bytes per hash.

const FREE = 0;

export class HashRows {
  /** Row + 1, or `FREE`, by slot. */
  #rows = new Uint32Array(1024);
  /** Low and high half of the hash of each row, by row. */
  #hashes = new Uint32Array(1024);
  #count = 0;

  /** Number of known rows. */
  get count(): number {
    return this.#count;
  }

  /** Assigns a hash to the next row. Of two rows with one hash, lookups find the first. */
  push(low: number, high: number): void {
    const row = this.#count++;
    if (row * 2 === this.#hashes.length) {
      const larger = new Uint32Array(this.#hashes.length * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[row * 2] = low;
    this.#hashes[row * 2 + 1] = high;
    if (this.#count * 2 > this.#rows.length) this.#rehash();
    else this.#place(row);
  }

  /** Returns the row of a hash, or -1. */
  rowOf(low: number, high: number): number {
    const mask = this.#rows.length - 1;
    for (let place = placeOf(low, high) & mask; ; place = (place + 1) & mask) {
      const entry = this.#rows[place]!;
      if (entry === FREE) return -1;
      if (this.#hashes[(entry - 1) * 2] === low && this.#hashes[entry * 2 - 1] === high) return entry - 1;
    }
  }

  /** Returns the hash of a row. */
  hashOf(row: number): [low: number, high: number] {
    return [this.#hashes[row * 2]!, this.#hashes[row * 2 + 1]!];
  }

  #rehash(): void {
    this.#rows = new Uint32Array(this.#rows.length * 2);
    for (let row = 0; row < this.#count; row++) this.#place(row);
  }

  #place(row: number): void {
    const [low, high] = this.hashOf(row);
    if (this.rowOf(low, high) >= 0) return;
    const mask = this.#rows.length - 1;
    let place = placeOf(low, high) & mask;
    while (this.#rows[place] !== FREE) place = (place + 1) & mask;
    this.#rows[place] = row + 1;
  }
}

function placeOf(low: number, high: number): number {
  return (low ^ Math.imul(high, 0x9e3779b1)) >>> 0;
}
