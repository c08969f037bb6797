// Lists page by page, and what filters of lists have in common.
//
// - A page token says after which place the next page begins: what comes in between is neither skipped nor doubled.
// - It carries the filter and the size of its pages: the token alone goes on.
import { Failure } from './errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';

export interface PageRequest {
  /** Default 50, at most 500. */
  pageSize?: number | undefined;
  /** Of the page before. It carries the filter: give nothing else with it, or the same. */
  pageToken?: string | undefined;
}

export interface Page<T> {
  items: T[];
  /** How many fit the filter. */
  total: number;
  nextPageToken?: string;
}

const PAGE_KEYS = ['pageSize', 'pageToken'];
const DEFAULT_PAGE = 50;
const MAX_PAGE = 500;

/** What a call answers that gives a whole list, or a page where one is asked for. */
export type Paged<O, Whole, Part> = O extends { pageSize: number } | { pageToken: string } ? Part : Whole;

/** Whether a page was asked for, where a whole list is another choice. */
export function asksForPage(options: PageRequest): boolean {
  return options.pageSize !== undefined || options.pageToken !== undefined;
}

/**
 * One page of what `list` gives for the filter. `placeOf` gives places in the order of the list.
 * @throws Failure `bad_request` for a size or a token that is none
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
 * What is asked for: the filter of the token, or the one given.
 * @throws Failure `bad_request` for a token that is none, or was made for another filter
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
    // said below
  }
  const { after, filter } = isObject(found) ? found : {};
  if (typeof after === 'string' && isObject(filter)) return { after, filter: filter as JsonObject };
  throw new Failure('bad_request', 'this page token is none of ours; start again without one');
}

/** @throws Failure `bad_request` that names a key which no filter of the list has */
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

/** @throws Failure `bad_request` when a field holds, or lists, what is none of `values` */
export function checkAnyOf(field: string, wanted: unknown, values?: readonly string[]): void {
  if (wanted === undefined) return;
  for (const value of Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]) {
    if (typeof value !== 'string') {
      throw new Failure('bad_request', `${field} must be a text or a list of texts`);
    }
    if (values && !values.includes(value)) {
      throw new Failure('bad_request', `${field} must be one of ${values.join(', ')}`);
    }
  }
}
