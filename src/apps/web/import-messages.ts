// What the page and the worker that reads imports tell each other. A request's id comes back with its answer.
import type { ErrorData } from '../../core/errors.ts';
import type { BundleDraft, ImportFile } from '../../core/tool-draft.ts';

export interface ImportRequest {
  id: number;
  files: readonly ImportFile[];
  /** Where they were fetched from. */
  address: string | undefined;
}

export type ImportAnswer = { id: number } & (
  { bundles: BundleDraft[]; error?: undefined } | { bundles?: undefined; error: ErrorData }
);
