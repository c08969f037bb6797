// Measures how many passages are embedded per second, over the last half minute, so that the figure neither jumps nor
// lags.

/** Milliseconds. */
const WINDOW = 30_000;

export class Speed {
  readonly #now: () => number;
  #marks: { at: number; passages: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
    this.reset();
  }

  reset(): void {
    this.#marks = [{ at: this.#now(), passages: 0 }];
  }

  add(passages: number): void {
    const at = this.#now();
    this.#marks.push({ at, passages });
    while (this.#marks.length > 2 && at - this.#marks[0]!.at > WINDOW) this.#marks.shift();
  }

  /** Undefined until there is enough data. */
  get perSecond(): number | undefined {
    const [first, ...rest] = this.#marks;
    const seconds = ((rest.at(-1)?.at ?? 0) - (first?.at ?? 0)) / 1000;
    return seconds > 0 ? rest.reduce((sum, { passages }) => sum + passages, 0) / seconds : undefined;
  }
}
