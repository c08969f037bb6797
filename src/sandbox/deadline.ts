// A time limit that is paused while a person is asked. The page keeps one per run, and so does the worker.

/**
 * Milliseconds. A timer this late means that the thread stood still, and messages that arrived meanwhile are still
 * unread.
 */
const STALL = 100;

/** The error that `race` rejects with when time is up. */
export class Expired extends Error {}

export class Deadline {
  readonly #milliseconds: number;
  /** Expiry, on the clock of `performance.now()`. */
  #at: number;
  #heldSince: number | undefined;
  #begun: number | undefined;
  #holds = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: ((problem: Expired) => void) | undefined;

  /** @param milliseconds from now */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#at = performance.now() + milliseconds;
  }

  /** Starts over: the time before was not part of the work. */
  restart(): void {
    this.#begun = performance.now();
    this.#at = this.#begun + this.#milliseconds;
  }

  /** When it was restarted, on the clock of `performance.now()`; undefined before. */
  get begun(): number | undefined {
    return this.#begun;
  }

  get passed(): boolean {
    return this.#heldSince === undefined && performance.now() > this.#at;
  }

  /** Pauses the clock. Each `hold` needs its own `release`. */
  hold(): void {
    this.#holds += 1;
    this.#heldSince ??= performance.now();
    clearTimeout(this.#timer);
  }

  release(): void {
    if (this.#holds === 0) return;
    this.#holds -= 1;
    if (this.#holds > 0 || this.#heldSince === undefined) return;
    this.#at += performance.now() - this.#heldSince;
    this.#heldSince = undefined;
    this.#arm();
  }

  /** Settles with `work`, or rejects with Expired. One race at a time. */
  race<T>(work: Promise<T>): Promise<T> {
    const expiry = new Promise<never>((_, reject) => (this.#waiting = reject));
    this.#arm();
    return Promise.race([work, expiry]).finally(() => this.#disarm());
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const expire = this.#waiting;
    if (!expire || this.#heldSince !== undefined) return;
    const now = performance.now();
    // setTimeout wraps around above 2^31 ms.
    const left = Math.min(Math.max(0, this.#at - now), 2 ** 31 - 1);
    this.#timer = setTimeout(() => {
      const stalled = performance.now() - now - left > STALL;
      if (stalled) this.#timer = setTimeout(() => expire(new Expired()), STALL);
      else expire(new Expired());
    }, left);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }
}
