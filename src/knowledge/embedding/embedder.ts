// What turns texts into vectors: a model on this device, or an endpoint.

/** Turns texts into vectors of length 1. */
export interface Embedder {
  /** Which model with which settings: vectors of another one are stale. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * One vector a text, in order. `urgent` texts go before those of the background.
   * @throws Failure `unavailable` when the model cannot be loaded or reached; the signal's reason when it aborts.
   */
  embed(
    texts: readonly string[],
    options?: { urgent?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<Float32Array[]>;
}
