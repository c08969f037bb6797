// Secrets, encrypted with a key that this browser will use but never hand out.
//
// - AES-GCM, 256 bits, a fresh IV for each write; the name is authenticated too, so that no value answers to another's name.
// - The key is a non-extractable CryptoKey: it guards against reading the database from disk or in a backup, not
//   against code that runs in this page.
// - Nothing is ever stored or returned undecrypted: a value that fails its check is a Failure.
import { Failure } from '../core/errors.ts';
import type { Database } from './database.ts';

const KEY = 'vault-key';
/** The IV length that AES-GCM is specified for, in bytes. */
const IV_BYTES = 12;

export class Vault {
  readonly #db: Database;
  #key: Promise<CryptoKey> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  async set(name: string, value: string): Promise<void> {
    const key = await this.#openKey();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const ciphertext = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: bytes(name) },
      key,
      bytes(value),
    );
    const tx = this.#db.transaction('secrets', 'readwrite', { durability: 'strict' });
    await Promise.all([tx.store.put({ name, iv, ciphertext }), tx.done]);
  }

  /** @throws Failure `unavailable` when what is stored does not decrypt: it was altered, or its key is gone. */
  async get(name: string): Promise<string | undefined> {
    const sealed = await this.#db.get('secrets', name);
    if (!sealed) return undefined;
    const key = await this.#openKey();
    try {
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: sealed.iv, additionalData: bytes(name) },
        key,
        sealed.ciphertext,
      );
      return new TextDecoder().decode(plain);
    } catch {
      throw new Failure(
        'unavailable',
        'A saved key can no longer be read on this device. Enter it again in Settings.',
        { name },
      );
    }
  }

  async has(name: string): Promise<boolean> {
    return (await this.#db.getKey('secrets', name)) !== undefined;
  }

  async remove(name: string): Promise<void> {
    const tx = this.#db.transaction('secrets', 'readwrite', { durability: 'strict' });
    await Promise.all([tx.store.delete(name), tx.done]);
  }

  #openKey(): Promise<CryptoKey> {
    this.#key ??= this.#loadKey().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  async #loadKey(): Promise<CryptoKey> {
    const stored = (await this.#db.get('settings', KEY))?.value;
    if (stored instanceof CryptoKey) return stored;
    // Made before the transaction opens: awaiting anything but the database would let it close.
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const tx = this.#db.transaction('settings', 'readwrite', { durability: 'strict' });
    const first = (await tx.store.get(KEY))?.value;
    if (first instanceof CryptoKey) {
      // Another tab was quicker; two keys would lock one tab out of what the other saves.
      await tx.done;
      return first;
    }
    await Promise.all([tx.store.put({ key: KEY, value: made }), tx.done]);
    return made;
  }
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
