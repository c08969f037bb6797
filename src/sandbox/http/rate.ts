// Limits a tool's requests with a sliding window of one minute, so that a slow leak of data stays slow.

/** Maximum requests in any minute. */
export const REQUESTS_PER_MINUTE = 120;
const MINUTE = 60_000;

export class RequestRate {
  readonly #now: () => number;
  /** Times of the last minute's requests, by caller. */
  readonly #made = new Map<string, number[]>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts one request.
   * @returns 0, or the milliseconds to wait before the next one
   */
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
