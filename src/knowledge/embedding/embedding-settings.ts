// A person's choice for embeddings, as the page sends it to the knowledge worker.
import type { EmbeddingChoice } from '../../core/embedding.ts';

/** Sent by the page at the start, and after each change. */
export interface EmbeddingSettings {
  choice: EmbeddingChoice;
  /** Of the endpoint. */
  key?: string | undefined;
  paused: boolean;
  /** Data-saving mode: the model is loaded only on request. */
  saveData: boolean;
}

/** Tells whether the model is the same, so that its vectors can stay. */
export function sameMaker(a: EmbeddingSettings, b: EmbeddingSettings): boolean {
  return a.key === b.key && JSON.stringify(a.choice) === JSON.stringify(b.choice);
}
