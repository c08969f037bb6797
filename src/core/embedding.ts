// Embeddings: where they come from, and how far the library is with them.

/** Where embeddings are made. The key of an endpoint lies in the vault, never here. */
export type EmbeddingChoice =
  | { kind: 'off' }
  | { kind: 'device' }
  /** Any server with an OpenAI-compatible `/embeddings`. */
  | { kind: 'endpoint'; url: string; model: string };

export interface EmbeddingStatus {
  /** `waiting`: nothing has needed the model yet. */
  phase: 'off' | 'waiting' | 'loading' | 'working' | 'paused' | 'ready' | 'failed';
  /** Passages with a vector of this model, of all passages. */
  done: number;
  total: number;
  model?: string;
  /** Where it runs, in words: `WebGPU`, `CPU, 2 threads`. */
  device?: string;
  /** Of the model's download, 0 to 1, while it loads. */
  loaded?: number;
  /** Passages a second, lately. */
  speed?: number;
  /** Passages whose vectors were there once and are gone: they are made again. */
  lost?: number;
  /** Why it failed, as a sentence. */
  error?: string;
}
