// The file that a document was made of, as it came in: kept beside the document so that it can be shown and downloaded.

/** Bytes of the largest original that is kept. */
export const ORIGINAL_BYTES = 64 * 1024 * 1024;

export interface OriginalInfo {
  /** Of the file, without its folders. */
  name: string;
  /** The content type that the browser gave; empty when it knew none. */
  type: string;
  size: number;
}

/** @template Contents a `Blob`, which core does not know */
export interface OriginalFile<Contents> extends OriginalInfo {
  blob: Contents;
}

/** Why an original is not kept: over the limit, too little space in the browser, or the file can't be read any more. */
export type NotKeptReason = 'large' | 'full' | 'unreadable';

export interface NotKept {
  name: string;
  reason: NotKeptReason;
}
