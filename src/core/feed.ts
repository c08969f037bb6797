// A feed: a connector with its settings that is scanned when asked, and on a schedule while the app is open.
import type { JsonObject } from './json.ts';

export interface Feed {
  id: string;
  title: string;
  /** The connector's tool id: a new version of it is used as soon as it answers to the name. */
  connector: string;
  config: JsonObject;
  /** Minutes between scans; absent: only when asked. */
  every?: number;
  /** ISO 8601. */
  createdAt: string;
  last?: FeedScan;
}

/** How the last scan went. */
export interface FeedScan {
  /** ISO 8601, its beginning. */
  at: string;
  /** Milliseconds. */
  took: number;
  /** The record of the run. */
  run?: string;
  added: number;
  unchanged: number;
  skipped: number;
  /** Why it failed, as a sentence. */
  error?: string;
}
