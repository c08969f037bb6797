// Keeps the best few of many, in order. Insertions are rare, so a sorted list beats a heap.

export class Best<T> {
  readonly list: T[] = [];
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;

  /** @param compare negative when `a` comes first, as for `sort`. */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The worst kept item, which a new one must beat; undefined while there is room. */
  get last(): T | undefined {
    return this.list.length < this.#limit ? undefined : this.list.at(-1);
  }

  add(candidate: T): void {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(candidate, this.list[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    this.list.splice(low, 0, candidate);
    if (this.list.length > this.#limit) this.list.pop();
  }
}
