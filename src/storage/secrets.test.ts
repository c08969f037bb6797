// The secrets of tools: named, bound to hosts, listed without their values, and separate from the app's own keys.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { namesIn } from '../core/placeholders.ts';
import { openDatabase, type Database } from './database.ts';
import { SecretTable } from './secrets.ts';
import { Vault } from './vault.ts';

let db: Database;
let vault: Vault;
let secrets: SecretTable;
let count = 0;
beforeEach(async () => {
  db = await openDatabase({ name: `secrets-${++count}` });
  vault = new Vault(db);
  secrets = new SecretTable(vault);
});
afterEach(() => vault.close());

it('lists names and hosts, sorted by name, and never a value', async () => {
  await secrets.set('TOKEN', 'canary-1', ['API.Example.com', 'localhost:8080', 'api.example.com']);
  await secrets.set('ALPHA', 'canary-2');
  const listed = await secrets.list();
  expect(listed).toEqual([
    { name: 'ALPHA', hosts: [] },
    { name: 'TOKEN', hosts: ['api.example.com', 'localhost:8080'] },
  ]);
  expect(JSON.stringify(listed)).not.toContain('canary');
});

it('reveals those requested once each, and omits missing ones', async () => {
  await secrets.set('TOKEN', 'value-1', ['api.example.com']);
  await secrets.set('OTHER', 'value-2');
  expect(await secrets.reveal(['TOKEN', 'GONE', 'TOKEN'])).toEqual([
    { name: 'TOKEN', value: 'value-1', hosts: ['api.example.com'] },
  ]);
  expect(await secrets.reveal([])).toEqual([]);
  await secrets.remove('TOKEN');
  expect(await secrets.reveal(['TOKEN'])).toEqual([]);
});

it('replaces the old value with its hosts', async () => {
  await secrets.set('TOKEN', 'value-1', ['one.example']);
  await secrets.set('TOKEN', 'value-2');
  expect(await secrets.reveal(['TOKEN'])).toEqual([{ name: 'TOKEN', value: 'value-2', hosts: [] }]);
});

it('renews a secret only if it is still the one that was sent', async () => {
  await secrets.set('REFRESH', 'value-1', ['id.example']);
  const sent = { name: 'REFRESH', value: 'value-1', hosts: ['id.example'] };
  expect(await secrets.renew({ ...sent, hosts: [] }, 'value-x')).toBe(false);
  expect(await secrets.renew(sent, 'value-2')).toBe(true);
  expect(await secrets.renew(sent, 'value-3')).toBe(false);
  expect(await secrets.renew({ ...sent, name: 'GONE' }, 'value-4')).toBe(false);
  expect(await secrets.reveal(['REFRESH'])).toEqual([{ ...sent, value: 'value-2' }]);
});

it('never reveals or replaces the key of the model', async () => {
  await vault.set('model-key', 'sk-model');
  await vault.set('secret:model-key', 'sk-never-a-secret');
  expect(await secrets.reveal(['model-key'])).toEqual([]);
  await vault.remove('secret:model-key');
  const tricks = [
    'model-key',
    'secret:../model-key',
    '../model-key',
    '',
    'model_key',
    '\u0000model-key',
    '__proto__',
  ];
  const config = Object.fromEntries(tricks.map((trick) => [trick, `\${${trick}}`]));
  expect(await secrets.reveal(tricks)).toEqual([]);
  expect(await secrets.reveal(namesIn(config))).toEqual([]);
  expect(await secrets.list()).toEqual([]);
  await secrets.set('model_key', 'mine');
  await secrets.remove('model-key');
  await expect(secrets.set('model-key', 'mine')).rejects.toMatchObject({ code: 'bad_request' });
  expect(await vault.get('model-key')).toBe('sk-model');
  // Copied under a tool's name, it doesn't open there.
  const sealed = await db.get('secrets', 'model-key');
  await db.put('secrets', { ...(sealed as NonNullable<typeof sealed>), name: 'secret:STOLEN' });
  await expect(secrets.reveal(['STOLEN'])).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The secret STOLEN can no longer be read on this device. Enter it again in Settings.',
  });
});

it("doesn't open a value whose hosts were altered in the database", async () => {
  await secrets.set('TOKEN', 'value-1', ['api.example.com']);
  const sealed = await db.get('secrets', 'secret:TOKEN');
  for (const hosts of [[], ['evil.example'], ['api.example.com', 'evil.example'], undefined]) {
    await db.put('secrets', { ...(sealed as NonNullable<typeof sealed>), hosts });
    await expect(secrets.reveal(['TOKEN'])).rejects.toMatchObject({ name: 'Failure', code: 'unavailable' });
  }
});

it('lists and removes while locked, and reveals only that a secret is missing', async () => {
  await secrets.set('TOKEN', 'value-1');
  await secrets.set('OTHER', 'value-2');
  await vault.setPassphrase('correct horse');
  vault.lock();
  const locked = { code: 'unavailable', message: 'Your secrets are locked. Unlock them in Settings.' };
  expect((await secrets.list()).map(({ name }) => name)).toEqual(['OTHER', 'TOKEN']);
  await expect(secrets.reveal(['GONE', 'TOKEN'])).rejects.toMatchObject(locked);
  await expect(secrets.set('NEW', 'value-3')).rejects.toMatchObject(locked);
  expect(await secrets.reveal(['GONE'])).toEqual([]);
  await secrets.remove('OTHER');
  await vault.unlock('correct horse');
  expect(await secrets.reveal(['TOKEN', 'OTHER'])).toEqual([{ name: 'TOKEN', value: 'value-1', hosts: [] }]);
});

it.each(['', '9a', 'a-b', 'a b', 'ä', 'a'.repeat(65), 'TOKEN}', '${A}'])(
  'rejects %j as a name',
  async (name) => {
    await expect(secrets.set(name, 'value')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^Use up to 64 letters/),
    });
  },
);

it.each([
  ['', /at least 4 characters/],
  ['abc', /at least 4 characters/],
  [' \n \t ', /only of spaces/],
  ['x'.repeat(16_385), /at most 16,384 characters; this one has 16,385/],
])('rejects an invalid value', async (value, why) => {
  await expect(secrets.set('TOKEN', value)).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(why),
  });
  expect(await secrets.list()).toEqual([]);
});

it.each(['a', 'api.example.com', 'a-b.c_d.io:65535', '127.0.0.1', '[::1]:8080', 'xn--mller-kva.de'])(
  'accepts %j as a host',
  async (host) => {
    await secrets.set('TOKEN', 'value', [host]);
    expect((await secrets.list())[0]?.hosts).toEqual([host]);
  },
);

it('stores hosts in canonical form', async () => {
  await secrets.set('TOKEN', 'value', ['https://A.example/', 'müller.de', 'a.example']);
  expect((await secrets.list())[0]?.hosts).toEqual(['a.example', 'xn--mller-kva.de']);
});

it.each([
  '',
  '*',
  '*.example.com',
  'a.example:65536',
  'u@a.example',
  'a..b',
  'a.example.',
  '-a.example',
  'a b',
  'a.example,b.example',
  'a.example:',
  ':80',
  '[::1',
])('rejects %j as a host', async (host) => {
  await expect(secrets.set('TOKEN', 'value', ['ok.example', host])).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(/is not a host\. Use a form like api\.example\.com or localhost:8080/),
  });
  expect(await secrets.list()).toEqual([]);
});

it('notifies of changes, including locking, until unsubscribed', async () => {
  let told = 0;
  const stop = secrets.onChange(() => told++);
  await secrets.set('TOKEN', 'value');
  await secrets.remove('TOKEN');
  expect(told).toBe(2);
  await vault.setPassphrase('correct horse');
  expect(told).toBe(3);
  vault.lock();
  expect(told).toBeGreaterThan(3);
  const then = told;
  stop();
  await vault.unlock('correct horse');
  expect(told).toBe(then);
});
