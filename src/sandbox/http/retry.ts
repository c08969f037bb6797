// When a request is made again, and after how long.

/** Asking again does no harm: the answer is the same, or the second request changes nothing more. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
/** The server's word that later may be better. */
const PASSING = new Set([429, 502, 503, 504]);

export const MAX_RETRIES = 5;

/** How long to wait between them. */
export interface Patience {
  /** Seconds before the first retry; each further one waits twice as long. */
  wait: number;
  /** Seconds that none waits beyond; a Retry-After that asks for more is not waited out. */
  longest: number;
  /** 0 to 1: which part of a wait is left to chance, because many tools that failed together must not come back together. */
  jitter: number;
}

/** A run that sleeps longer than half a minute serves nobody. */
export const USUAL_PATIENCE: Patience = { wait: 0.5, longest: 30, jitter: 0.5 };
export const MOST_PATIENCE: Patience = { wait: 60, longest: 600, jitter: 1 };

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
 * @param random 0 to 1
 * @param now milliseconds since 1970
 */
export function waitBefore(
  attempt: number,
  retryAfter: string | null,
  random: number,
  now: number,
  { wait, longest, jitter }: Patience = USUAL_PATIENCE,
): number | undefined {
  const backOff = Math.min(wait * 2 ** attempt * (1 - jitter / 2 + random * jitter), longest) * 1000;
  const asked = toMilliseconds(retryAfter, now);
  if (asked === undefined) return backOff;
  return asked > longest * 1000 ? undefined : Math.max(asked, 0);
}

function toMilliseconds(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\s*\d+\s*$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : date - now;
}
