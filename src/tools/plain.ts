// Copies untrusted values to plain, frozen JSON, so that checked or approved values can't change later.
import { sha256Hex } from '../base/digest.ts';
import { Failure } from '../core/errors.ts';
import type { Json } from '../base/json.ts';
import { inMebibytes } from '../core/limits.ts';

/** Maximum bytes of one string in the sandbox (tool contract, limits): 8 MiB. */
export const MAX_INPUT_BYTES = 8 * 1024 * 1024;
/** Maximum bytes of a result (tool contract, limits): 1 MiB. */
export const MAX_RESULT_BYTES = 1024 * 1024;

/**
 * Returns a frozen JSON copy of `value`; `undefined` becomes null.
 * @param what names the value in messages, such as `the arguments`
 * @throws Failure `bad_request` for a value that JSON can't hold, `too_large` above `limit` bytes
 */
export function toPlain(value: unknown, what: string, limit = MAX_INPUT_BYTES): Json {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    throw new Failure('bad_request', `${what} must be plain JSON: no cycles, no big integers`);
  }
  if (text === undefined) return null;
  if (limit !== Infinity && byteLength(text) > limit) {
    throw new Failure('too_large', `${what} must not be larger than ${inMebibytes(limit)}`);
  }
  return deepFreeze(JSON.parse(text) as Json);
}

/** Copies `value` now. The returned function returns the copy, or throws the error of copying. */
export function snapshot(value: unknown, what: string): () => Json {
  try {
    const copy = toPlain(value, what);
    return () => copy;
  } catch (problem) {
    return () => {
      throw problem;
    };
  }
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Freezes plain objects and arrays in place, recursively. */
export function deepFreeze<T>(value: T): T {
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(Object.freeze(next));
    open.push(...Object.values(next));
  }
  return value;
}

/** Returns the SHA-256 of a text in lower-case hex. */
export async function sha256(text: string): Promise<string> {
  // Browsers offer `crypto.subtle` on https and localhost only.
  if (!globalThis.crypto?.subtle) {
    throw new Failure('unavailable', 'tools need a secure page: open Perilune over https or from localhost');
  }
  return sha256Hex(text);
}
