// Messages between the knowledge worker and the worker of the sentence model, one union each way.
//
// - `load` comes once, first of all; `ready` or `failed` answers it, `progress` may come before.
// - Each `embed` gets exactly one `vectors` or `error`. The other side decides on order and urgency: one at a time.
import type { ModelPlace } from './model-place.ts';

export type ToEmbedding =
  /** Without `threads`, as many as help. */
  | { type: 'load'; place: ModelPlace; device: 'any' | 'cpu'; threads?: number | undefined }
  | { type: 'embed'; id: number; texts: readonly string[] };

export type FromEmbedding =
  /** Bytes of the model, so far and in total. */
  | { type: 'progress'; loaded: number; total: number }
  /** The name of the device: `WebGPU`, `CPU, 2 threads`. */
  | { type: 'ready'; device: string }
  | { type: 'failed'; message: string }
  /** The graphics card fails: another worker must start over, for the CPU. */
  | { type: 'unfit' }
  /** One row per text, in order, each of length 1. */
  | { type: 'vectors'; id: number; rows: Float32Array }
  | { type: 'error'; id: number; message: string };
