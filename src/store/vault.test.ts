// Secrets in IndexedDB: sealed, bound to their names, and refused when altered.
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { Vault } from './vault.ts';

let db: Database;
let vault: Vault;
let count = 0;
beforeEach(async () => {
  db = await openDatabase({ name: `vault-${++count}` });
  vault = new Vault(db);
});

async function stored(name: string) {
  const sealed = await db.get('secrets', name);
  if (!sealed) throw new Error('nothing stored');
  return sealed;
}

it('a secret comes back, also to another Vault on the same database', async () => {
  await vault.set('model-key', 'sk-ключ');
  expect(await vault.get('model-key')).toBe('sk-ключ');
  expect(await new Vault(db).get('model-key')).toBe('sk-ключ');
  expect([await vault.has('model-key'), await vault.has('other')]).toEqual([true, false]);
});

it('a secret that was removed or never set is undefined', async () => {
  await vault.set('model-key', 'x');
  await vault.remove('model-key');
  expect(await vault.get('model-key')).toBeUndefined();
  expect(await vault.has('model-key')).toBe(false);
});

it('nothing readable is stored, and the same value looks different each time', async () => {
  await vault.set('a', 'sk-secret');
  const first = new Uint8Array((await stored('a')).ciphertext);
  expect(new TextDecoder().decode(first)).not.toContain('sk-secret');
  await vault.set('a', 'sk-secret');
  expect(new Uint8Array((await stored('a')).ciphertext)).not.toEqual(first);
});

it('the key cannot be exported', async () => {
  await vault.set('a', 'x');
  const key = (await db.get('settings', 'vault-key'))?.value as CryptoKey;
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

it('a value that was altered is a Failure, never text', async () => {
  await vault.set('a', 'sk-secret');
  const sealed = await stored('a');
  const bytes = new Uint8Array(sealed.ciphertext);
  bytes[0] = (bytes[0] as number) ^ 1;
  await db.put('secrets', { ...sealed, ciphertext: bytes.buffer });
  await expect(vault.get('a')).rejects.toMatchObject({ name: 'Failure', code: 'unavailable' });
});

it('a value put under another name does not open', async () => {
  await vault.set('a', 'sk-secret');
  await db.put('secrets', { ...(await stored('a')), name: 'b' });
  await expect(vault.get('b')).rejects.toMatchObject({ code: 'unavailable' });
});

it('two tabs that start at once use one key', async () => {
  const other = new Vault(db);
  await Promise.all([vault.set('a', '1'), other.set('b', '2')]);
  expect([await vault.get('b'), await other.get('a')]).toEqual(['2', '1']);
});
