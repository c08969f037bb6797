// Bytes read in pieces, from any place: a backup may be larger than memory.

export interface ByteSource {
  readonly size: number;
  /** @throws an error when these bytes are missing or altered */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    async read(start, end) {
      return new Uint8Array(await blob.slice(start, end).arrayBuffer());
    },
  };
}
