// Splits the vocabulary into parts, and stores postings where they cost a visitor least: beside their term, in a file
// with those of neighbouring terms, or in layers.
import type { Bm25 } from '../search/ranking.ts';
import { MOST_EXPANSIONS } from '../search/scored-terms.ts';
import { SHORTEST_PREFIX } from '../search/expand.ts';
import type { WideSegment } from '../search/wide-segment.ts';
import type { FileKey } from './format.ts';
import { layersOf, LONGEST_WHOLE } from './layers.ts';
import type { Postings } from './postings.ts';
import { isWide, pastAll, shardOf } from './root-file.ts';
import {
  encodeTermShard,
  LONGEST_INLINE,
  type TermShard,
  type WideBeginning,
  type Where,
} from './term-shard.ts';

/** Estimated bytes of a part before compression. */
const TARGET = 7000;
/** Estimated bytes per term: its letters after the shared prefix, and its number of passages. */
const EACH = 7;
/** Postings in a file of several lists: about 4 KB compressed. */
const FILE_POSTINGS = 2048;

export interface TermStretch {
  from: string;
  bytes: Uint8Array;
}

/** @param putLists stores lists in a file */
export function termShards(
  segment: WideSegment,
  bm25: Bm25,
  putLists: (lists: readonly Postings[]) => FileKey,
): TermStretch[] {
  const { terms, offsets } = segment;
  const shards: (TermShard & { from: string })[] = [];
  for (let first = 0; first < terms.length;) {
    let size = 0;
    let last = first;
    for (; last < terms.length && size < TARGET; last++) {
      const frequency = offsets[last + 1]! - offsets[last]!;
      size += EACH + (frequency <= LONGEST_INLINE ? 6 * frequency : frequency > LONGEST_WHOLE ? 32 : 0);
    }
    const frequencies = Array.from(
      { length: last - first },
      (_, i) => offsets[first + i + 1]! - offsets[first + i]!,
    );
    const lists = frequencies.map((_, i) => postingsOf(segment, first + i));
    shards.push({
      from: first === 0 ? '' : between(terms[first - 1]!, terms[first]!),
      terms: terms.slice(first, last),
      frequencies,
      where: placed(lists, bm25, putLists),
      wide: [],
    });
    first = last;
  }
  const wide = wideBeginnings(shards, segment);
  return shards.map(({ from, ...shard }, i) => ({
    from,
    bytes: encodeTermShard({ ...shard, wide: wide.get(i) ?? [] }),
  }));
}

function postingsOf(segment: WideSegment, term: number): Postings {
  const { offsets, ordinals, frequencies, documentOf, chunkIndex, lengths, titleLengths } = segment;
  const its = ordinals.subarray(offsets[term], offsets[term + 1]);
  return {
    pages: its.map((ordinal) => documentOf[ordinal]!),
    passages: its.map((ordinal) => chunkIndex[ordinal]!),
    frequencies: frequencies.subarray(offsets[term], offsets[term + 1]),
    lengths: its.map((ordinal) => lengths[ordinal]!),
    titleLengths: its.map((ordinal) => titleLengths[ordinal]!),
  };
}

function placed(
  lists: readonly Postings[],
  bm25: Bm25,
  putLists: (lists: readonly Postings[]) => FileKey,
): Where[] {
  const where: Where[] = [];
  let open: { list: Postings; at: number }[] = [];
  let room = FILE_POSTINGS;
  const close = (): void => {
    if (open.length === 0) return;
    const counts = open.map(({ list }) => list.pages.length);
    const file = putLists(open.map(({ list }) => list));
    open.forEach(({ at }, i) => (where[at] = { file, counts, at: i }));
    open = [];
    room = FILE_POSTINGS;
  };
  lists.forEach((list, at) => {
    const count = list.pages.length;
    if (count <= LONGEST_INLINE) where[at] = { postings: list };
    else if (count > LONGEST_WHOLE) {
      where[at] = {
        layers: layersOf(list, bm25).map(({ postings, bound }) => ({
          file: putLists([postings]),
          count: postings.pages.length,
          bound,
        })),
      };
    } else {
      if (count > room) close();
      open.push({ list, at });
      room -= count;
    }
  });
  close();
  return where;
}

/** Returns the shortest text that sorts after `before` and not after `after`. */
function between(before: string, after: string): string {
  let length = 1;
  while (after.slice(0, length) <= before) length++;
  return after.slice(0, length);
}

/** Returns wide prefixes by the part of the vocabulary in which readers look for each. */
function wideBeginnings(
  shards: readonly { from: string; terms: readonly string[] }[],
  { terms, offsets }: WideSegment,
): Map<number, WideBeginning[]> {
  const beginnings = new Set<string>();
  for (const { from } of shards) {
    for (let length = SHORTEST_PREFIX; length <= from.length; length++) beginnings.add(from.slice(0, length));
  }
  const directory = shards.map(({ from }) => ({ from, file: '' }));
  const starts: number[] = [];
  shards.reduce((start, shard) => (starts.push(start), start + shard.terms.length), 0);
  const found = new Map<number, WideBeginning[]>();
  for (const beginning of [...beginnings].sort()) {
    if (!isWide(directory, beginning)) continue;
    const home = shardOf(directory, beginning);
    const end = starts[shardOf(directory, pastAll(beginning)) + 1] ?? terms.length;
    const its: number[] = [];
    for (let at = starts[home]!; at < end; at++) if (terms[at]!.startsWith(beginning)) its.push(at);
    const frequencyOf = (at: number): number => offsets[at + 1]! - offsets[at]!;
    // One more than a search needs, since the prefix itself may be among them.
    const frequent = its
      .sort((a, b) => frequencyOf(b) - frequencyOf(a) || a - b)
      .slice(0, MOST_EXPANSIONS + 1)
      .map((at) => terms[at]!)
      .sort();
    found.set(home, [...(found.get(home) ?? []), { beginning, terms: frequent }]);
  }
  return found;
}
