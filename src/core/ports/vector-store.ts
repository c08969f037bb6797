// Storage interface for vectors. `storage/vectors.ts` implements it, and the worker's entry passes it in.

/** Vectors written together, and their packed form: `search/vectors/quantise.ts`. */
export interface VectorBatch {
  model: string;
  dimensions: number;
  /** Two numbers per vector: the low and high halves of its text's hash. */
  hashes: Uint32Array;
  values: Int8Array;
  scales: Float32Array;
  /** The exact vectors, one after another; absent when only packed ones were kept. */
  exact?: Float32Array;
}

/** Facts about a batch that need no reading of its file. */
export interface VectorInfo {
  id: string;
  model: string;
  dimensions: number;
  hashes: Uint32Array;
}

/**
 * - After a crash, a write is there completely or not at all; a rejected one left nothing behind.
 * - Full or lost storage rejects with Failure `unavailable` and a sentence for people.
 */
export interface VectorStore {
  ids(): Promise<string[]>;
  /** Returns those of `ids` that exist and can be read, in no particular order. */
  infos(ids: readonly string[]): Promise<VectorInfo[]>;
  /** Returns the packed vectors of a batch; undefined when they are gone or damaged. */
  packed(id: string): Promise<Pick<VectorBatch, 'values' | 'scales'> | undefined>;
  /** Returns the vectors at these indexes of a batch; undefined when they were not kept or can't be read. */
  exact(id: string, places: readonly number[]): Promise<Float32Array[] | undefined>;
  /**
   * Writes a batch, replacing the named ones.
   * @returns undefined, without a change, when one of those is already gone.
   */
  write(batch: VectorBatch, replaced?: readonly string[]): Promise<VectorInfo | undefined>;
  remove(ids: readonly string[]): Promise<void>;
  /** Removes files without a record, left by a crash. Call it only while nobody writes. */
  sweep(): Promise<void>;
}
