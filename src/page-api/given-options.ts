// What a page gives with a call: options that may be null, a text that may be missing, a signal that may stop it.
import { Failure } from '../core/errors.ts';

/** The options that were given: null, and an option that is null, count as not given. */
export function given<T extends object>(options: T | null | undefined): Partial<T> {
  const entries = Object.entries(options ?? {}).filter(([, value]) => value !== null);
  const known = Object.fromEntries(entries) as Partial<T> & { signal?: unknown };
  if (known.signal !== undefined && !isSignal(known.signal)) {
    throw new Failure('bad_request', 'signal must be an AbortSignal');
  }
  return known;
}

/** A question that is not there is an empty one, not the word "undefined". */
export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** By its tag: it may come from another window. */
function isSignal(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object AbortSignal]';
}

/** What a signal stops rejects with code `cancelled`, whatever reason the signal gives. */
export async function unlessStopped<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal?.aborted || error instanceof Failure) throw error;
    throw new Failure('cancelled', 'stopped');
  }
}
