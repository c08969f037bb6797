// Messages between the page and the import worker. An answer carries the id of its request.
import type { ErrorData } from '../../core/errors.ts';
import type { ImportFile } from '../../core/tool-draft.ts';
import type { ImportPiece } from './import-pieces.ts';

/** Files to read, the import whose next piece is wanted, or an archive to open. */
export type ImportRequest = { id: number } & ImportAsked;

export type ImportAsked =
  | {
      files: readonly ImportFile[];
      /** Address the files were fetched from. */
      address: string | undefined;
      next?: undefined;
      unpack?: undefined;
    }
  | { next: number; unpack?: undefined }
  | { unpack: readonly ImportFile[] };

export type ImportAnswer = { id: number } & (
  | {
      /** Of files that were read. */
      bundles?: ImportPiece;
      /** The import, if more of it follows. */
      next?: number | undefined;
      /** Of an archive that was opened. */
      unpacked?: readonly ImportFile[];
      error?: undefined;
    }
  | { error: ErrorData }
);
