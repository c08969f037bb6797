// Resource limits of one run: the defaults of the tool contract, how far a script can lower them, and how far a user
// can raise them.
import { Failure } from './errors.ts';
import { isObject } from '../base/json.ts';

/** Sizes are in bytes, counts per run. */
export interface Limits {
  /** Seconds. */
  timeout: number;
  /** Lua heap. */
  memory: number;
  /** One answer of the page to a script. The body of an HTTP response has its own limit. */
  answer: number;
  /** The result, as JSON. */
  result: number;
  logBytes: number;
  logLines: number;
  hostCalls: number;
  /** Concurrent host calls. */
  openCalls: number;
  /** Maximum nesting of values. */
  depth: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = {
  timeout: 30,
  memory: 32 * MIB,
  answer: 8 * MIB,
  result: MIB,
  logBytes: 256 * 1024,
  logLines: 2000,
  hostCalls: 1000,
  openCalls: 8,
  depth: 64,
};

/** A connector reads a whole collection, so it gets more time and space. */
export const CONNECTOR_LIMITS: Limits = { ...DEFAULT_LIMITS, timeout: 300, result: 8 * MIB };

/**
 * How far a user can raise each limit. Above 32 MiB of heap the bundled Lua has a known crash, which ends the run as
 * `sandbox_crashed` and harms nothing else. JavaScript itself overflows its stack on values some thousands of levels
 * deep.
 */
export const HIGHEST_LIMITS: Limits = {
  timeout: 3600,
  memory: 256 * MIB,
  answer: 64 * MIB,
  result: 32 * MIB,
  logBytes: 8 * MIB,
  logLines: 100_000,
  hostCalls: 100_000,
  openCalls: 64,
  depth: 512,
};

/** Nothing runs below these: the prelude alone takes 0.3 MiB. */
const LOWEST_LIMITS: Limits = {
  timeout: 0.1,
  memory: MIB,
  answer: 1,
  result: 1,
  logBytes: 0,
  logLines: 0,
  hostCalls: 0,
  openCalls: 1,
  depth: 1,
};

/**
 * Checks limits from a script's `limits` table or from install options.
 * @throws Failure `bad_request` that names the limit, its bounds and the given value.
 */
export function checkLimits(given: unknown, highest: Limits, what = 'limits'): Partial<Limits> {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new Failure('bad_request', `${what} must be an object of numbers`);
  const limits: Partial<Limits> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const known = Object.keys(DEFAULT_LIMITS).join(', ');
      throw new Failure('bad_request', `${what}.${name} is not a limit; there are ${known}`);
    }
    const key = name as keyof Limits;
    if (typeof value !== 'number' || !(value >= LOWEST_LIMITS[key] && value <= highest[key])) {
      throw new Failure(
        'bad_request',
        `${what}.${name} must be a number from ${LOWEST_LIMITS[key]} to ${highest[key]}`,
      );
    }
    limits[key] = key === 'timeout' ? value : Math.floor(value);
  }
  return limits;
}

/** Formats a size for people: `8 MiB`, `0.5 MiB`. */
export function inMebibytes(bytes: number): string {
  return `${Number((bytes / MIB).toPrecision(4))} MiB`;
}
