// The vault's cryptography: values sealed with AES-GCM, and the key that seals them wrapped with a passphrase.
//
// - A value's name and hosts are authenticated with it: neither can be altered without the value failing.
// - Keys cannot be exported. The bytes of a vault key exist for as long as it takes to wrap it, and are wiped.
// - What was altered never opens: every function here answers with the true thing or undefined, never with rubbish.
import type { PassphraseLock, SealedSecret } from './database.ts';

/** What OWASP asks of PBKDF2 with SHA-256 (2023); some 170 ms on a small server. */
const ITERATIONS = 600_000;
/** Bounds for a stored count: below, it was altered; above, it would hang the page. */
const ITERATION_BOUNDS = { min: ITERATIONS, max: 10_000_000 };
/** The IV length that AES-GCM is specified for, in bytes. */
const IV_BYTES = 12;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const USES: KeyUsage[] = ['encrypt', 'decrypt'];
const LOCK_LABEL = 'perilune vault key, format 1';

/** A key that the browser will use and never hand out. */
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

/** The value; undefined when the record was altered or was sealed with another key. */
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

/** A new key, and the lock that gives it back for the passphrase. */
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

/** The key behind the lock; undefined when the passphrase is wrong or the lock was altered. */
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
  // Two keyboards may write the same letter in two ways.
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

/** Version 1 of the database had no hosts, and authenticated the bare name. */
function labelOf({ name, hosts }: Pick<SealedSecret, 'name' | 'hosts'>): Uint8Array<ArrayBuffer> {
  return bytes(hosts === undefined ? name : JSON.stringify([name, hosts]));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
