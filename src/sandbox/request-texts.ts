// The texts that requests to the sandbox carry and replies bring, and how long a request may take.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { Limits } from '../core/limits.ts';
import { Deadline } from './deadline.ts';
import type { Reply } from './protocol.ts';

/** Milliseconds that a worker has to end by itself after a deadline, before it is ended. */
const GRACE = 60;

/** The worker ends by itself a little earlier, and can say more. */
export function inSeconds(seconds: number): Deadline {
  return new Deadline(seconds * 1000 + GRACE);
}

/** @throws Failure that the reply brings, or `sandbox_crashed` for what no worker of ours says. */
export function jsonOf({ json, error }: Reply, { result }: Pick<Limits, 'result'>): string {
  if (error) throw new Failure(error.code, error.message, error.details);
  if (json === undefined || json.length > result)
    throw new Failure('sandbox_crashed', 'the sandbox broke its limits');
  return json;
}

export function modulesOf(files: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.lua'))));
}

/** @throws Failure `bad_request` for what is not JSON. */
export function toArgs(args: unknown): string {
  if (!isObject(args)) return '{}';
  try {
    return JSON.stringify(args);
  } catch (problem) {
    throw new Failure('bad_request', `the arguments are not JSON: ${(problem as Error).message}`);
  }
}
