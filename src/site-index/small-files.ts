// The smaller files of a site index: words for corrections, places of pages, pages of a filter, and the text of a
// page.
import { isObject } from '../base/json.ts';
import type { SiteFilters } from '../core/site-pack.ts';
import { Reader, Writer } from '../search/segment-bytes.ts';
import { type FileKey, readKey, writeKey } from './format.ts';
import { readNames, writeNames } from './root-file.ts';

/** The words in one file, with the number of passages of each. */
export interface Spelling {
  words: readonly string[];
  frequencies: readonly number[];
}

export function encodeSpelling({ words, frequencies }: Spelling): Uint8Array {
  const out = new Writer(0);
  writeNames(out, words);
  for (const frequency of frequencies) out.integer(frequency);
  return new Uint8Array(out.finish());
}

export function decodeSpelling(bytes: Uint8Array): Spelling {
  const input = new Reader(bytes);
  const words = readNames(input);
  return { words, frequencies: words.map(() => input.integer()) };
}

/** Of one page: the files with its text, and the number of passages in each. */
export type PagePlaces = readonly { passages: number; file: FileKey }[];

export function encodePlaces(pages: readonly PagePlaces[]): Uint8Array {
  const out = new Writer(0);
  out.integer(pages.length);
  for (const parts of pages) {
    out.integer(parts.length);
    for (const { passages } of parts) out.integer(passages);
  }
  for (const { file } of pages.flat()) writeKey(out, file);
  return new Uint8Array(out.finish());
}

export function decodePlaces(bytes: Uint8Array): PagePlaces[] {
  const input = new Reader(bytes);
  const pages = Array.from({ length: input.count() }, () =>
    Array.from({ length: input.count() }, () => ({ passages: input.integer(), file: '' })),
  );
  for (const part of pages.flat()) part.file = readKey(input);
  return pages;
}

/** Page numbers, ascending. */
export function encodePages(pages: readonly number[]): Uint8Array {
  const out = new Writer(0);
  out.integer(pages.length);
  pages.forEach((page, i) => out.integer(page - (pages[i - 1] ?? 0)));
  return new Uint8Array(out.finish());
}

export function decodePages(bytes: Uint8Array): Set<number> {
  const input = new Reader(bytes);
  const pages = new Set<number>();
  let last = 0;
  for (let rest = input.count(); rest > 0; rest--) pages.add((last += input.integer()));
  return pages;
}

/** A passage in the file: its range in `body`, the number of its heading, and the id of its section or ''. */
export type PlacedPassage = readonly [start: number, end: number, heading: number, anchor: string];

/** A page or a part of a long one, as JSON. The concatenated bodies of all parts are the page's. */
export interface TextFile {
  title: string;
  url: string;
  language?: string;
  meta: Readonly<Record<string, string>>;
  filters: SiteFilters;
  /** Markdown. */
  body: string;
  headings: readonly (readonly string[])[];
  passages: readonly PlacedPassage[];
}

/**
 * Parses untrusted text. Invalid descriptive fields are dropped; fields that search depends on must be valid.
 * @throws Error when they are not
 */
export function readText(given: unknown): TextFile {
  if (!isObject(given)) throw new Error('this is not the text of a page');
  const { title, url, language, meta, filters, body, headings, passages } = given;
  const names = Array.isArray(headings) ? headings.map(textsOf) : [];
  if (!Array.isArray(passages) || !passages.every((passage) => isPlaced(passage, names.length)))
    throw new Error('the passages of a page are damaged');
  return {
    title: textOf(title),
    url: textOf(url),
    ...(typeof language === 'string' && { language }),
    meta: Object.fromEntries(
      entriesOf(meta).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    filters: Object.fromEntries(entriesOf(filters).map(([name, values]) => [name, textsOf(values)])),
    body: textOf(body),
    headings: names,
    passages: passages as PlacedPassage[],
  };
}

function isPlaced(given: unknown, headings: number): boolean {
  if (!Array.isArray(given)) return false;
  const [start, end, heading, anchor] = given as unknown[];
  return (
    [start, end, heading].every((number) => Number.isSafeInteger(number) && (number as number) >= 0) &&
    (heading as number) < headings &&
    typeof anchor === 'string'
  );
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}

function textsOf(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((one): one is string => typeof one === 'string') : [];
}

/** Skips the one key that changes an object when assigned. */
function entriesOf(given: unknown): [string, unknown][] {
  return isObject(given) ? Object.entries(given).filter(([name]) => name !== '__proto__') : [];
}
