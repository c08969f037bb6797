// Messages between the page and the embeddings in the knowledge worker, over a separate port, one union each way.
//
// - `apply` comes first, and again after each change. `status` follows every change, a few times a second at most.
// - Each `test` gets exactly one `tested` or `refused`.
import type { EmbeddingChoice, EmbeddingStatus } from '../../core/embedding.ts';
import type { ErrorData } from '../../core/errors.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';

export type ToEmbeddings =
  | { type: 'apply'; settings: EmbeddingSettings }
  | { type: 'start' }
  /** A question is likely. */
  | { type: 'warmUp' }
  | { type: 'test'; id: number; choice: EmbeddingChoice; key?: string | undefined };

export type FromEmbeddings =
  | { type: 'status'; status: EmbeddingStatus }
  /** Number of dimensions of this endpoint's vectors. */
  | { type: 'tested'; id: number; dimensions: number }
  | { type: 'refused'; id: number; error: ErrorData };
