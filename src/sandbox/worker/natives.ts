// Functions that the worker itself offers scripts: base64, random bytes, hashes, sleep. They take bytes and return
// bytes or text.
import { toHex } from '../../base/digest.ts';
import { v4 } from 'uuid';
import { Failure } from '../../core/errors.ts';
import { fromBase64, toBase64, toBinary } from '../../base/base64.ts';
import { hmacSha256, sha256 } from './sha256.ts';

/** Maximum bytes of one `crypto.random` call: the limit of `getRandomValues`. */
const MAX_RANDOM = 65_536;

/** Synchronous functions. A thrown Failure becomes a Lua error. */
export const NATIVES: Record<string, (bytes: Uint8Array, more: Uint8Array) => Uint8Array | string> = {
  'base64.encode': toBase64,
  'base64.decode': (bytes) => checkedBase64(toBinary(bytes)),
  'crypto.random': (bytes) => {
    const count = Number(toBinary(bytes));
    if (!Number.isInteger(count) || count < 0 || count > MAX_RANDOM) {
      throw new Failure(
        'tool_error',
        `crypto.random: the count must be a whole number from 0 to ${MAX_RANDOM}`,
      );
    }
    return crypto.getRandomValues(new Uint8Array(count));
  },
  'crypto.uuid': () => v4(),
  'crypto.sha256': (bytes) => toHex(sha256(bytes)),
  'crypto.hmac_sha256': (key, bytes) => toHex(hmacSha256(key, bytes)),
};

/** Functions that take time without leaving the worker. */
export const OPERATIONS: Record<string, (bytes: Uint8Array) => Promise<string>> = {
  sleep: (bytes) =>
    // setTimeout wraps around above 2^31 ms; every run's time limit is far below.
    new Promise((resolve) =>
      setTimeout(() => resolve(''), Math.min(Number(toBinary(bytes)) * 1000, 2 ** 31 - 1)),
    ),
};

/**
 * A complete check together with the length. Matching groups of four would overflow the regular expression's stack on
 * a few MB.
 */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function checkedBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !BASE64.test(text)) {
    throw new Failure(
      'tool_error',
      'base64.decode: the text is not base64 (standard alphabet, padded with =)',
    );
  }
  return fromBase64(text);
}
