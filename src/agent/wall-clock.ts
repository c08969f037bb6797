// Measures the running time of an answer, without the time it waits for a person.

export class WallClock {
  #left: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onExpire: () => void;

  /** @param limit milliseconds of running time after which `onExpire` is called, once. */
  constructor(limit: number, onExpire: () => void) {
    this.#left = limit;
    this.#onExpire = onExpire;
    this.resume();
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#since;
  }

  resume(): void {
    if (this.#timer !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onExpire, Math.max(0, this.#left));
  }
}
