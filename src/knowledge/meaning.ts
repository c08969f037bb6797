// The parts of embeddings that a search needs, as types implemented by `embedding/embeddings.ts` and
// `vectors/vectors.ts`.
import type { RowLookup } from '../search/vectors/nearest.ts';

/** The vectors of one model. */
export interface VectorSource extends RowLookup {
  /**
   * Returns each row's approximate cosine with a query of length 1; undefined while there are none. Valid until the
   * next scan.
   */
  scan(query: Float32Array): Float32Array | undefined;
  /** Returns the approximate cosines of some rows with each other: a square table, row by row. */
  likeness(rows: readonly number[]): Float32Array;
  /** Returns the exact vectors; undefined for those that can't be read. */
  exact(rows: readonly number[]): Promise<(Float32Array | undefined)[]>;
  /** Two numbers per hash, in the order of the vectors. */
  add(hashes: Uint32Array, vectors: readonly Float32Array[]): Promise<void>;
}

export interface Meaning<Store extends VectorSource = VectorSource> {
  /** A person has turned semantic search off. */
  readonly isOff: boolean;
  /** A question can be embedded immediately. */
  readonly isLoaded: boolean;
  /** The model may be loaded: it is needed, and data need not be saved. */
  readonly isNeeded: boolean;
  /** Absent until they are read. */
  readonly vectorStore: Store | undefined;
  /** Notes that a search needs the model from now on. */
  need(): void;
  /** Pauses the background for a moment, because a person asks. */
  hold(): void;
  /** Puts these hashes first in the background. */
  want(hashes: Iterable<readonly [low: number, high: number]>): void;
  /** @throws Failure `unavailable` with a sentence when there is no model */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
