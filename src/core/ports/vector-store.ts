// What the vectors need of storage, as types: `storage/vectors.ts` has this shape, and the worker program passes it in.

/** Vectors that were made together, and how they are packed: `search/vectors/quantise.ts`. */
export interface VectorBatch {
  model: string;
  dimensions: number;
  /** Per vector two numbers: the low and the high half of the hash of its text. */
  hashes: Uint32Array;
  values: Int8Array;
  scales: Float32Array;
  /** The vectors themselves, one after another; absent where only the packed ones were kept. */
  exact?: Float32Array;
}

/** What is known of a batch without reading it. */
export interface VectorInfo {
  id: string;
  model: string;
  dimensions: number;
  hashes: Uint32Array;
}

/**
 * - A write is there after a crash, or not; one that rejected left nothing behind.
 * - Full or lost storage rejects with Failure `unavailable` and a sentence for people.
 */
export interface VectorStore {
  ids(): Promise<string[]>;
  /** Those of `ids` that exist and can be reached, in no promised order. */
  infos(ids: readonly string[]): Promise<VectorInfo[]>;
  /** The packed vectors of a batch; undefined when they are gone or damaged. */
  packed(id: string): Promise<Pick<VectorBatch, 'values' | 'scales'> | undefined>;
  /** The vectors at these places of a batch; undefined when they were not kept or cannot be read. */
  exact(id: string, places: readonly number[]): Promise<Float32Array[] | undefined>;
  /**
   * Writes a batch, in the place of others when some are named.
   * @returns undefined, and nothing changed, when one of those is gone already.
   */
  write(batch: VectorBatch, replaced?: readonly string[]): Promise<VectorInfo | undefined>;
  remove(ids: readonly string[]): Promise<void>;
  /** Removes files that no record names: what a crash left half done. Only while nobody writes. */
  sweep(): Promise<void>;
}
