// Secrets of two devices with the app's own database: they arrive only with their own passphrase, stay bound to where
// they may go, and nobody with the passphrase of sync alone reads or changes one.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toBase64 } from '../../../base/base64.ts';
import { SecretTable } from '../../../storage/secrets.ts';
import { SettingsTable } from '../../../storage/settings.ts';
import { newIdentity, recipientOf, seal } from '../../../storage/age-files.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { AppDevice } from './app-device.test-support.ts';
import { DEFAULT_GROUPS, kindsOf } from './app-records.ts';

const PASSPHRASE = 'another long passphrase';
const WITHOUT = { kinds: kindsOf(DEFAULT_GROUPS) };
const ONLY = { kinds: kindsOf(['secrets']) };
const WORK = 1;
const MODEL = { kind: 'endpoint', baseUrl: 'https://api.example/v1', model: 'm', api: 'auto' } as const;
let store: MemoryStore;
let a: AppDevice;
let b: AppDevice;
let here: SecretTable;
let there: SecretTable;

beforeEach(async () => {
  store = new MemoryStore();
  a = await AppDevice.open('Laptop', store);
  b = await AppDevice.open('Phone', store);
  here = new SecretTable(a.vault);
  there = new SecretTable(b.vault);
  await here.set('TOKEN', 'moon-4711', ['api.example']);
});
afterEach(() => {
  for (const { vault, db } of [a, b]) {
    vault.close();
    db.close();
  }
});

/** The second device enters the passphrase that the first one has set. */
async function share(): Promise<void> {
  await a.seal.create(PASSPHRASE, 'a long passphrase', WORK);
  await a.sync();
  await b.sync(WITHOUT);
  await b.seal.open(PASSPHRASE);
  await both();
}

async function both(): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const device of [a, b]) await device.sync();
}

const revealed = async (table: SecretTable, ...names: string[]) =>
  (await table.reveal(names)).map(({ name, value, hosts }) => [name, value, ...hosts]);

describe('a secret', () => {
  it('stays on its device unless a person says otherwise', async () => {
    expect(DEFAULT_GROUPS).not.toContain('secrets');
    for (const device of [a, b, a]) await device.sync(WITHOUT);
    expect(await there.list()).toEqual([]);
  });

  it('arrives with its hosts, with every change and its removal', async () => {
    await share();
    expect(await revealed(there, 'TOKEN')).toEqual([['TOKEN', 'moon-4711', 'api.example']]);
    await there.set('TOKEN', 'moon-4712', ['api.example', 'other.example']);
    await there.set('SECOND', 'tide-1', []);
    await both();
    expect(await revealed(here, 'TOKEN', 'SECOND')).toEqual([
      ['TOKEN', 'moon-4712', 'api.example', 'other.example'],
      ['SECOND', 'tide-1'],
    ]);
    await here.remove('SECOND');
    await both();
    expect((await there.list()).map(({ name }) => name)).toEqual(['TOKEN']);
  });

  it('is not sent again without a change', async () => {
    await share();
    const before = [...store.files.keys()].filter((path) => path.startsWith('log/')).length;
    await both();
    expect([...store.files.keys()].filter((path) => path.startsWith('log/'))).toHaveLength(before);
  });

  it('is not read with the passphrase of sync alone', async () => {
    await a.seal.create(PASSPHRASE, 'a long passphrase', WORK);
    await a.sync();
    await b.sync(WITHOUT);
    expect(await b.seal.state()).toBe('closed');
    await expect(b.seal.open('a long passphrase')).rejects.toMatchObject({ code: 'denied' });
    // What this device can decrypt of the log holds a name, and no value.
    const values = await b.valuesOf('secret/TOKEN');
    expect(values).toHaveLength(1);
    expect(JSON.stringify(values)).not.toContain('moon-4711');
    expect(Buffer.from((values[0] as { sealed: string }).sealed, 'base64').toString('latin1')).not.toContain(
      'moon-4711',
    );
  });

  it('is never taken for deleted while its passphrase is missing', async () => {
    await share();
    await a.seal.create('a third long passphrase', undefined, WORK);
    await a.sync();
    await b.sync(WITHOUT);
    expect(await b.seal.state()).toBe('closed');
    await expect(b.sync(ONLY)).rejects.toThrow('Another device has changed the passphrase of the secrets');
    await a.sync();
    expect((await here.list()).map(({ name }) => name)).toEqual(['TOKEN']);
    await there.set('TOKEN', 'moon-4799', ['api.example']);
    await b.seal.open('a third long passphrase');
    await both();
    expect(await revealed(here, 'TOKEN')).toEqual(await revealed(there, 'TOKEN'));
  });

  it.each([
    ['keeps its new value', () => here.set('TOKEN', 'moon-4712', [])],
    ['stays deleted', () => here.remove('TOKEN')],
  ])('%s when another device enters a new passphrase', async (_, change) => {
    await share();
    await there.set('OTHER', 'tide-1', []);
    await change();
    await a.seal.create('a third long passphrase', undefined, WORK);
    await a.sync();
    const expected = await revealed(here, 'TOKEN');
    await b.sync({ kinds: kindsOf(DEFAULT_GROUPS, await b.seal.state()) });
    await b.seal.open('a third long passphrase');
    await both();
    expect(await revealed(there, 'TOKEN')).toEqual(expected);
    expect(await revealed(here, 'TOKEN', 'OTHER')).toEqual([...expected, ['OTHER', 'tide-1']]);
  });

  it('waits while the vault is locked, and everything else is synced', async () => {
    await share();
    await b.vault.setPassphrase('a passphrase here');
    b.vault.lock();
    expect(await b.seal.state()).toBe('locked');
    await here.set('TOKEN', 'moon-4712', ['api.example']);
    await new SettingsTable(a.db).change({ density: 'compact' });
    await both();
    expect((await new SettingsTable(b.db).load()).density).toBe('compact');
    expect((await here.list()).map(({ name }) => name)).toEqual(['TOKEN']);
    await b.vault.unlock('a passphrase here');
    await both();
    expect(await revealed(there, 'TOKEN')).toEqual([['TOKEN', 'moon-4712', 'api.example']]);
  });

  it('does not keep the vault from its lock when nothing changes', async () => {
    await share();
    await b.sync();
    const get = vi.spyOn(b.vault, 'get');
    await b.sync({ changed: [] });
    await b.seal.state();
    expect(get).not.toHaveBeenCalled();
  });

  it.each([
    ['the same as that of sync', 'a long passphrase'],
    ['too short', 'short'],
  ])('gets no passphrase that is %s', async (_, passphrase) => {
    await expect(a.seal.create(passphrase, 'a long passphrase', WORK)).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect(await a.seal.state()).toBe('none');
  });
});

describe('who has only the passphrase of sync', () => {
  const sealed = async (identity: string, plain: object): Promise<{ sealed: string }> => {
    const bytes = new TextEncoder().encode(JSON.stringify(plain));
    return { sealed: toBase64(await seal(bytes, [await recipientOf(identity)])) };
  };

  beforeEach(share);

  it.each([
    [
      'a value of its own',
      (own: string) => sealed(own, { format: 1, name: 'NEW', value: 'planted', hosts: [] }),
    ],
    ['no sealed value', async () => ({ sealed: 'moon' })],
    ['a value as it is', async () => ({ name: 'NEW', value: 'planted', hosts: [] })],
    ['nothing', async () => null],
  ])('can plant no secret with %s', async (_, make) => {
    await b.apply([{ key: 'secret/NEW', value: await make(await newIdentity()), mark: undefined }]);
    expect((await there.list()).map(({ name }) => name)).toEqual(['TOKEN']);
  });

  it('can put no secret in the place of another one', async () => {
    const [value] = await b.valuesOf('secret/TOKEN');
    await b.apply([{ key: 'secret/OTHER', value: value!, mark: undefined }]);
    expect((await there.list()).map(({ name }) => name)).toEqual(['TOKEN']);
  });

  it('can have no key of its own used: the passphrase does not open it', async () => {
    await b.apply([{ key: 'seal/keys', value: { sealed: 'AAAA' }, mark: undefined }]);
    expect(await b.seal.state()).toBe('open');
    await b.apply([{ key: 'seal/keys', value: { sealed: 'AAAA' }, mark: await b.markOf('seal/keys') }]);
    expect(await b.seal.state()).toBe('closed');
    await expect(b.seal.open(PASSPHRASE)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(b.sync(ONLY)).rejects.toThrow('Another device has changed');
    expect(await revealed(there, 'TOKEN')).toEqual([['TOKEN', 'moon-4711', 'api.example']]);
  });
});

describe('the key of a model', () => {
  it('arrives with its connection', async () => {
    await new SettingsTable(a.db).change({ model: MODEL });
    await a.vault.set('model-key', 'sk-moon');
    await share();
    expect(await b.vault.get('model-key')).toBe('sk-moon');
  });

  it('goes to no connection with another origin', async () => {
    await new SettingsTable(a.db).change({ model: MODEL });
    await a.vault.set('model-key', 'sk-moon');
    await a.seal.create(PASSPHRASE, undefined, WORK);
    await a.sync();
    await b.sync({ kinds: kindsOf([]) });
    await new SettingsTable(b.db).change({ model: { ...MODEL, baseUrl: 'https://elsewhere.example/v1' } });
    await b.seal.open(PASSPHRASE);
    await b.sync(ONLY);
    expect(await b.vault.get('model-key')).toBeUndefined();
    expect(await b.vault.get('model-key-kept:https://api.example')).toBe('sk-moon');
  });

  it('stays with its origin when another device changes the address', async () => {
    await new SettingsTable(a.db).change({ model: MODEL });
    await both();
    await b.vault.set('model-key', 'sk-moon');
    await new SettingsTable(a.db).change({ model: { ...MODEL, baseUrl: 'https://api.example/v2' } });
    await both();
    expect(await b.vault.get('model-key')).toBe('sk-moon');
    await new SettingsTable(a.db).change({ model: { ...MODEL, baseUrl: 'https://elsewhere.example/v1' } });
    await both();
    expect((await new SettingsTable(b.db).load()).model.baseUrl).toBe('https://elsewhere.example/v1');
    expect(await b.vault.get('model-key')).toBeUndefined();
    expect(await b.vault.get('model-key-kept:https://api.example')).toBe('sk-moon');
  });
});
