// When a request is made again, and after how long.

/** Asking again does no harm: the answer is the same, or the second request changes nothing more. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
/** The server's word that later may be better. */
const PASSING = new Set([429, 502, 503, 504]);

export const MAX_RETRIES = 5;
/** Milliseconds before the first retry; each further one waits twice as long. */
const FIRST_WAIT = 500;
/** Milliseconds of Retry-After that are waited out; a run that long asleep serves nobody. */
const LONGEST_WAIT = 30_000;

export function mayRetry(method: string): boolean {
  return IDEMPOTENT.has(method);
}

export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

/**
 * Milliseconds to wait before retry number `attempt` (from 0), or undefined when the server asks for more patience than a
 * run has.
 * @param retryAfter the header of that name: seconds, or a date
 * @param random 0 to 1: many tools that failed together must not come back together
 * @param now milliseconds since 1970
 */
export function waitBefore(
  attempt: number,
  retryAfter: string | null,
  random: number,
  now: number,
): number | undefined {
  const backOff = FIRST_WAIT * 2 ** attempt * (0.75 + random / 2);
  const asked = toMilliseconds(retryAfter, now);
  if (asked === undefined) return backOff;
  return asked > LONGEST_WAIT ? undefined : Math.max(asked, 0);
}

function toMilliseconds(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\s*\d+\s*$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : date - now;
}
