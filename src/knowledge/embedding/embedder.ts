// Turns texts into vectors, with a model on this device or an endpoint.

/** Turns texts into vectors of length 1. */
export interface Embedder {
  /** Identifies the model and its settings: vectors of another one are stale. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * Returns one vector per text, in order. `urgent` texts go before those of the background.
   * @throws Failure `unavailable` when the model can't be loaded or reached; the signal's reason when it aborts
   */
  embed(
    texts: readonly string[],
    options?: { urgent?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<Float32Array[]>;
}
