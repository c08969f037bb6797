// A scan of a connector: its options and report.
import type { AddProgress, AddReport, DocumentInput } from '../document.ts';
import type { JsonObject } from '../../base/json.ts';
import type { FirstCaller } from '../call.ts';

export interface ScanReport extends AddReport {
  items: DocumentInput[];
  /** Documents that were new, that took the place of older ones, and that were there just so. */
  added: number;
  changed: number;
  unchanged: number;
}

export interface ScanOptions {
  /** On top of the connector's own config. */
  config?: JsonObject | undefined;
  /** Nothing is added. */
  dryRun?: boolean;
  caller: FirstCaller;
  onProgress?: ((progress: AddProgress) => void) | undefined;
  /** As the script goes on: which page of its results it reads, and what it says of its progress. */
  onRead?: ((reading: { page: number; fraction?: number; text?: string }) => void) | undefined;
  signal?: AbortSignal | undefined;
}
