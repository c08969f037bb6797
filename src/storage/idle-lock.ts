// Calls once after a time of no use, also when the device slept through it.

/** The clock and the timer of the browser, which a test replaces. */
export interface IdleClock {
  /** ms, going on while the device sleeps. */
  now(): number;
  /** Calls after `ms`; the answer takes that back. */
  after(ms: number, call: () => void): () => void;
}

const BROWSER_CLOCK: IdleClock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

const MS_PER_MINUTE = 60_000;

export class IdleLock {
  readonly #clock: IdleClock;
  readonly #lock: () => void;
  #minutes: number;
  #lastUse = 0;
  #cancel: (() => void) | undefined;

  constructor(minutes: number, lock: () => void, clock: IdleClock = BROWSER_CLOCK) {
    this.#minutes = minutes;
    this.#lock = lock;
    this.#clock = clock;
  }

  get minutes(): number {
    return this.#minutes;
  }

  set minutes(minutes: number) {
    if (minutes === this.#minutes) return;
    this.#minutes = minutes;
    if (this.#cancel) this.#arm();
  }

  /** There is something to lock, and it was used now. */
  used(): void {
    this.#lastUse = this.#clock.now();
    this.#arm();
  }

  /** There is nothing to lock any more. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Locks when the time is over: a timer that slept may ring late. To be called before each use. */
  check(): void {
    if (this.#cancel && this.#left() <= 0) this.#ring();
  }

  #left(): number {
    return this.#lastUse + this.#minutes * MS_PER_MINUTE - this.#clock.now();
  }

  #arm(): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(Math.max(0, this.#left()), () => this.#ring());
  }

  #ring(): void {
    this.stop();
    this.#lock();
  }
}
