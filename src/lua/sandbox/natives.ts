// What the worker itself answers to a script: base64, randomness, hashes, sleep. Bytes in; bytes, or text, out.
import { v4 } from 'uuid';
import { Failure } from '../../core/errors.ts';
import { hmacSha256, sha256 } from './sha256.ts';

/** Bytes that one `crypto.random` call may ask for: the limit of `getRandomValues`. */
const MAX_RANDOM = 65_536;

/** Answers at once. Throws a Failure that becomes an error in Lua. */
export const NATIVES: Record<string, (bytes: Uint8Array, more: Uint8Array) => Uint8Array | string> = {
  'base64.encode': (bytes) => bytes.toBase64?.() ?? btoa(toBinary(bytes)),
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
  'crypto.sha256': (bytes) => toHex(sha256(bytes)),
  'crypto.hmac_sha256': (key, bytes) => toHex(hmacSha256(key, bytes)),
};

/** Takes time, without leaving the worker. */
export const OPERATIONS: Record<string, (bytes: Uint8Array) => Promise<string>> = {
  sleep: (bytes) =>
    // setTimeout wraps around above 2^31 ms; every run's time limit is far below.
    new Promise((resolve) =>
      setTimeout(() => resolve(''), Math.min(Number(toBinary(bytes)) * 1000, 2 ** 31 - 1)),
    ),
};

// Newer browsers have these: on 16 MB they are 50 times quicker than btoa and atob.
declare global {
  interface Uint8Array {
    toBase64?(): string;
  }
  interface Uint8ArrayConstructor {
    fromBase64?(text: string): Uint8Array;
  }
}

/** With the length, all there is to it. Groups of four would overflow the stack of the regular expression on some MB. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function fromBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !BASE64.test(text)) {
    throw new Failure(
      'tool_error',
      'base64.decode: the text is not base64 (standard alphabet, padded with =)',
    );
  }
  return Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
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

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
