// State of a call in progress, on the page's side of the knowledge worker.
import type { LibraryAnswer } from '../core/answer.ts';
import type { AddProgress, SearchHit } from '../core/document.ts';
import type { PauseController } from '../base/pause-controller.ts';
import type { Incoming } from './incoming.ts';

export interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onProgress?: ((progress: AddProgress) => void) | undefined;
  /** Items of an `add` not handed over yet. */
  items?: Incoming[] | undefined;
  onUpdate?: Update | undefined;
}

/** Receives improvements on the reply: hits of a search, or an answer. */
export type Update = (better: SearchHit[] | LibraryAnswer) => void;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** After an abort, waits for the worker's own answer. */
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
  /** Stops after the current item. What is written by then stays. */
  signal?: AbortSignal;
  /** Pauses after the current item, and resumes; progress says `held` while paused. */
  pause?: PauseController;
}
