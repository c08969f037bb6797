// Decides when to retry a request, and after how long.
import { retryAfter } from '../../base/retry-after.ts';

/** Safe to repeat: a second request changes nothing more. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
/** Statuses that mean a later attempt may succeed. */
const PASSING = new Set([429, 502, 503, 504]);

export const MAX_RETRIES = 5;

/** Waits between retries. */
export interface Patience {
  /** Seconds before the first retry; each further wait is twice as long. */
  wait: number;
  /** Maximum seconds of a wait. A Retry-After beyond it is not waited out. */
  longest: number;
  /** 0 to 1: the random part of a wait. It keeps tools that failed together from retrying together. */
  jitter: number;
}

/** A run that sleeps for more than half a minute helps nobody. */
export const USUAL_PATIENCE: Patience = { wait: 0.5, longest: 30, jitter: 0.5 };
export const MOST_PATIENCE: Patience = { wait: 60, longest: 600, jitter: 1 };

export function mayRetry(method: string): boolean {
  return IDEMPOTENT.has(method);
}

export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

/**
 * Returns the milliseconds to wait before retry number `attempt` (from 0), or undefined when the server asks for too
 * long a wait.
 * @param header `Retry-After`
 * @param random 0 to 1
 * @param now milliseconds since 1970
 */
export function waitBefore(
  attempt: number,
  header: string | null,
  random: number,
  now: number,
  { wait, longest, jitter }: Patience = USUAL_PATIENCE,
): number | undefined {
  const backOff = Math.min(wait * 2 ** attempt * (1 - jitter / 2 + random * jitter), longest) * 1000;
  const asked = retryAfter(header, now);
  if (asked === undefined) return backOff;
  return asked > longest * 1000 ? undefined : Math.max(asked, 0);
}
