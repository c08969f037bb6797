// Messages between the page and the import worker. An answer carries the id of its request.
import type { ErrorData } from '../../core/errors.ts';
import type { ImportFile } from '../../core/tool-draft.ts';
import type { ImportPiece } from './import-pieces.ts';

/** Files to read, or the import whose next piece is wanted. */
export type ImportRequest = { id: number } & ImportAsked;

export type ImportAsked =
  | {
      files: readonly ImportFile[];
      /** Address the files were fetched from. */
      address: string | undefined;
      next?: undefined;
    }
  | { next: number };

export type ImportAnswer = { id: number } & (
  | {
      bundles: ImportPiece;
      /** The import, if more of it follows. */
      next?: number | undefined;
      error?: undefined;
    }
  | { bundles?: undefined; error: ErrorData }
);
