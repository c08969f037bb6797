// What the worker itself answers to a script: base64, randomness, hashes, sleep. Bytes in, bytes or text out.
import { v4 } from 'uuid';
import { Failure } from '../../core/errors.ts';

/** Bytes that one `crypto.random` call may ask for: the limit of `getRandomValues`. */
const MAX_RANDOM = 65_536;

/** Answers at once. Throws a Failure that becomes an error in Lua. */
export const NATIVES: Record<string, (bytes: Uint8Array) => Uint8Array | string> = {
  'base64.encode': (bytes) => btoa(toBinary(bytes)),
  'base64.decode': (bytes) => fromBase64(toBinary(bytes)),
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
};

/** Takes time, without leaving the worker. */
export const OPERATIONS: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Promise<string>> = {
  sleep: (bytes) =>
    // setTimeout wraps around above 2^31 ms; every run's time limit is far below.
    new Promise((resolve) =>
      setTimeout(() => resolve(''), Math.min(Number(toBinary(bytes)) * 1000, 2 ** 31 - 1)),
    ),
  sha256: async (bytes) => toHex(await subtle().digest('SHA-256', bytes)),
  /** The payload is `LENGTH:KEYDATA`. */
  hmac_sha256: async (bytes) => {
    const colon = bytes.indexOf(0x3a);
    const end = colon + 1 + Number(toBinary(bytes.subarray(0, colon)));
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const secret = bytes.slice(colon + 1, end);
    // An empty key is allowed by HMAC but not by importKey; a zero byte pads to the same block.
    const key = await subtle().importKey(
      'raw',
      secret.length > 0 ? secret : new Uint8Array(1),
      algorithm,
      false,
      ['sign'],
    );
    return toHex(await subtle().sign('HMAC', key, bytes.subarray(end)));
  },
};

function subtle(): SubtleCrypto {
  if (crypto.subtle) return crypto.subtle;
  throw new Failure('unavailable', 'hashing needs a secure page: open the app over https or on localhost');
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function fromBase64(text: string): Uint8Array {
  if (!BASE64.test(text)) {
    throw new Failure(
      'tool_error',
      'base64.decode: the text is not base64 (standard alphabet, padded with =)',
    );
  }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Each byte as one character: what btoa takes and atob gives. */
function toBinary(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Arguments of one call: engines allow at least 65,536.
  for (let at = 0; at < bytes.length; at += 32_768) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  }
  return parts.join('');
}

function toHex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
