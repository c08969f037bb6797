// Bytes that are read piece by piece, wherever they lie: a backup may be larger than memory.

export interface ByteSource {
  readonly size: number;
  /** @throws what tells that these bytes are not there, or are not what was written */
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
