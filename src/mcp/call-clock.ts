// Measures the running time of a call, and pauses while a person is asked.

export class CallClock {
  readonly #stop = new AbortController();
  #left: number;
  #since = performance.now();
  #holds = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param milliseconds from now */
  constructor(milliseconds: number) {
    this.#left = milliseconds;
    this.#start();
  }

  /** Aborts when the time is up. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Pauses the clock. Each `hold` needs its own `release`. */
  hold(): void {
    if (this.#holds++ > 0) return;
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
  }

  release(): void {
    if (--this.#holds > 0) return;
    this.#since = performance.now();
    this.#start();
  }

  end(): void {
    this.#holds = Infinity;
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#timer = setTimeout(() => this.#stop.abort(), Math.max(0, this.#left));
  }
}
