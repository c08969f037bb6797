// How often a tool may ask the network: a window of one minute that slides, so that a slow drip of data stays slow.

/** Requests in any minute. */
export const REQUESTS_PER_MINUTE = 120;
const MINUTE = 60_000;

export class RequestRate {
  readonly #now: () => number;
  /** When the requests of the last minute were made, by who made them. */
  readonly #made = new Map<string, number[]>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one request. @returns 0, or the milliseconds to wait before the next one may be made. */
  take(who: string): number {
    const now = this.#now();
    const recent = (this.#made.get(who) ?? []).filter((time) => time > now - MINUTE);
    this.#made.set(who, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= REQUESTS_PER_MINUTE) return oldest + MINUTE - now;
    recent.push(now);
    return 0;
  }
}
