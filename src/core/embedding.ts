// Embeddings: where they are computed, and the progress of the library.

/** Where embeddings are computed. The key of an endpoint is in the vault, never here. */
export type EmbeddingChoice =
  | { kind: 'off' }
  | { kind: 'device' }
  /** Any server with an OpenAI-compatible `/embeddings`. */
  | { kind: 'endpoint'; url: string; model: string };

export interface EmbeddingStatus {
  /** `waiting`: nothing has needed the model yet. */
  phase: 'off' | 'waiting' | 'loading' | 'working' | 'paused' | 'ready' | 'failed';
  /** Number of passages with a vector of this model, and of all passages. */
  done: number;
  total: number;
  model?: string;
  /** The device it runs on, in words: `WebGPU`, `CPU, 2 threads`. */
  device?: string;
  /** Download progress of the model while it loads, 0 to 1. */
  loaded?: number;
  /** Recent speed, in passages per second. */
  speed?: number;
  /** Number of passages whose vectors were lost and are computed again. */
  lost?: number;
  /** Why it failed, as a sentence. */
  error?: string;
}
