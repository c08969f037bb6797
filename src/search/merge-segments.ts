// Merges segments: one segment with the live documents of several, without reading their texts.
import { documentAt, DocumentColumns } from './document-columns.ts';
import { Names } from './names.ts';
import { PostingsWriter } from './postings.ts';
import type { Segment } from './segment-types.ts';
import { finished } from './steps.ts';

/** Postings copied between two pauses: 1 to 3 ms. */
const SLICE = 200_000;
/** Fixed cost of a term, in postings. */
const TERM = 20;

/**
 * Returns one segment with the live documents of several, equal to one built from their passages. Of a document that
 * is live in several segments, the last one counts.
 */
export function mergeSegments(
  segments: readonly Segment[],
  isLive?: (document: string, segment: Segment) => boolean,
): Segment {
  return finished(mergingSegments(segments, isLive));
}

/** Runs `mergeSegments` in steps of a few milliseconds, so that searches can run in between. */
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
    const kept = Int32Array.from(segment.documents, (document, number) =>
      newest.get(document) === segment ? columns.add(documentAt(segment, number)) : -1,
    );
    return new Part(segment, kept);
  });
  yield;
  const chunks = mergedChunks(parts);
  yield;

  const most = parts.reduce((sum, { renumbered }) => sum + renumbered.length, 0);
  /** Postings of the current term. */
  const ordinals = new Uint32Array(most);
  const frequencies = new Uint8Array(most);
  const terms: string[] = [];
  const writer = new PostingsWriter();
  let copied = 0;
  for (let term = leastTerm(parts); term !== undefined; term = leastTerm(parts)) {
    let length = 0;
    for (const part of parts) {
      if (part.term !== term) continue;
      const postings = part.segment.postings.read(part.at);
      for (let p = 0; p < postings.length; p++) {
        const ordinal = part.renumbered[postings.ordinals[p]!]!;
        if (ordinal < 0) continue;
        ordinals[length] = ordinal;
        frequencies[length++] = postings.frequencies[postings.from + p]!;
      }
      part.next();
      copied += postings.length + TERM;
    }
    if (length > 0) {
      terms.push(term);
      writer.add(ordinals, frequencies, 0, length);
    } // otherwise only deleted documents have it
    if (copied < SLICE) continue;
    copied = 0;
    yield;
  }
  return {
    ...columns.finish(),
    ...chunks,
    terms: Names.of(terms),
    postings: writer.finish(chunks.lengths.length),
  };
}

/** A segment being merged into another. */
class Part {
  readonly segment: Segment;
  /** Per document: its number in the merged segment, or -1. */
  readonly kept: Int32Array;
  /** Per chunk: its ordinal in the merged segment, or -1. */
  readonly renumbered: Int32Array;
  /** The next term, and its position. */
  term: string | undefined;
  at = 0;

  constructor(segment: Segment, kept: Int32Array) {
    this.segment = segment;
    this.kept = kept;
    this.renumbered = new Int32Array(segment.lengths.length).fill(-1);
    this.term = segment.terms.at(0);
  }

  next(): void {
    this.term = this.segment.terms.at(++this.at);
  }
}

type Chunks = Pick<Segment, 'documentOf' | 'chunkIndex' | 'lengths' | 'titleLengths' | 'hashes'>;

/** Returns the columns of the live chunks, which determines their new ordinals. */
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
