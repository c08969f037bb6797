// A part of the vocabulary: its terms, the number of passages of each, and the places of their postings.
import { Reader, Writer } from '../search/segment-bytes.ts';
import { type FileKey, readKey, writeKey } from './format.ts';
import { layerSizes, LONGEST_WHOLE } from './layers.ts';
import { type Postings, readPostings, writePostings } from './postings.ts';

/** Shorter lists are inline, since a request would cost more than their bytes. */
export const LONGEST_INLINE = 3;

/** A prefix across too many parts to fetch, with its most frequent terms. */
export interface WideBeginning {
  beginning: string;
  terms: string[];
}

/** The place of a term's postings. */
export type Where =
  | { postings: Postings }
  /** A file with several lists: their lengths, and the index of this one. */
  | { file: FileKey; counts: readonly number[]; at: number }
  | { layers: { file: FileKey; count: number; bound: number }[] };

export interface TermShard {
  /** In UTF-16 order. */
  terms: readonly string[];
  /** Per term: number of passages with it. */
  frequencies: readonly number[];
  where: readonly Where[];
  wide: readonly WideBeginning[];
}

export function encodeTermShard({ terms, frequencies, where, wide }: TermShard): Uint8Array {
  const out = new Writer(0);
  out.integer(terms.length);
  out.names(terms);
  for (const frequency of frequencies) out.integer(frequency);
  writePostings(
    out,
    where.flatMap((one) => ('postings' in one ? [one.postings] : [])),
  );
  const files = where.flatMap((one) => ('file' in one && one.at === 0 ? [one] : []));
  out.integer(files.length);
  for (const { file, counts } of files) {
    out.integer(counts.length);
    writeKey(out, file);
  }
  for (const one of where) {
    if (!('layers' in one)) continue;
    for (const { file, bound } of one.layers) {
      out.integer(bound);
      writeKey(out, file);
    }
  }
  out.integer(wide.length);
  for (const { beginning, terms: frequent } of wide) {
    out.names([beginning]);
    out.integer(frequent.length);
    out.names(frequent);
  }
  return new Uint8Array(out.finish());
}

export function decodeTermShard(bytes: Uint8Array): TermShard {
  const input = new Reader(bytes);
  const count = input.count();
  const terms = input.names(count);
  const frequencies = terms.map(() => input.integer());
  const inline = readPostings(
    input,
    frequencies.filter((frequency) => frequency <= LONGEST_INLINE),
  );
  const shared = frequencies.filter((frequency) => frequency > LONGEST_INLINE && frequency <= LONGEST_WHOLE);
  const inFiles = filesOf(input, shared);
  const where: Where[] = frequencies.map((frequency) => {
    if (frequency <= LONGEST_INLINE) return { postings: inline.shift()! };
    if (frequency <= LONGEST_WHOLE) return inFiles.next().value as Where;
    return { layers: [] };
  });
  frequencies.forEach((frequency, i) => {
    const one = where[i]!;
    if (!('layers' in one)) return;
    for (const size of layerSizes(frequency))
      one.layers.push({ count: size, bound: input.integer(), file: readKey(input) });
  });
  const wide = Array.from({ length: input.count() }, () => ({
    beginning: input.names(1)[0]!,
    terms: input.names(input.count()),
  }));
  return { terms, frequencies, where, wide };
}

/** Yields the places of lists that share files, in order. */
function filesOf(input: Reader, counts: readonly number[]): Iterator<Where> {
  const places: Where[] = [];
  for (let files = input.count(); files > 0; files--) {
    const lists = input.count();
    const file = readKey(input);
    const its = counts.slice(places.length, places.length + lists);
    its.forEach((_, at) => places.push({ file, counts: its, at }));
  }
  return places.values();
}
