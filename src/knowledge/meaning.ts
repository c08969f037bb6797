// What a search needs of embeddings, as types: `embedding/embeddings.ts` and `vectors/vectors.ts` have these shapes.
import type { RowLookup } from '../search/vectors/nearest.ts';

/** The vectors of one model. */
export interface VectorSource extends RowLookup {
  /** Every row's cosine with a query of length 1, nearly; undefined while there is none. Valid until the next scan. */
  scan(query: Float32Array): Float32Array | undefined;
  /** Vectors as they were made; undefined for those that cannot be read. */
  exact(rows: readonly number[]): Promise<(Float32Array | undefined)[]>;
  /** Two numbers a hash, in the order of the vectors. */
  add(hashes: Uint32Array, vectors: readonly Float32Array[]): Promise<void>;
}

export interface Meaning<Store extends VectorSource = VectorSource> {
  /** A person has turned search by meaning off. */
  readonly isOff: boolean;
  /** A question can be embedded at once. */
  readonly isLoaded: boolean;
  /** The model may be loaded: something needs it, and no data is to be saved. */
  readonly isNeeded: boolean;
  /** Absent until they are read. */
  readonly vectorStore: Store | undefined;
  /** A search wants the model from now on. */
  need(): void;
  /** A person asks: the background waits a little. */
  hold(): void;
  /** What the background embeds first. */
  want(hashes: Iterable<readonly [low: number, high: number]>): void;
  /** @throws Failure `unavailable` with a sentence when there is no model. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
