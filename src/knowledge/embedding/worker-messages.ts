// Every message between the knowledge worker and the worker in which the model of sentences runs, one union each way.
//
// - `load` comes once, first of all; `ready` or `failed` answers it, `progress` may come before.
// - Each `embed` gets exactly one `vectors` or `error`. Order and urgency are decided on the other side: one at a time.
import type { ModelPlace } from './model-place.ts';

export type ToEmbedding =
  /** Without `threads`, as many as help. */
  | { type: 'load'; place: ModelPlace; device: 'any' | 'cpu'; threads?: number | undefined }
  | { type: 'embed'; id: number; texts: readonly string[] };

export type FromEmbedding =
  /** Bytes of the model, so far and in all. */
  | { type: 'progress'; loaded: number; total: number }
  /** `device` in words: `WebGPU`, `CPU, 2 threads`. */
  | { type: 'ready'; device: string }
  | { type: 'failed'; message: string }
  /** The graphics card does not do it: another worker has to begin anew, for the CPU. */
  | { type: 'unfit' }
  /** One row a text, in order, each of length 1. */
  | { type: 'vectors'; id: number; rows: Float32Array }
  | { type: 'error'; id: number; message: string };
