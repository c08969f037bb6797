// Reads the text of a remote answer as it arrives, up to a limit, because a server may send endlessly.
import { Failure } from '../core/errors.ts';
import { joinedBytes } from '../base/joined-bytes.ts';

/** Unpacked. 300 passages with vectors of 3,072 dimensions have 20 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws Failure `too_large`; or the stream's error when the connection breaks or is aborted */
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
