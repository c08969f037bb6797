// Pagination and filters of lists.
//
// - A page token names the position after which the next page begins, so insertions are neither skipped nor repeated.
// - It carries the filter and the page size, so the token alone is enough to continue.
import { Failure } from './errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';

export interface PageRequest {
  /** Default 50, at most 500. */
  pageSize?: number | undefined;
  /** Token from the previous page. It includes the filter: pass the same filter or none. */
  pageToken?: string | undefined;
}

export interface Page<T> {
  items: T[];
  /** Number of items that match the filter. */
  total: number;
  nextPageToken?: string;
}

const PAGE_KEYS = ['pageSize', 'pageToken'];
const DEFAULT_PAGE = 50;
const MAX_PAGE = 500;

/** Return type of a call that lists everything, or one page on request. */
export type Paged<O, Whole, Part> = O extends { pageSize: number } | { pageToken: string } ? Part : Whole;

/** Returns the filter of a list that is never paged. @throws Failure `bad_request` */
export function unpaged<F extends object>(filter: F): F {
  if (!asksForPage(filter)) return filter;
  throw new Failure('bad_request', 'tools.list returns all tools; page through them with tools.page');
}

/** Tells whether a page was requested instead of the whole list. */
export function asksForPage(options: PageRequest): boolean {
  return options.pageSize !== undefined || options.pageToken !== undefined;
}

/**
 * Returns one page of `list` for the filter. `placeOf` must return positions in the order of the list.
 * @throws Failure `bad_request` for an invalid size or token
 */
export function pageOf<F extends object, T>(
  options: F & PageRequest,
  list: (filter: F) => readonly T[],
  placeOf: (item: T, index: number) => string,
): Page<T> {
  const { after, filter, pageSize = DEFAULT_PAGE } = resume(options);
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE) {
    throw new Failure('bad_request', `pageSize must be a whole number from 1 to ${MAX_PAGE}`);
  }
  const all = list(filter as F);
  const next = all.findIndex((item, index) => placeOf(item, index) > after);
  const start = next < 0 ? all.length : next;
  const items = all.slice(start, start + pageSize);
  const last = items.at(-1);
  const more = last !== undefined && start + pageSize < all.length;
  return {
    items,
    total: all.length,
    ...(more && {
      nextPageToken: pageToken(placeOf(last, start + items.length - 1), { ...filter, pageSize }),
    }),
  };
}

export function pageToken(after: string, filter: object): string {
  return encodeURIComponent(JSON.stringify({ after, filter }));
}

/**
 * Returns the filter of the token, or the given one.
 * @throws Failure `bad_request` for an invalid token, or one made for another filter
 */
export function resume(options: object & PageRequest): {
  after: string;
  filter: JsonObject;
  pageSize: number | undefined;
} {
  if (!isObject(options)) throw new Failure('bad_request', 'the options of a list must be an object');
  const { pageToken: token, pageSize, ...given } = options as PageRequest & JsonObject;
  if (token === undefined) return { after: '', filter: given, pageSize };
  const { after, filter } = read(token);
  const { pageSize: before, ...kept } = filter;
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(kept[key])) {
      throw new Failure(
        'bad_request',
        `this page token belongs to a list with another ${key}; give the token alone, or start again without it`,
      );
    }
  }
  return { after, filter: kept, pageSize: pageSize ?? (before as number | undefined) };
}

function read(token: unknown): { after: string; filter: JsonObject } {
  let found: unknown;
  try {
    found = JSON.parse(decodeURIComponent(String(token)));
  } catch {
    // The `throw` below reports it.
  }
  const { after, filter } = isObject(found) ? found : {};
  if (typeof after === 'string' && isObject(filter)) return { after, filter: filter as JsonObject };
  throw new Failure('bad_request', 'this page token is not valid; start again without one');
}

/** @throws Failure `bad_request` that names the unknown key */
export function checkFilterKeys(
  given: unknown,
  known: readonly string[],
): asserts given is Record<string, unknown> {
  if (!isObject(given)) throw new Failure('bad_request', 'the options of a list must be an object');
  const all = [...known, ...PAGE_KEYS];
  const unknown = Object.keys(given).find((key) => !all.includes(key));
  if (unknown !== undefined) {
    throw new Failure('bad_request', `unknown filter '${unknown}'; there are ${all.join(', ')}`);
  }
}

/** @throws Failure `bad_request` when a field is, or contains, anything other than `values` */
export function checkAnyOf(field: string, wanted: unknown, values?: readonly string[]): void {
  if (wanted === undefined) return;
  for (const value of Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]) {
    if (typeof value !== 'string') {
      throw new Failure('bad_request', `${field} must be a string or a list of strings`);
    }
    if (values && !values.includes(value)) {
      throw new Failure('bad_request', `${field} must be one of ${values.join(', ')}`);
    }
  }
}
