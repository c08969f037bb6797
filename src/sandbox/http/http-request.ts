// Reads a request from the host call that carried it. Nothing in it is trusted.
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import { MAX_ADDRESS } from './address.ts';
import { checkHeaders, type CheckedHeaders } from './headers.ts';
import { MAX_RETRIES, MOST_PATIENCE, USUAL_PATIENCE, type Patience } from './retry.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Maximum bytes of a request body: as many as one string of a host call may have. */
export const MAX_BODY = 8 * 1024 * 1024;
/** Seconds. The maximum equals the longest time a run may take. */
const TIMEOUT = { default: 30, max: 3600 };

export interface HttpRequest extends CheckedHeaders {
  method: string;
  /** As written by the script, unchecked. */
  address: string;
  /** Appended to the query of the address. */
  query: string;
  body: Uint8Array<ArrayBuffer> | undefined;
  /** Seconds for one attempt, including its body. */
  timeout: number;
  retries: number;
  patience: Patience;
}

/** @throws Failure `bad_request` or `too_large`, naming the field */
export function readRequest(
  payload: Readonly<Record<string, unknown>>,
  body: Uint8Array | undefined,
): HttpRequest {
  const method = readMethod(payload['method']);
  if (body && body.length > MAX_BODY) {
    throw new Failure('too_large', `a request may send 8 MiB, and this one has ${body.length} bytes`);
  }
  if (body && (method === 'GET' || method === 'HEAD')) {
    throw new Failure('bad_request', `a ${method} request has no body; use POST, or opts.params`);
  }
  if (typeof payload['url'] !== 'string') throw new Failure('bad_request', 'url is missing');
  return {
    method,
    address: payload['url'],
    query: readParams(payload['params']),
    ...checkHeaders(readTexts(payload['headers'], 'headers')),
    body: body && new Uint8Array(body),
    timeout: Math.min(readNumber(payload['timeout'], 'timeout', 0, TIMEOUT.default), TIMEOUT.max),
    ...readRetries(payload['retries']),
  };
}

/** Appends the parameters of `opts.params`. `checkAddress` checks the resulting address, including its length. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address;
  const [before = '', fragment] = address.split(/(?=#)/, 2);
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return before + joint + query + (fragment ?? '');
}

function readMethod(value: unknown): string {
  if (value === undefined || value === null) return 'GET';
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (METHODS.includes(method)) return method;
  const shown = JSON.stringify(typeof value === 'string' ? value.slice(0, 40) : value);
  throw new Failure('bad_request', `the method ${shown} is not one of ${METHODS.join(', ')}`);
}

function readTexts(value: unknown, field: string): Record<string, string> {
  return Object.fromEntries(
    entries(value, field).map(([name, item]) => [name, readScalar(item, `${field}.${name}`)]),
  );
}

/** Sorts by name, so that equal calls make equal addresses. A list repeats its name. */
function readParams(value: unknown): string {
  const params = new URLSearchParams();
  for (const [name, given] of entries(value, 'params').sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const item of Array.isArray(given) ? given : [given]) {
      if (item !== null) params.append(name, readScalar(item, `params.${name}`));
    }
  }
  const query = params.toString();
  if (query.length > MAX_ADDRESS) {
    throw new Failure('bad_request', `opts.params make an address longer than ${MAX_ADDRESS} characters`);
  }
  return query;
}

/** An empty Lua table arrives as `{}` or `[]`. */
function entries(value: unknown, field: string): [string, unknown][] {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
  if (!isObject(value)) throw new Failure('bad_request', `${field} must be a table of names and values`);
  return Object.entries(value).filter(([, item]) => item !== null);
}

function readScalar(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Failure('bad_request', `${field} must be a string, a number or a boolean`);
}

function readNumber(value: unknown, field: string, above: number, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'number' && value > above) return value;
  throw new Failure('bad_request', `${field} must be a number of seconds above ${above}`);
}

/** Reads a number, or `{count, wait, longest, jitter}`. */
function readRetries(value: unknown): Pick<HttpRequest, 'retries' | 'patience'> {
  const given = isObject(value) ? value : { count: value ?? 0 };
  const { count } = given;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_RETRIES) {
    return { retries: count, patience: readPatience(given) };
  }
  throw new Failure('bad_request', `retries must be a whole number from 0 to ${MAX_RETRIES}`);
}

function readPatience(given: Record<string, unknown>): Patience {
  const patience = { ...USUAL_PATIENCE };
  for (const field of Object.keys(patience) as (keyof Patience)[]) {
    const value = given[field] ?? patience[field];
    if (typeof value !== 'number' || !(value >= 0 && value <= MOST_PATIENCE[field])) {
      throw new Failure('bad_request', `retries.${field} must be a number from 0 to ${MOST_PATIENCE[field]}`);
    }
    patience[field] = value;
  }
  return patience;
}
