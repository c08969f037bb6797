// The file that a document was made from, kept beside the document so that it can be shown and downloaded.

/** Size of the largest original that is kept, in bytes. */
export const ORIGINAL_BYTES = 64 * 1024 * 1024;

export interface OriginalInfo {
  /** Name of the file, without folders. */
  name: string;
  /** The content type from the browser; empty if it knows none. */
  type: string;
  size: number;
}

/** @template Contents a `Blob`, a type that core does not have */
export interface OriginalFile<Contents> extends OriginalInfo {
  blob: Contents;
}

/** Why an original is not kept: over the size limit, too little storage space, or the file can no longer be read. */
export type NotKeptReason = 'large' | 'full' | 'unreadable';

export interface NotKept {
  name: string;
  reason: NotKeptReason;
}
