// Finds the passages nearest in meaning: live, accepted by the filter, and only then the best few.
import { Best } from '../best.ts';
import type { DocumentFilter, Place } from '../keyword-index.ts';
import type { LiveSegment } from '../live-segment.ts';
import type { Segment } from '../segment-types.ts';

/** Finds the vector of a text. */
export interface RowLookup {
  /** Number of rows; it only grows. */
  readonly count: number;
  /** Returns the row of a hash, or -1. */
  rowOf(low: number, high: number): number;
}

export interface NearPassage extends Place {
  row: number;
  /** Approximate. */
  cosine: number;
}

/** Per segment, the row of each passage's vector: looked up once, and again for those that had none. */
export class PassageRows {
  readonly #lookup: RowLookup;
  readonly #known = new WeakMap<Segment, { rows: Int32Array; missing: number; count: number }>();

  constructor(lookup: RowLookup) {
    this.#lookup = lookup;
  }

  /** Row by ordinal; -1 without a vector. */
  of(segment: Segment): Int32Array {
    const { hashes } = segment;
    const { count } = this.#lookup;
    const known = this.#known.get(segment);
    if (known && (known.missing === 0 || known.count === count)) return known.rows;
    const rows = known?.rows ?? new Int32Array(hashes.length / 2).fill(-1);
    let missing = 0;
    for (let ordinal = 0; ordinal < rows.length; ordinal++) {
      if (rows[ordinal]! >= 0) continue;
      const row = this.#lookup.rowOf(hashes[2 * ordinal]!, hashes[2 * ordinal + 1]!);
      rows[ordinal] = row;
      if (row < 0) missing++;
    }
    this.#known.set(segment, { rows, missing, count });
    return rows;
  }
}

/**
 * @param cosines by row; rows beyond them were added after the scan and do not count
 * @param accept called before the limit, only for candidates good enough
 */
export function nearest(
  parts: readonly LiveSegment[],
  rows: PassageRows,
  cosines: Float32Array,
  limit: number,
  accept?: DocumentFilter,
): NearPassage[] {
  const best = new Best<NearPassage>(limit, (a, b) => b.cosine - a.cosine);
  for (const part of parts) {
    const { segment } = part;
    const rowOf = rows.of(segment);
    const accepted = accept?.(segment);
    for (let ordinal = 0; ordinal < rowOf.length; ordinal++) {
      const row = rowOf[ordinal]!;
      const cosine = row < 0 ? undefined : cosines[row];
      if (cosine === undefined || (best.last && cosine <= best.last.cosine)) continue;
      const document = segment.documentOf[ordinal]!;
      if (part.isLiveAt(document) && (!accepted || accepted(document))) {
        best.add({ segment, ordinal, row, cosine });
      }
    }
  }
  return best.list;
}
