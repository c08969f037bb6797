// Options and report of a connector scan.
import type { AddProgress, AddReport, DocumentInput } from '../document.ts';
import type { JsonObject } from '../../base/json.ts';
import type { FirstCaller } from '../call.ts';

export interface ScanReport extends AddReport {
  items: DocumentInput[];
  /** Number of documents that were new, replaced, and unchanged. */
  added: number;
  changed: number;
  unchanged: number;
}

export interface ScanOptions {
  /** Overrides the connector's own config. */
  config?: JsonObject | undefined;
  /** Adds nothing. */
  dryRun?: boolean;
  caller: FirstCaller;
  onProgress?: ((progress: AddProgress) => void) | undefined;
  /** Reports progress: the page of results being read, and what the script reports. */
  onRead?: ((reading: { page: number; fraction?: number; text?: string }) => void) | undefined;
  signal?: AbortSignal | undefined;
}
