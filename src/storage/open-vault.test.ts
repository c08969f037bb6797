// The vault that loads on first use: its behaviour then, and notifications it gets before.
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { openVault } from './open-vault.ts';
import { Vault } from './vault.ts';

let count = 0;
async function setUp() {
  const db = await openDatabase({ name: `open-vault-${++count}` });
  return { db, ...openVault(db) };
}

it('keeps the model’s key and the secrets of tools in one vault', async () => {
  const { db, vault, secrets } = await setUp();
  await Promise.all([vault.set('model-key', 'sk-1'), secrets.set('TOKEN', 'value-1', ['api.example.com'])]);
  expect(await vault.get('model-key')).toBe('sk-1');
  expect(await secrets.reveal(['TOKEN', 'model-key'])).toEqual([
    { name: 'TOKEN', value: 'value-1', hosts: ['api.example.com'] },
  ]);
  expect(await openVault(db).secrets.list()).toEqual([{ name: 'TOKEN', hosts: ['api.example.com'] }]);
});

it('locks as soon as it is told to, and opens with the passphrase', async () => {
  const { vault, secrets } = await setUp();
  await secrets.set('TOKEN', 'value-1');
  await vault.setPassphrase('long enough');
  expect(await vault.status()).toMatchObject({ passphrase: true, locked: false });
  vault.lock();
  await expect(secrets.reveal(['TOKEN'])).rejects.toMatchObject({ code: 'unavailable' });
  await vault.unlock('long enough');
  expect(await secrets.reveal(['TOKEN'])).toHaveLength(1);
});

it('is notified by another tab before its first use, until the listener unsubscribes', async () => {
  const { db, vault, secrets } = await setUp();
  const [heard, also] = [vi.fn(), vi.fn()];
  const end = vault.onChange(heard);
  secrets.onChange(also);
  // Both are in this process: a message sent before the other is loaded would be lost, as between tabs.
  await vi.waitFor(async () => {
    const other = new Vault(db);
    await other.remove('nothing');
    other.close();
    expect(heard).toHaveBeenCalled();
  });
  expect(also).toHaveBeenCalled();
  end();
  heard.mockClear();
  also.mockClear();
  await secrets.set('TOKEN', 'value-1');
  expect(heard).not.toHaveBeenCalled();
  expect(also).toHaveBeenCalled();
});
