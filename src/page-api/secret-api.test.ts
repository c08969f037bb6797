// perilune.secrets with a real vault: values are stored, and never returned.
import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '../storage/database.ts';
import { SecretTable } from '../storage/secrets.ts';
import { Vault } from '../storage/vault.ts';
import { secretApi } from './secret-api.ts';

const opened: { vault: Vault; database: Database }[] = [];

async function setUp() {
  const database = await openDatabase({ name: `secret-api-${opened.length}-${Math.random()}` });
  const vault = new Vault(database);
  opened.push({ vault, database });
  return { api: secretApi(Promise.resolve({ vault, secrets: new SecretTable(vault) })), vault };
}

afterEach(() => {
  for (const { vault, database } of opened.splice(0)) {
    vault.close();
    database.close();
  }
});

it('stores a value that no call returns', async () => {
  const { api } = await setUp();
  await api.set('KEY', 'canary-1234', { hosts: ['api.example.com'] });
  expect(await api.list()).toEqual([{ name: 'KEY', hosts: ['api.example.com'] }]);
  const answers = await Promise.all(
    Object.values(api).map((call: () => unknown) => Promise.resolve(call()).catch(String)),
  );
  expect(JSON.stringify(answers)).not.toContain('canary');
});

it('replaces and removes secrets', async () => {
  const { api } = await setUp();
  await api.set('KEY', 'canary-1234');
  await api.set('KEY', 'canary-5678', { hosts: ['a.example'] });
  expect(await api.list()).toEqual([{ name: 'KEY', hosts: ['a.example'] }]);
  await api.remove('KEY');
  expect(await api.list()).toEqual([]);
  await expect(api.set('not a name', 'canary-1234')).rejects.toMatchObject({ code: 'bad_request' });
  await expect(api.set('KEY', 'x')).rejects.toMatchObject({ code: 'bad_request' });
});

it('sets, changes and removes a passphrase, and locks', async () => {
  const { api, vault } = await setUp();
  await api.set('KEY', 'canary-1234');
  await api.setPassphrase('a long passphrase');
  expect(await api.status()).toMatchObject({ passphrase: true, locked: false });
  await api.lock();
  expect(await api.status()).toMatchObject({ passphrase: true, locked: true });
  await expect(new SecretTable(vault).reveal(['KEY'])).rejects.toMatchObject({ code: 'unavailable' });
  await expect(api.unlock('wrong')).rejects.toMatchObject({ code: 'denied' });
  await api.unlock('a long passphrase');
  await expect(api.setPassphrase('another passphrase', 'wrong')).rejects.toMatchObject({ code: 'denied' });
  await api.setPassphrase('another passphrase', 'a long passphrase');
  await api.setPassphrase('', 'another passphrase');
  expect(await api.status()).toMatchObject({ passphrase: false, locked: false });
  expect(await new SecretTable(vault).reveal(['KEY'])).toMatchObject([{ value: 'canary-1234' }]);
});
