// The vault's cryptography: values encrypted with AES-GCM, with a key that a passphrase wraps.
//
// - A value's name and hosts are authenticated with it: if either is altered, the value doesn't open.
// - Keys can't be exported. The raw bytes of a vault key exist only until they are wrapped, and are then wiped.
// - An altered value never opens: every function here returns the original value or undefined.
import type { PassphraseLock, SealedSecret } from './database.ts';

/** OWASP's recommendation for PBKDF2 with SHA-256 (2023); about 170 ms on a small server. */
const ITERATIONS = 600_000;
/** Bounds for a stored count: a lower one was altered, a higher one would hang the page. */
const ITERATION_BOUNDS = { min: ITERATIONS, max: 10_000_000 };
/** IV length of AES-GCM, in bytes. */
const IV_BYTES = 12;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const USES: KeyUsage[] = ['encrypt', 'decrypt'];
const LOCK_LABEL = 'perilune vault key, format 1';

/** Makes a key that the browser uses but never exports. */
export function makeDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: KEY_BYTES * 8 }, false, USES);
}

export async function seal(
  key: CryptoKey,
  { name, hosts }: Pick<SealedSecret, 'name' | 'hosts'>,
  value: string,
): Promise<SealedSecret> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const additionalData = labelOf({ name, hosts });
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes(value));
  return hosts === undefined ? { name, iv, ciphertext } : { name, hosts, iv, ciphertext };
}

/** Returns the value; undefined when the record was altered or encrypted with another key. */
export async function unseal(key: CryptoKey, sealed: SealedSecret): Promise<string | undefined> {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: sealed.iv, additionalData: labelOf(sealed) },
      key,
      sealed.ciphertext,
    );
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

/** Makes a new key, and the lock that returns it for the passphrase. */
export async function makeLockedKey(passphrase: string): Promise<{ key: CryptoKey; lock: PassphraseLock }> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const raw = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  try {
    const wrapping = await derive(passphrase, salt, ITERATIONS);
    const wrapped = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: bytes(LOCK_LABEL) },
      wrapping,
      raw,
    );
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, USES);
    return { key, lock: { salt, iterations: ITERATIONS, iv, wrapped } };
  } finally {
    raw.fill(0);
  }
}

/** Returns the key behind the lock; undefined when the passphrase is wrong or the lock was altered. */
export async function openLock(lock: PassphraseLock, passphrase: string): Promise<CryptoKey | undefined> {
  const { min, max } = ITERATION_BOUNDS;
  if (!(lock.iterations >= min && lock.iterations <= max)) return undefined;
  try {
    const raw = new Uint8Array(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: lock.iv, additionalData: bytes(LOCK_LABEL) },
        await derive(passphrase, lock.salt, lock.iterations),
        lock.wrapped,
      ),
    );
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, USES);
    raw.fill(0);
    return key;
  } catch {
    return undefined;
  }
}

async function derive(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  // Two keyboards may encode the same letter differently.
  const given = bytes(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', given, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: KEY_BYTES * 8 },
    false,
    USES,
  );
}

/** Version 1 of the database had no hosts, and authenticated only the name. */
function labelOf({ name, hosts }: Pick<SealedSecret, 'name' | 'hosts'>): Uint8Array<ArrayBuffer> {
  return bytes(hosts === undefined ? name : JSON.stringify([name, hosts]));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
