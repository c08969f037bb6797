// Messages between the side panel and the extension's worker.
import type { Clip, CollectionName, ToCompanion } from '../../core/ports/companion.ts';

export type FromPanel =
  | { type: 'clip'; clip: Clip }
  | { type: 'ask'; id: string; question: string; clip: Clip }
  | { type: 'stop'; id: string }
  /** Shows a chat in the app. */
  | { type: 'open'; chat: string };

export type ToPanel =
  | { type: 'collections'; collections: CollectionName[] }
  | Extract<ToCompanion, { type: 'kept' | 'answer' }>
  /** The clip waits for a page of the app. */
  | { type: 'waits'; id: string };
