// Calls back once after an idle time, even if the device slept through it.

/** The browser's clock and timer, replaceable in tests. */
export interface IdleClock {
  /** Milliseconds that count while the device sleeps. */
  now(): number;
  /** Calls after `ms`. Returns a function that cancels it. */
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

  /** Notes a use, while there is something to lock. */
  used(): void {
    this.#lastUse = this.#clock.now();
    this.#arm();
  }

  /** Stops: there is nothing left to lock. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Locks when the time is over, because a timer may fire late after sleep. Call it before each use. */
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
