// Re-encrypts everything with another key, completely or not at all.
//
// - All the cryptography is done before the single writing transaction, which writes only if nothing changed
//   meanwhile.
// - The old key is overwritten or deleted in that transaction. If it fails, the old state stays complete.
// - An unreadable value is left unchanged: it stays listed, and stays unreadable.
import type { Database, PassphraseLock, SealedSecret } from './database.ts';
import { seal, unseal } from './sealing.ts';
import { inTransaction, STRICT } from './transactions.ts';
import { DEVICE_KEY, isSameKey, KEEPING, readState, type Keeping, type VaultState } from './vault-state.ts';

export interface NewKey {
  key: CryptoKey;
  /** Absent for the key of this device. */
  lock?: PassphraseLock;
}

const STORES = ['settings', 'secrets'] as const;

/**
 * @param keyNow returns the key for the stored values; its errors end the attempt
 * @returns the new generation; undefined when another tab wrote in between, and it must be tried again
 */
export async function rekey(
  db: Database,
  keyNow: (state: VaultState) => Promise<CryptoKey | undefined>,
  make: () => Promise<NewKey>,
): Promise<(NewKey & { generation: string }) | undefined> {
  const reading = db.transaction(STORES);
  const [state, sealed] = await Promise.all([
    readState(reading.objectStore('settings')),
    reading.objectStore('secrets').getAll(),
  ]);
  const oldKey = await keyNow(state);
  const { key, lock } = await make();
  const resealed = await Promise.all(sealed.map((one) => reseal(oldKey, key, one)));
  const generation = crypto.randomUUID();
  const keeping: Keeping = lock ? { generation, lock } : { generation };

  const tx = db.transaction(STORES, 'readwrite', STRICT);
  const written = await inTransaction(tx, async () => {
    const settings = tx.objectStore('settings');
    const secrets = tx.objectStore('secrets');
    if (!isSameKey(state, await readState(settings))) return false;
    if (fingerprint(await secrets.getAll()) !== fingerprint(sealed)) return false;
    await settings.put({ key: KEEPING, value: keeping });
    if (lock) await settings.delete(DEVICE_KEY);
    else await settings.put({ key: DEVICE_KEY, value: key });
    // `async`, so that an immediate error also waits for the earlier writes.
    await Promise.all(resealed.map(async (one) => secrets.put(one)));
    return true;
  });
  return written ? { ...keeping, key } : undefined;
}

async function reseal(
  oldKey: CryptoKey | undefined,
  key: CryptoKey,
  sealed: SealedSecret,
): Promise<SealedSecret> {
  const value = oldKey && (await unseal(oldKey, sealed));
  return value === undefined ? sealed : seal(key, sealed, value);
}

/** Equal when nothing was written in between, because every write has its own IV. */
function fingerprint(sealed: readonly SealedSecret[]): string {
  return JSON.stringify(
    sealed.map(({ name, iv }) => [name, ArrayBuffer.isView(iv) ? Array.from(iv) : undefined]),
  );
}
