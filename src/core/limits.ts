// What one run may use: the defaults of the tool contract, how far a script may lower them and a user may raise them.
import { Failure } from './errors.ts';
import { isObject } from '../base/json.ts';

/** Sizes are bytes, counts are a run's. */
export interface Limits {
  /** Seconds. */
  timeout: number;
  /** Lua heap. */
  memory: number;
  /** One answer of the page to a script. The body of an HTTP response has a limit of its own. */
  answer: number;
  /** The result, as JSON. */
  result: number;
  logBytes: number;
  logLines: number;
  hostCalls: number;
  /** Host calls open at once. */
  openCalls: number;
  /** Levels that values may be nested. */
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

/** A connector reads a whole collection: it gets the time and the room for it. */
export const CONNECTOR_LIMITS: Limits = { ...DEFAULT_LIMITS, timeout: 300, result: 8 * MIB };

/**
 * How far a user may raise each. Above 32 MiB of heap the bundled Lua has a known way to crash itself: that ends the run
 * as `sandbox_crashed` and harms nothing else. JavaScript itself overflows its stack on values some thousands deep.
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

/** Below these nothing runs: the prelude alone takes 0.3 MiB. */
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
 * Checks limits that come from a script's `limits` table or from install options.
 * @throws Failure `bad_request` that names the limit, its bounds and what was given.
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

/** A size for people: `8 MiB`, `0.5 MiB`. */
export function inMebibytes(bytes: number): string {
  return `${Number((bytes / MIB).toPrecision(4))} MiB`;
}
