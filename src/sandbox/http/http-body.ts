// Reads an answer's body as it arrives and stops at the limit. A declared length may lie, and gzip hides the size.
import { Failure } from '../../core/errors.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';

/** Maximum bytes of an answer, unpacked. */
export const MAX_ANSWER = 10 * 1024 * 1024;

/**
 * @param take receives the pieces as they arrive; nothing is kept then
 * @throws Failure `too_large`, or the stream's error when the connection breaks
 */
export async function readBody(response: Response, take?: (piece: Uint8Array) => void): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_ANSWER) {
      void reader.cancel().catch(() => undefined);
      throw new Failure('too_large', 'the answer is larger than 10 MiB; request less, or one page at a time');
    }
    if (take) take(value);
    else pieces.push(value);
  }
  return joinedBytes(pieces);
}

/** Tells whether an answer is a stream of server-sent events. */
export function isEventStream({ ok, headers }: Response): boolean {
  return ok && /^\s*text\/event-stream\s*(;|$)/i.test(headers.get('content-type') ?? '');
}
