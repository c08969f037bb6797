// Bytes of a stream, up to a limit: what is larger than it can be is not read to its end.
import { Failure } from './errors.ts';

/** @returns undefined when the stream has more than `most` bytes: the rest is not read. Rejects with what the stream fails with. */
export async function piecesUpTo(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    pieces.push(value as Uint8Array<ArrayBuffer>);
  }
  return pieces;
}

/** @throws Failure `too_large`, and what the stream fails with. */
export async function readUpTo(stream: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> {
  const pieces = await piecesUpTo(stream, most);
  if (!pieces)
    throw new Failure('too_large', `A file of the pack is larger than ${String(most / 2 ** 20)} MB.`);
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Bytes that are unpacked at once: they become a thousand times as many at most. */
const SLICE = 2 ** 16;

/**
 * Raw deflate, undone: a few bytes can become very many. Without a `Blob`, by way of which thirty small files take a page's
 * thread 20 ms instead of 6.
 *
 * @throws Failure as `readUpTo`
 */
export function inflateUpTo(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  // What is damaged, or too much, is told to whoever reads.
  writeInSlices(bytes as Uint8Array<ArrayBuffer>, writable.getWriter()).catch(() => undefined);
  return readUpTo(readable, most);
}

async function writeInSlices(
  bytes: Uint8Array<ArrayBuffer>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE) await writer.write(bytes.subarray(at, at + SLICE));
  await writer.close();
}
