// Recent calls of each tool, for tools with a limit of calls per minute.
import { Failure } from '../core/errors.ts';

const MINUTE = 60_000;

export class CallRate {
  readonly #now: () => number;
  /** Times of admitted calls, oldest first, by the tool's folder: all its versions count together. */
  readonly #calls = new Map<string, number[]>();

  /** @param now milliseconds on a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws Failure `rate_limited` with `retry_after` in seconds */
  admit(tool: { folder: string; name: string; maxCallsPerMinute?: number }): void {
    const { folder, name, maxCallsPerMinute: most } = tool;
    if (most === undefined) return;
    const now = this.#now();
    const recent = (this.#calls.get(folder) ?? []).filter((at) => now - at < MINUTE);
    if (recent.length < most) {
      this.#calls.set(folder, [...recent, now]);
      return;
    }
    const oldest = recent[recent.length - most] as number;
    const retryAfter = Math.max(1, Math.ceil((oldest + MINUTE - now) / 1000));
    throw new Failure(
      'rate_limited',
      `tool '${name}' may be called ${most} ${most === 1 ? 'time' : 'times'} a minute; try again in ${retryAfter} seconds`,
      { retry_after: retryAfter },
    );
  }
}
