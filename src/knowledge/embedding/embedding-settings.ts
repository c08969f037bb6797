// What a person chose for embeddings, as the page tells the knowledge worker.
import type { EmbeddingChoice } from '../../core/embedding.ts';

/** What the page says: at the start, and after each change. */
export interface EmbeddingSettings {
  choice: EmbeddingChoice;
  /** Of the endpoint. */
  key?: string | undefined;
  paused: boolean;
  /** The browser is asked to save data: the model is not loaded unasked. */
  saveData: boolean;
}

/** The same model, so its vectors can stay. */
export function sameMaker(a: EmbeddingSettings, b: EmbeddingSettings): boolean {
  return a.key === b.key && JSON.stringify(a.choice) === JSON.stringify(b.choice);
}
