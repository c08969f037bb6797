// The text of an answer from elsewhere, read as it comes and no further than it may go: what a server sends may never end.
import { Failure } from '../core/errors.ts';
import { joinedBytes } from '../base/joined-bytes.ts';

/** Unpacked. 300 passages with vectors of 3,072 numbers have 20 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws Failure `too_large`; whatever the stream throws when the connection breaks or is given up. */
export async function answerText(response: Response, from: string, most = MOST_BYTES): Promise<string> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  for (let size = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      throw new Failure(
        'too_large',
        `${from} sent more than ${Math.round(most / 1024 / 1024)} MB, so Perilune stopped reading.`,
      );
    }
    pieces.push(value);
  }
  return new TextDecoder().decode(joinedBytes(pieces));
}
