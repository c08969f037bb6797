// How much a worker may say: a bucket of messages and one of characters, each filling up again with time. What a run may do
// at all is bounded elsewhere (log, output and host calls); this bounds what the page must hear of one that keeps no rules.

/** Three times what a run may say by default, log and host calls together. */
const MESSAGES = 10_000;
/** Above the fastest loop of host calls measured: about 3,000 in a second. */
const MESSAGES_PER_SECOND = 5000;
/** Several of the largest messages there are: a file of 8 MiB as base64, its log, its result. */
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

  /** Lets it say so many messages more, for now: what a run that the user gave higher limits may need. */
  extend(messages: number): void {
    this.#refill();
    this.#messages = Math.min(MESSAGES, this.#messages) + messages;
  }

  /** False when a message of this many characters is one too many. */
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

/** What is above the brim already stays. */
function towards(brim: number, level: number, more: number): number {
  return Math.max(level, Math.min(brim, level + more));
}
