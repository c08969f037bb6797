// Gzip: unpacks the single file in it, up to the limit.
import { Gunzip } from 'fflate';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { LIMITS } from './limits.ts';

/** Packed bytes between two checks of the unpacked size: at most 64 MB more. */
const STEP = 64 * 1024;

/** The inner file has no name of its own: it gets the packed file's, without `.gz`. */
export function extractGzip(bytes: Uint8Array, alive: () => void): Extracted {
  const parts: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const gunzip = new Gunzip((part, isLast) => {
    parts.push(part);
    length += part.length;
    ended ||= isLast;
  });
  try {
    for (let at = 0; at < bytes.length; at += STEP) {
      alive();
      gunzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
      const isBomb = length > LIMITS.ratioFrom && length > bytes.length * LIMITS.ratio;
      if (isBomb || length > LIMITS.part) {
        throw new Refusal(
          `the file is too large when unpacked: ${LIMITS.part / 2 ** 20} MB at most can be read; unpack it and add what you need of it`,
        );
      }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('the gzip file is damaged or incomplete; get it again');
  }
  if (!ended) throw new Refusal('the gzip file is damaged or incomplete; get it again');
  if (length === 0) throw new Refusal('the file is empty');
  return {
    body: '',
    content_type: 'text/plain',
    metadata: {},
    files: [{ name: '', type: '', bytes: joinedBytes(parts) }],
  };
}
