// The root of a site index: the statistics for ranking, and the directory of all other files.
import { Reader, Writer } from '../search/segment-bytes.ts';
import { type FileKey, readKey, writeKey } from './format.ts';

export interface PackRoot {
  passages: number;
  /** Sums over all passages. */
  length: number;
  titleLength: number;
  /** Codes of the languages that analysed the terms. */
  languages: readonly string[];
  /** Parts of the vocabulary: the lower bound of each, and its file. The first starts with ''. */
  terms: readonly { from: string; file: FileKey }[];
  /** Words by initial and length: the start of each file. */
  spelling: readonly SpellingFile[];
  /** The places of pages: the first page of each file. */
  places: readonly { from: number; file: FileKey }[];
  filters: readonly { name: string; values: readonly { value: string; file: FileKey }[] }[];
}

export interface SpellingFile {
  /** UTF-16 unit. */
  initial: number;
  length: number;
  file: FileKey;
}

export function encodeRoot(root: PackRoot): Uint8Array {
  const out = new Writer(0);
  for (const number of [root.passages, root.length, root.titleLength]) out.integer(number);
  writeNames(out, root.languages);
  writeNames(
    out,
    root.terms.map(({ from }) => from),
  );
  for (const { file } of root.terms) writeKey(out, file);
  out.integer(root.spelling.length);
  for (const { initial, length, file } of root.spelling) {
    out.integer(initial);
    out.integer(length);
    writeKey(out, file);
  }
  out.integer(root.places.length);
  for (const { from, file } of root.places) {
    out.integer(from);
    writeKey(out, file);
  }
  writeNames(
    out,
    root.filters.map(({ name }) => name),
  );
  for (const { values } of root.filters) {
    writeNames(
      out,
      values.map(({ value }) => value),
    );
    for (const { file } of values) writeKey(out, file);
  }
  return new Uint8Array(out.finish());
}

export function decodeRoot(bytes: Uint8Array): PackRoot {
  const input = new Reader(bytes);
  const [passages, length, titleLength] = [input.integer(), input.integer(), input.integer()];
  const languages = readNames(input);
  const terms = readNames(input).map((from) => ({ from, file: '' }));
  for (const shard of terms) shard.file = readKey(input);
  const spelling = Array.from({ length: input.count() }, () => ({
    initial: input.integer(),
    length: input.integer(),
    file: readKey(input),
  }));
  const places = Array.from({ length: input.count() }, () => ({
    from: input.integer(),
    file: readKey(input),
  }));
  const filters = readNames(input).map((name) => ({
    name,
    values: [] as { value: string; file: FileKey }[],
  }));
  for (const filter of filters) {
    filter.values = readNames(input).map((value) => ({ value, file: '' }));
    for (const one of filter.values) one.file = readKey(input);
  }
  return { passages, length, titleLength, languages, terms, spelling, places, filters };
}

export function writeNames(out: Writer, names: readonly string[]): void {
  out.integer(names.length);
  out.names(names);
}

export function readNames(input: Reader): string[] {
  return input.names(input.count());
}

/** Returns the index of the last item for which `isBefore` holds, in a sorted list; 0 when there is none. */
export function lastBefore<One>(list: readonly One[], isBefore: (one: One) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Returns the part of the vocabulary that would hold a term. */
export function shardOf(shards: PackRoot['terms'], term: string): number {
  return lastBefore(shards, ({ from }) => from <= term);
}

/** Returns the string after every term with this prefix. */
export function pastAll(beginning: string): string {
  return `${beginning}\uffff`;
}

/** A prefix across more parts is answered from a list of its most frequent terms. */
const MOST_SHARDS = 3;

export function isWide(shards: PackRoot['terms'], beginning: string): boolean {
  return shardOf(shards, pastAll(beginning)) - shardOf(shards, beginning) > MOST_SHARDS;
}
