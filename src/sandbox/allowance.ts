// Limits how much a worker may send: one bucket of messages and one of characters, both refilled over time. Other
// limits (log, output, host calls) bound a well-behaved run; this one protects the page from a worker that ignores
// them.

/** Three times the default limits of a run, log and host calls together. */
const MESSAGES = 10_000;
/** Above the fastest loop of host calls measured, about 3,000 a second. */
const MESSAGES_PER_SECOND = 5000;
/** Room for several of the largest messages: an 8 MiB file as base64, its log and its result. */
const CHARACTERS = 64 * 1024 * 1024;
const CHARACTERS_PER_SECOND = 32 * 1024 * 1024;

export class Allowance {
  readonly #now: () => number;
  #messages = MESSAGES;
  #characters = CHARACTERS;
  #at: number;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#at = now();
  }

  /** Admits this many more messages for now, for a run whose limits the user raised. */
  extend(messages: number): void {
    this.#refill();
    this.#messages = Math.min(MESSAGES, this.#messages) + messages;
  }

  /** Returns false when a message of this many characters exceeds the allowance. */
  admit(characters: number): boolean {
    this.#refill();
    this.#messages -= 1;
    this.#characters -= characters;
    return this.#messages >= 0 && this.#characters >= 0;
  }

  #refill(): void {
    const now = this.#now();
    const seconds = (now - this.#at) / 1000;
    this.#at = now;
    this.#messages = towards(MESSAGES, this.#messages, seconds * MESSAGES_PER_SECOND);
    this.#characters = towards(CHARACTERS, this.#characters, seconds * CHARACTERS_PER_SECOND);
  }
}

/** A level that is already above the brim stays. */
function towards(brim: number, level: number, more: number): number {
  return Math.max(level, Math.min(brim, level + more));
}
