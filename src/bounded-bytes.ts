// Bytes of a stream, up to a limit: what is larger than it can be is not read to its end.
import { Failure } from './core/errors.ts';

/** @throws Failure `too_large`, and what the stream fails with. */
export async function readUpTo(stream: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value as Uint8Array<ArrayBuffer>);
    size += value.length;
    if (size <= most) continue;
    reader.cancel().catch(() => undefined);
    throw new Failure('too_large', `A file of the pack is larger than ${String(most / 2 ** 20)} MB.`);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Raw deflate, undone: a few bytes can become very many. @throws Failure as `readUpTo` */
export function inflateUpTo(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return readUpTo(stream.pipeThrough(new DecompressionStream('deflate-raw')), most);
}
