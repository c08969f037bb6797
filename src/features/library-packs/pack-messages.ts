// Messages between the page and the worker that reads and writes packs. An answer carries the id of its request.
import type { ErrorData } from '../../core/errors.ts';
import type { LibraryPack, PackFinding } from '../../core/library-pack.ts';
import type { PackContents } from '../../tools/formats/write-library-pack.ts';

export type PackWork = { read: File } | { write: PackContents; masks: boolean };
export type PackAsk = PackWork & { id: number };

export interface WrittenPack {
  bytes: Uint8Array<ArrayBuffer>;
  /** What looks private in the contents, masked or not. */
  findings: PackFinding[];
}

export type PackAnswer = { id: number } & (
  { pack: LibraryPack } | { written: WrittenPack } | { error: ErrorData }
);
