// The encrypted form of a backup: a lock that the passphrase opens, followed by the content in pieces, each encrypted
// with AES-GCM.
//
// - Each file has a new key, stored in it and encrypted with the passphrase: see `sealing.ts`.
// - A piece's IV is its number and whether it is the last, and the file's header is authenticated with it. So
//   missing, repeated, reordered or foreign pieces don't open.
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import type { PassphraseLock } from '../database.ts';
import { makeLockedKey, openLock } from '../sealing.ts';
import type { ByteSource } from './byte-source.ts';

const MAGIC = new TextEncoder().encode('PERILUNE SEALED BACKUP 1\n');
/** Maximum characters of the lock; it usually has about 250. */
const LOCK_LENGTH = 2048;
/** Bytes of a piece: one call of the cryptography each, and the smallest unit read. */
export const PIECE = 256 * 1024;
const TAG = 16;

export type Sink = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>;

export class SealedWriter {
  readonly #sink: Sink;
  readonly #key: CryptoKey;
  readonly #head: Uint8Array<ArrayBuffer>;
  #piece = new Uint8Array(PIECE);
  #filled = 0;
  #number = 0;

  private constructor(sink: Sink, key: CryptoKey, head: Uint8Array<ArrayBuffer>) {
    this.#sink = sink;
    this.#key = key;
    this.#head = head;
  }

  static async start(passphrase: string, sink: Sink): Promise<SealedWriter> {
    const { key, lock } = await makeLockedKey(passphrase);
    const head = headOf(lock);
    await sink(head);
    return new SealedWriter(sink, key, head);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      // Only when more comes is it known that this piece is not the last.
      if (this.#filled === PIECE) await this.#flush(false);
      const part = bytes.subarray(at, at + PIECE - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
    }
  }

  async end(): Promise<void> {
    await this.#flush(true);
  }

  async #flush(last: boolean): Promise<void> {
    const plain = this.#piece.subarray(0, this.#filled);
    const settings = cipherOf(this.#number, last, this.#head);
    this.#number += 1;
    this.#filled = 0;
    await this.#sink(new Uint8Array(await crypto.subtle.encrypt(settings, this.#key, plain)));
  }
}

export async function isSealed(file: ByteSource): Promise<boolean> {
  const start = await file.read(0, Math.min(file.size, MAGIC.length));
  return start.length === MAGIC.length && start.every((byte, i) => byte === MAGIC[i]);
}

/**
 * Opens the encrypted content, once the file's end is found where it should be.
 * @throws Failure `denied` for a wrong passphrase, `bad_request` when the file is cut or altered
 */
export async function openSealed(file: ByteSource, passphrase: string): Promise<ByteSource> {
  const { lock, head } = await readHead(file);
  const key = await openLock(lock, passphrase);
  if (!key) throw new Failure('denied', 'The passphrase is wrong. Check it and try again.');
  const sealed = file.size - head.length;
  const pieces = Math.ceil(sealed / (PIECE + TAG));
  const size = sealed - pieces * TAG;
  if (pieces < 1 || size < 0) throw altered();
  let open: { number: number; bytes: Uint8Array<ArrayBuffer> } | undefined;
  const piece = async (number: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (open?.number === number) return open.bytes;
    const start = head.length + number * (PIECE + TAG);
    const bytes = await file.read(start, Math.min(file.size, start + PIECE + TAG));
    const plain = await crypto.subtle
      .decrypt(cipherOf(number, number === pieces - 1, head), key, bytes)
      .catch(() => Promise.reject(altered()));
    open = { number, bytes: new Uint8Array(plain) };
    return open.bytes;
  };
  await piece(pieces - 1);
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      for (let at = 0; at < bytes.length;) {
        const number = Math.floor((start + at) / PIECE);
        const part = (await piece(number)).subarray((start + at) % PIECE).subarray(0, bytes.length - at);
        bytes.set(part, at);
        at += part.length;
      }
      return bytes;
    },
  };
}

function headOf(lock: PassphraseLock): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify({
    salt: toBase64(lock.salt),
    iterations: lock.iterations,
    iv: toBase64(lock.iv),
    wrapped: toBase64(new Uint8Array(lock.wrapped)),
  });
  const written = new TextEncoder().encode(text);
  const head = new Uint8Array(MAGIC.length + 4 + written.length);
  head.set(MAGIC);
  new DataView(head.buffer).setUint32(MAGIC.length, written.length);
  head.set(written, MAGIC.length + 4);
  return head;
}

async function readHead(file: ByteSource): Promise<{ lock: PassphraseLock; head: Uint8Array<ArrayBuffer> }> {
  const start = MAGIC.length + 4;
  if (file.size < start) throw altered();
  const length = new DataView((await file.read(MAGIC.length, start)).buffer).getUint32(0);
  if (length > LOCK_LENGTH || file.size < start + length) throw altered();
  const head = await file.read(0, start + length);
  try {
    const lock: unknown = JSON.parse(new TextDecoder().decode(head.subarray(start)));
    if (!isObject(lock)) throw altered();
    const { salt, iterations, iv, wrapped } = lock as Record<string, string>;
    return {
      head,
      lock: {
        salt: fromBase64(salt ?? ''),
        iterations: Number(iterations),
        iv: fromBase64(iv ?? ''),
        wrapped: fromBase64(wrapped ?? '').buffer,
      },
    };
  } catch {
    throw altered();
  }
}

function cipherOf(number: number, last: boolean, head: Uint8Array<ArrayBuffer>): AesGcmParams {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(4, number);
  iv[11] = last ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData: head };
}

function altered(): Failure {
  return new Failure('bad_request', 'This backup is damaged: it was truncated or changed. Use another copy.');
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // As many as a call may have arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

/** @throws DOMException for invalid base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
