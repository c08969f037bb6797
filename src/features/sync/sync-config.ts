// What the app keeps of sync, besides its state.
import type { KnownDevice, SyncProblem } from './engine/replica.ts';
import type { Place } from './places.ts';
import type { Group } from './records/app-records.ts';

/** Names in the vault. */
export const PASSWORD = 'sync:password';
export const KEYS = 'sync:keys';
export const PASSPHRASE = 'sync:passphrase';

export interface SyncConfig {
  place: Place;
  name: string;
  groups: readonly Group[];
  paused: boolean;
  /** ISO 8601. */
  last?: string;
  devices: readonly KnownDevice[];
  problems: readonly SyncProblem[];
  /** Why the last sync failed. */
  error?: string;
  /** Another device has changed the passphrase. */
  needsPassphrase?: boolean;
  /** The storage refused the user or the key. */
  needsSignIn?: boolean;
}

/** Groups whose records may have files. */
export const WITH_FILES: readonly Group[] = ['documents', 'chats', 'originals'];

export interface RunOptions {
  skipMissing?: boolean;
  withoutFiles?: boolean;
  /** Not when another tab syncs. */
  ifFree?: boolean;
}
