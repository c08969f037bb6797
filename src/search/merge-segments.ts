// Merging: one segment with the live documents of several, without a look at their texts.
import { documentAt, DocumentColumns } from './document-columns.ts';
import type { Segment } from './segment.ts';
import { finished } from './steps.ts';

/** Postings copied between two pauses: 1 to 3 ms. */
const SLICE = 200_000;

/**
 * One segment with the live documents of several: the same as building it from their passages. Of a document that is
 * live in several segments the last one counts.
 */
export function mergeSegments(
  segments: readonly Segment[],
  isLive?: (document: string, segment: Segment) => boolean,
): Segment {
  return finished(mergingSegments(segments, isLive));
}

/** `mergeSegments` in steps of a few milliseconds, so that searches come in between. */
export function* mergingSegments(
  segments: readonly Segment[],
  isLive: (document: string, segment: Segment) => boolean = () => true,
): Generator<undefined, Segment> {
  const newest = new Map<string, Segment>();
  for (const segment of segments) {
    for (const document of segment.documents) if (isLive(document, segment)) newest.set(document, segment);
  }
  yield;
  const columns = new DocumentColumns();
  const parts = segments.map((segment) => {
    const kept = segment.documents.map((document, number) =>
      newest.get(document) === segment ? columns.add(documentAt(segment, number)) : -1,
    );
    return new Part(segment, Int32Array.from(kept));
  });
  yield;
  const chunks = mergedChunks(parts);
  yield;

  const total = parts.reduce((sum, { segment }) => sum + segment.ordinals.length, 0);
  const ordinals = new Uint32Array(total);
  const frequencies = new Uint8Array(total);
  const terms: string[] = [];
  const offsets = [0];
  let length = 0;
  let pause = SLICE;
  for (let term = leastTerm(parts); term !== undefined; term = leastTerm(parts)) {
    for (const part of parts) {
      if (part.term !== term) continue;
      const from = part.segment.offsets[part.at]!;
      const to = part.segment.offsets[part.at + 1]!;
      for (let p = from; p < to; p++) {
        const ordinal = part.renumbered[part.segment.ordinals[p]!]!;
        if (ordinal < 0) continue;
        ordinals[length] = ordinal;
        frequencies[length++] = part.segment.frequencies[p]!;
      }
      part.at++;
    }
    if (length === offsets.at(-1)) continue; // only the dead said it
    terms.push(term);
    offsets.push(length);
    if (length < pause) continue;
    pause = length + SLICE;
    yield;
  }
  return {
    ...columns.finish(),
    ...chunks,
    terms,
    offsets: Uint32Array.from(offsets),
    ordinals: ordinals.slice(0, length),
    frequencies: frequencies.slice(0, length),
  };
}

/** A segment on its way into another. */
class Part {
  readonly segment: Segment;
  /** Per document: its number in the merged segment, or -1. */
  readonly kept: Int32Array;
  /** Per chunk: its ordinal in the merged segment, or -1. */
  readonly renumbered: Int32Array;
  /** Position of the next term. */
  at = 0;

  constructor(segment: Segment, kept: Int32Array) {
    this.segment = segment;
    this.kept = kept;
    this.renumbered = new Int32Array(segment.lengths.length).fill(-1);
  }

  get term(): string | undefined {
    return this.segment.terms[this.at];
  }
}

type Chunks = Pick<Segment, 'documentOf' | 'chunkIndex' | 'lengths' | 'titleLengths' | 'hashes'>;

/** The columns of the live chunks, which thereby get their new ordinals. */
function mergedChunks(parts: readonly Part[]): Chunks {
  const most = parts.reduce((sum, { renumbered }) => sum + renumbered.length, 0);
  const merged = {
    documentOf: new Uint32Array(most),
    chunkIndex: new Uint32Array(most),
    lengths: new Uint32Array(most),
    titleLengths: new Uint32Array(most),
    hashes: new Uint32Array(2 * most),
  };
  let count = 0;
  for (const { segment, kept, renumbered } of parts) {
    segment.documentOf.forEach((document, ordinal) => {
      const number = kept[document]!;
      if (number < 0) return;
      merged.documentOf[count] = number;
      merged.chunkIndex[count] = segment.chunkIndex[ordinal]!;
      merged.lengths[count] = segment.lengths[ordinal]!;
      merged.titleLengths[count] = segment.titleLengths[ordinal]!;
      merged.hashes[2 * count] = segment.hashes[2 * ordinal]!;
      merged.hashes[2 * count + 1] = segment.hashes[2 * ordinal + 1]!;
      renumbered[ordinal] = count++;
    });
  }
  return {
    documentOf: merged.documentOf.slice(0, count),
    chunkIndex: merged.chunkIndex.slice(0, count),
    lengths: merged.lengths.slice(0, count),
    titleLengths: merged.titleLengths.slice(0, count),
    hashes: merged.hashes.slice(0, 2 * count),
  };
}

function leastTerm(parts: readonly Part[]): string | undefined {
  let least: string | undefined;
  for (const { term } of parts) if (term !== undefined && (least === undefined || term < least)) least = term;
  return least;
}
