// Messages between the page and the import worker. An answer carries the id of its request.
import type { ErrorData } from '../../core/errors.ts';
import type { BundleDraft, ImportFile } from '../../core/tool-draft.ts';

export interface ImportRequest {
  id: number;
  files: readonly ImportFile[];
  /** Address the files were fetched from. */
  address: string | undefined;
}

export type ImportAnswer = { id: number } & (
  { bundles: BundleDraft[]; error?: undefined } | { bundles?: undefined; error: ErrorData }
);
