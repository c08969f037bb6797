// The way out after a forgotten passphrase: all secrets are deleted, and the vault works again in every tab.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { useFewRounds } from './few-rounds.test-support.ts';
import { Vault } from './vault.ts';

useFewRounds();

let db: Database;
let vault: Vault;
let other: Vault;
let count = 0;
beforeEach(async () => {
  db = await openDatabase({ name: `forget-${++count}` });
  vault = new Vault(db);
  other = new Vault(await openDatabase({ name: db.name }));
  await vault.set('secret:A', 'value-a');
  await vault.set('model-key', 'value-m');
  await vault.setPassphrase('correct horse');
  await other.unlock('correct horse');
  vault.lock();
  await vi.waitFor(async () => expect((await other.status()).locked).toBe(true));
});
afterEach(() => {
  vault.close();
  other.close();
});

it('works while locked, and leaves no secret, key or passphrase', async () => {
  await vault.forgetAll();
  expect(await db.getAll('secrets')).toEqual([]);
  expect(await db.get('settings', 'vault-key')).toBeUndefined();
  expect(await vault.status()).toMatchObject({ passphrase: false, locked: false });
  await vault.set('secret:A', 'entered again');
  expect(await vault.get('secret:A')).toBe('entered again');
});

it('reaches another tab that holds the old key, and what it saves can be read here', async () => {
  await other.unlock('correct horse');
  await vault.forgetAll();
  await other.set('secret:B', 'from the other tab');
  expect(await vault.get('secret:B')).toBe('from the other tab');
  await expect(other.changePassphrase('correct horse', 'another horse')).rejects.toMatchObject({
    code: 'conflict',
  });
});
