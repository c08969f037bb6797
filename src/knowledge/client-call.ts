// What the page's side of the knowledge worker keeps of a call that is under way.
import type { LibraryAnswer } from '../core/answer.ts';
import type { AddProgress, SearchHit } from '../core/document.ts';
import type { PauseController } from '../base/pause-controller.ts';
import type { Incoming } from './incoming.ts';

export interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onProgress?: ((progress: AddProgress) => void) | undefined;
  /** What an `add` has still to hand over. */
  items?: Incoming[] | undefined;
  onUpdate?: Update | undefined;
}

/** Hears what is better than the reply: hits of a search, or an answer. */
export type Update = (better: SearchHit[] | LibraryAnswer) => void;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The worker's own answer to an abort is awaited. */
  waits?: boolean;
  items?: Incoming[];
  pause?: PauseController | undefined;
  onProgress?: ((progress: AddProgress) => void) | undefined;
  onUpdate?: Update | undefined;
}

export interface AddOptions {
  /** The source of items that name none. Default `files` for files, `notes` for documents. */
  source?: string;
  /** The id of the collection that documents join; files name their own. */
  collection?: string;
  onProgress?(progress: AddProgress): void;
  /** Stops after the item in hand. What is written by then stays. */
  signal?: AbortSignal;
  /** Makes it wait after the item in hand, and go on; progress says `held` when it does. */
  pause?: PauseController;
}
