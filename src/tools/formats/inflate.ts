// Unpacks deflated bytes of untrusted files piece by piece, so that a limit ends it early.
import { Inflate } from 'fflate';
import { Failure } from '../../core/errors.ts';

/** Bytes fed at once. Deflate expands one byte to at most 1,032, so a ZIP bomb is detected after 1 MB. */
const SPOONFUL = 1024;

/**
 * @param take gets each piece, which is valid only during the call; throws to stop
 * @param broken the error for bytes that can't be unpacked
 * @returns whether the bytes were complete
 */
export function inflateEach(
  packed: Uint8Array,
  take: (piece: Uint8Array) => void,
  broken: () => Failure,
): boolean {
  let isComplete = false;
  const stream = new Inflate((piece, final) => {
    take(piece);
    isComplete = final;
  });
  try {
    for (let at = 0; at < packed.length; at += SPOONFUL) {
      stream.push(packed.subarray(at, at + SPOONFUL), at + SPOONFUL >= packed.length);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw broken();
  }
  return isComplete;
}
