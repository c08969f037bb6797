// Reads arguments of page API calls: options that may be null, a text that may be missing, a signal.
import { Failure } from '../core/errors.ts';

/** Returns the options; null, and options that are null, count as missing. */
export function given<T extends object>(options: T | null | undefined): Partial<T> {
  const entries = Object.entries(options ?? {}).filter(([, value]) => value !== null);
  const known = Object.fromEntries(entries) as Partial<T> & { signal?: unknown };
  if (known.signal !== undefined && !isSignal(known.signal)) {
    throw new Failure('bad_request', 'signal must be an AbortSignal');
  }
  return known;
}

/** As `given`, of a call that has no other options than these. @throws Failure `bad_request` that names the unknown one */
export function givenOf<T extends object>(
  options: T | null | undefined,
  known: readonly (keyof T & string)[],
): Partial<T> {
  if (options !== undefined && (typeof options !== 'object' || Array.isArray(options)))
    throw new Failure('bad_request', 'options must be an object');
  const unknown = Object.keys(options ?? {}).find((key) => !(known as readonly string[]).includes(key));
  if (unknown !== undefined)
    throw new Failure('bad_request', `unknown option '${unknown}'; there are ${known.join(', ')}`);
  return given(options);
}

/** One source, or a list of which any will do, as searches take them. @throws Failure `bad_request` */
export function sourcesOf(wanted: unknown): { source?: string; sources?: string[] } {
  if (wanted === undefined) return {};
  if (typeof wanted === 'string') return { source: wanted };
  if (Array.isArray(wanted) && wanted.every((name) => typeof name === 'string')) return { sources: wanted };
  throw new Failure('bad_request', 'source must be the name of a source, or a list of names');
}

/** A missing question is empty, not the word "undefined". */
export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** Checks the tag, because the signal may come from another window. */
function isSignal(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object AbortSignal]';
}

/** Rejects with code `cancelled` when the signal aborts, whatever its reason. */
export async function unlessStopped<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal?.aborted || error instanceof Failure) throw error;
    throw new Failure('cancelled', 'stopped');
  }
}
