// A stretch of the vocabulary: its terms, how many passages have each, and where their postings are.
import { Reader, Writer } from '../search/segment-bytes.ts';
import { type FileKey, readKey, writeKey } from './format.ts';
import { layerSizes, LONGEST_WHOLE } from './layers.ts';
import { type Postings, readPostings, writePostings } from './postings.ts';

/** Lists that are no longer stand in the vocabulary itself: a request for them would cost more than they do. */
export const LONGEST_INLINE = 3;

/** A beginning that fits more shards than anybody would fetch, with the most frequent terms that it fits. */
export interface WideBeginning {
  beginning: string;
  terms: string[];
}

/** Where the postings of a term are. */
export type Where =
  | { postings: Postings }
  /** A file that holds several lists: their lengths, and which of them is meant. */
  | { file: FileKey; counts: readonly number[]; at: number }
  | { layers: { file: FileKey; count: number; bound: number }[] };

export interface TermShard {
  /** In UTF-16 order. */
  terms: readonly string[];
  /** Per term: passages that have it. */
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

/** The places of lists that share files, in order. */
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
