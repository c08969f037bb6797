// JSON text in requests and replies of the sandbox, and the deadlines of requests.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { Limits } from '../core/limits.ts';
import { Deadline } from './deadline.ts';
import type { Reply } from './protocol.ts';

/** Milliseconds that a worker has to end by itself after a deadline, before it is terminated. */
const GRACE = 60;

/** The worker's own limit is a little shorter, because it can report more. */
export function inSeconds(seconds: number): Deadline {
  return new Deadline(seconds * 1000 + GRACE);
}

/** @throws Failure from the reply, or `sandbox_crashed` for a reply that is malformed */
export function jsonOf({ json, error }: Reply, { result }: Pick<Limits, 'result'>): string {
  if (error) throw new Failure(error.code, error.message, error.details);
  if (json === undefined || json.length > result)
    throw new Failure('sandbox_crashed', 'the sandbox broke its limits');
  return json;
}

export function modulesOf(files: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.lua'))));
}

/** @throws Failure `bad_request` for a value that isn't JSON */
export function toArgs(args: unknown): string {
  if (!isObject(args)) return '{}';
  try {
    return JSON.stringify(args);
  } catch (problem) {
    throw new Failure('bad_request', `the arguments are not JSON: ${(problem as Error).message}`);
  }
}
