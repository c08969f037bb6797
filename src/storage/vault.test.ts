// Secrets in IndexedDB: encrypted, bound to their names, and rejected when altered.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Database, type PassphraseLock } from './database.ts';
import { useFewRounds } from './few-rounds.test-support.ts';
import type { IdleClock } from './idle-lock.ts';
import { Vault } from './vault.ts';

useFewRounds();

let db: Database;
let vault: Vault;
let count = 0;
beforeEach(async () => {
  db = await openDatabase({ name: `vault-${++count}` });
  vault = new Vault(db);
});

afterEach(() => {
  vi.restoreAllMocks();
  vault.close();
});

async function stored(name: string) {
  const sealed = await db.get('secrets', name);
  if (!sealed) throw new Error('nothing stored');
  return sealed;
}

it('returns a secret, also to another Vault on the same database', async () => {
  await vault.set('model-key', 'sk-ключ');
  expect(await vault.get('model-key')).toBe('sk-ключ');
  expect(await new Vault(db).get('model-key')).toBe('sk-ключ');
  expect([await vault.has('model-key'), await vault.has('other')]).toEqual([true, false]);
});

it('returns undefined for a secret that was removed or never set', async () => {
  await vault.set('model-key', 'x');
  await vault.remove('model-key');
  expect(await vault.get('model-key')).toBeUndefined();
  expect(await vault.has('model-key')).toBe(false);
});

it('stores nothing readable, and the same value looks different each time', async () => {
  await vault.set('a', 'sk-secret');
  const first = new Uint8Array((await stored('a')).ciphertext);
  expect(new TextDecoder().decode(first)).not.toContain('sk-secret');
  await vault.set('a', 'sk-secret');
  expect(new Uint8Array((await stored('a')).ciphertext)).not.toEqual(first);
});

it('never exports the key', async () => {
  await vault.set('a', 'x');
  const key = (await db.get('settings', 'vault-key'))?.value as CryptoKey;
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

it('returns a Failure for an altered value, never text', async () => {
  await vault.set('a', 'sk-secret');
  const sealed = await stored('a');
  const bytes = new Uint8Array(sealed.ciphertext);
  bytes[0] = (bytes[0] as number) ^ 1;
  await db.put('secrets', { ...sealed, ciphertext: bytes.buffer });
  await expect(vault.get('a')).rejects.toMatchObject({ name: 'Failure', code: 'unavailable' });
});

it("doesn't open a value moved to another name", async () => {
  await vault.set('a', 'sk-secret');
  await db.put('secrets', { ...(await stored('a')), name: 'b' });
  await expect(vault.get('b')).rejects.toMatchObject({ code: 'unavailable' });
});

it('uses one key for two tabs that start at once', async () => {
  const other = new Vault(db);
  await Promise.all([vault.set('a', '1'), other.set('b', '2')]);
  expect([await vault.get('b'), await other.get('a')]).toEqual(['2', '1']);
});

it('returns a Failure for a value with an altered IV, cut, of another shape, or whose key is lost', async () => {
  await vault.set('a', 'sk-secret');
  const sealed = await stored('a');
  const iv = sealed.iv.map((byte) => byte ^ 1);
  for (const altered of [
    { iv },
    { iv: undefined },
    { ciphertext: new ArrayBuffer(0) },
    { ciphertext: 'sk' },
  ]) {
    await db.put('secrets', { ...sealed, ...altered } as never);
    await expect(vault.get('a')).rejects.toMatchObject({ name: 'Failure', code: 'unavailable' });
  }
  await db.put('secrets', sealed);
  await db.delete('settings', 'vault-key');
  await expect(vault.get('a')).rejects.toMatchObject({ name: 'Failure', code: 'unavailable' });
  expect(await db.getKey('settings', 'vault-key')).toBeUndefined();
  await vault.set('a', 'entered again');
  expect(await vault.get('a')).toBe('entered again');
});

it("doesn't open a value whose hosts were altered, added or removed", async () => {
  await vault.set('a', 'sk-secret', ['one.example']);
  expect(await vault.open(['a'])).toEqual([{ name: 'a', hosts: ['one.example'], value: 'sk-secret' }]);
  const { hosts: _, ...bare } = await stored('a');
  for (const altered of [bare, { ...bare, hosts: [] }, { ...bare, hosts: ['evil.example'] }]) {
    await db.put('secrets', altered);
    await expect(vault.get('a')).rejects.toMatchObject({ code: 'unavailable' });
  }
});

const PASSPHRASE = 'correct horse';
const LOCKED = {
  name: 'Failure',
  code: 'unavailable',
  message: 'Your secrets are locked. Unlock them in Settings.',
};
const NOT_IT = {
  name: 'Failure',
  code: 'denied',
  message: 'That is not the passphrase. Check it and try again.',
};

async function anotherTab(clock?: IdleClock): Promise<Vault> {
  return new Vault(await openDatabase({ name: db.name }), clock);
}

async function lockStored(): Promise<PassphraseLock> {
  return ((await db.get('settings', 'vault-keeping'))?.value as { lock: PassphraseLock }).lock;
}

/** Returns everything as stored, to compare before and after. */
async function atRest() {
  return { settings: await db.getAll('settings'), secrets: await db.getAll('secrets') };
}

describe('a passphrase', () => {
  it('leaves no trace of the device key, and opens everything again', async () => {
    await vault.set('model-key', 'sk-model');
    await vault.set('b', 'value b', ['b.example']);
    const before = await stored('model-key');
    await vault.setPassphrase(PASSPHRASE);
    expect(await vault.status()).toEqual({ passphrase: true, locked: false, idleMinutes: 15 });
    expect(await vault.get('model-key')).toBe('sk-model');

    const { settings, secrets } = await atRest();
    const keys = JSON.stringify(settings, (_, value: unknown) =>
      value instanceof CryptoKey ? 'KEY' : value,
    );
    expect(keys).not.toContain('KEY');
    expect(settings.map(({ key }) => key)).toEqual(['vault-keeping']);
    expect(secrets.map(({ iv }) => iv)).not.toContainEqual(before.iv);
    expect((await lockStored()).iterations).toBe(600_000);

    const reloaded = await anotherTab();
    expect(await reloaded.status()).toMatchObject({ passphrase: true, locked: true });
    await expect(reloaded.get('model-key')).rejects.toMatchObject(LOCKED);
    await expect(reloaded.unlock('correct hors')).rejects.toMatchObject(NOT_IT);
    await expect(reloaded.get('model-key')).rejects.toMatchObject(LOCKED);
    await reloaded.unlock(PASSPHRASE);
    expect([await reloaded.get('model-key'), (await reloaded.open(['b']))[0]]).toEqual([
      'sk-model',
      { name: 'b', hosts: ['b.example'], value: 'value b' },
    ]);
    reloaded.close();
  });

  it('is the same however a keyboard encodes its letters', async () => {
    await vault.setPassphrase('caf\u00e9 \u00e0 la carte');
    vault.lock();
    await vault.unlock('cafe\u0301 a\u0300 la carte');
    expect((await vault.status()).locked).toBe(false);
  });

  it('is rejected when too short, or when there already is one', async () => {
    await expect(vault.setPassphrase('short')).rejects.toMatchObject({ code: 'bad_request' });
    await vault.setPassphrase(PASSPHRASE);
    await expect(vault.setPassphrase('another one')).rejects.toMatchObject({ code: 'conflict' });
    await expect(vault.changePassphrase(PASSPHRASE, 'short')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('locks reading and saving, but not listing names and removing', async () => {
    await vault.set('a', 'value a');
    await vault.set('b', 'value b');
    await vault.setPassphrase(PASSPHRASE);
    vault.lock();
    expect(await vault.status()).toMatchObject({ passphrase: true, locked: true });
    await expect(vault.get('a')).rejects.toMatchObject(LOCKED);
    await expect(vault.set('a', 'other')).rejects.toMatchObject(LOCKED);
    await expect(vault.set('new', 'other')).rejects.toMatchObject(LOCKED);
    expect(await vault.get('none')).toBeUndefined();
    expect(await vault.has('a')).toBe(true);
    await vault.remove('b');
    expect((await vault.list('')).map(({ name }) => name)).toEqual(['a']);
    await vault.unlock(PASSPHRASE);
    expect(await vault.get('a')).toBe('value a');
  });

  it('can be changed: then only the new one opens, with a new lock', async () => {
    await vault.set('a', 'value a');
    await vault.setPassphrase(PASSPHRASE);
    const before = { sealed: await stored('a'), lock: await lockStored() };
    await expect(vault.changePassphrase('wrong one', 'a new phrase')).rejects.toMatchObject(NOT_IT);
    expect(await stored('a')).toEqual(before.sealed);
    await vault.changePassphrase(PASSPHRASE, 'a new phrase');
    expect((await stored('a')).iv).not.toEqual(before.sealed.iv);
    expect((await lockStored()).salt).not.toEqual(before.lock.salt);
    vault.lock();
    await expect(vault.unlock(PASSPHRASE)).rejects.toMatchObject(NOT_IT);
    await vault.unlock('a new phrase');
    expect(await vault.get('a')).toBe('value a');
  });

  it('can be removed: the device opens everything by itself again, and nothing of the lock remains', async () => {
    await vault.set('a', 'value a');
    await vault.setPassphrase(PASSPHRASE);
    await expect(vault.removePassphrase('wrong one')).rejects.toMatchObject(NOT_IT);
    await vault.removePassphrase(PASSPHRASE);
    expect(await lockStored()).toBeUndefined();
    const reloaded = await anotherTab();
    expect(await reloaded.status()).toEqual({ passphrase: false, locked: false, idleMinutes: 15 });
    expect(await reloaded.get('a')).toBe('value a');
    reloaded.close();
  });

  it.each<[string, (lock: PassphraseLock) => unknown]>([
    ['salt', (lock) => ({ ...lock, salt: lock.salt.map((byte) => byte ^ 1) })],
    ['IV', (lock) => ({ ...lock, iv: lock.iv.map((byte) => byte ^ 1) })],
    ['key', (lock) => ({ ...lock, wrapped: new Uint8Array(lock.wrapped).map((byte) => byte ^ 1).buffer })],
    ['rounds, few', (lock) => ({ ...lock, iterations: 1 })],
    ['rounds, so many that the page would hang', (lock) => ({ ...lock, iterations: 2 ** 31 })],
    ['whole shape', () => ({})],
  ])("doesn't open with an altered lock: its %s", async (_, alter) => {
    await vault.set('a', 'value a');
    await vault.setPassphrase(PASSPHRASE);
    vault.lock();
    const keeping = (await db.get('settings', 'vault-keeping'))?.value as object;
    await db.put('settings', {
      key: 'vault-keeping',
      value: { ...keeping, lock: alter(await lockStored()) },
    });
    const derive = vi.spyOn(crypto.subtle, 'deriveKey');
    await expect(vault.unlock(PASSPHRASE)).rejects.toMatchObject({ name: 'Failure', code: 'denied' });
    for (const [{ iterations }] of derive.mock.calls as never as [{ iterations: number }][]) {
      expect(iterations).toBe(600_000);
    }
    await expect(vault.get('a')).rejects.toMatchObject(LOCKED);
  });

  it('leaves an unreadable value listed and unreadable, and re-encrypts the rest', async () => {
    await vault.set('a', 'value a');
    await vault.set('b', 'value b');
    await db.put('secrets', { ...(await stored('a')), name: 'swapped' });
    await vault.setPassphrase(PASSPHRASE);
    expect(await vault.get('b')).toBe('value b');
    await expect(vault.get('swapped')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await vault.list('')).toHaveLength(3);
  });
});

describe('an interrupted change', () => {
  /** Aborts the transaction at its put number `nth`, like a crash of the browser. */
  function breakOffAt(nth: number): void {
    const put = IDBObjectStore.prototype.put;
    let made = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      const request = put.apply(this, given);
      if (++made === nth) this.transaction.abort();
      return request;
    });
  }

  it.each([1, 2, 3])('leaves the old state complete while setting one, at write %i', async (nth) => {
    await vault.set('a', 'value a');
    await vault.set('b', 'value b');
    const before = await atRest();
    breakOffAt(nth);
    await expect(vault.setPassphrase(PASSPHRASE)).rejects.toMatchObject({
      name: 'Failure',
      code: 'unavailable',
    });
    vi.restoreAllMocks();
    expect(await atRest()).toEqual(before);
    expect(await vault.status()).toMatchObject({ passphrase: false, locked: false });
    expect([await vault.get('a'), await vault.get('b')]).toEqual(['value a', 'value b']);
  });

  it.each([1, 2, 3])('leaves it complete while changing or removing one, at write %i', async (nth) => {
    await vault.set('a', 'value a');
    await vault.set('b', 'value b');
    await vault.setPassphrase(PASSPHRASE);
    const before = await atRest();
    breakOffAt(nth);
    await expect(vault.changePassphrase(PASSPHRASE, 'a new phrase')).rejects.toMatchObject({
      code: 'unavailable',
    });
    vi.restoreAllMocks();
    breakOffAt(nth);
    await expect(vault.removePassphrase(PASSPHRASE)).rejects.toMatchObject({ code: 'unavailable' });
    vi.restoreAllMocks();
    expect(await atRest()).toEqual(before);
    vault.lock();
    await vault.unlock(PASSPHRASE);
    expect([await vault.get('a'), await vault.get('b')]).toEqual(['value a', 'value b']);
  });

  it('is written strictly, in one transaction', async () => {
    await vault.set('a', 'value a');
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await vault.setPassphrase(PASSPHRASE);
    const writing = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writing).toEqual([[['settings', 'secrets'], 'readwrite', { durability: 'strict' }]]);
  });
});

describe('another tab', () => {
  const heard = (tab: Vault) => new Promise<void>((resolve) => void tab.onChange(resolve));

  it('drops its key when the passphrase changes here, and uses the new one', async () => {
    await vault.set('a', 'value a');
    await vault.setPassphrase(PASSPHRASE);
    const other = await anotherTab();
    await other.unlock(PASSPHRASE);
    expect(await other.get('a')).toBe('value a');
    const told = heard(other);
    await vault.changePassphrase(PASSPHRASE, 'a new phrase');
    // Even before it is notified, it knows from storage.
    await expect(other.get('a')).rejects.toMatchObject(LOCKED);
    await expect(other.set('b', 'value b')).rejects.toMatchObject(LOCKED);
    await told;
    expect((await other.status()).locked).toBe(true);
    await expect(other.unlock(PASSPHRASE)).rejects.toMatchObject(NOT_IT);
    await other.unlock('a new phrase');
    expect(await other.get('a')).toBe('value a');
    other.close();
  });

  it('is locked when this one is', async () => {
    await vault.set('a', 'value a');
    await vault.setPassphrase(PASSPHRASE);
    const other = await anotherTab();
    await other.unlock(PASSPHRASE);
    const told = heard(other);
    vault.lock();
    await told;
    await expect(other.get('a')).rejects.toMatchObject(LOCKED);
    other.close();
  });

  it('is told that there is a passphrase when it sets one at the same time', async () => {
    const other = await anotherTab();
    const done = await Promise.allSettled([
      vault.setPassphrase('one passphrase'),
      other.setPassphrase('another passphrase'),
    ]);
    const refused = done.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(['conflict']);
    vault.lock();
    await vault.unlock(done[0].status === 'fulfilled' ? 'one passphrase' : 'another passphrase');
    other.close();
  });

  it('loses nothing when it saves a secret while the passphrase is set', async () => {
    await vault.set('a', 'value a');
    const other = await anotherTab();
    const setting = vault.setPassphrase(PASSPHRASE);
    const saved: string[] = [];
    for (let at = 0; at < 1_000; at++) {
      try {
        await other.set(`x${at}`, `value ${at}`);
        saved.push(`x${at}`);
        // With pauses, or giving up on the passphrase would be right.
        if (at % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 150));
      } catch (error) {
        expect(error).toMatchObject(LOCKED);
        break;
      }
    }
    await setting;
    expect(saved.length).toBeGreaterThan(0);
    for (const name of ['a', ...saved]) expect(await vault.get(name)).toBe(`value ${name.replace('x', '')}`);
    other.close();
  });

  it('makes the change give up with a sentence, and nothing changed, when it never stops saving', async () => {
    await vault.set('a', 'value a');
    const other = await anotherTab();
    const getAll = IDBObjectStore.prototype.getAll;
    let saving: Promise<void> = Promise.resolve();
    let count = 0;
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      if (this.transaction.mode === 'readonly') saving = other.set('a', `value ${++count}`);
      return getAll.apply(this, given);
    });
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...given) => {
      await saving;
      return decrypt(...given);
    });
    await expect(vault.setPassphrase(PASSPHRASE)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another tab keeps changing the secrets; close it and try again.',
    });
    await saving;
    expect(await vault.status()).toMatchObject({ passphrase: false });
    expect(await vault.get('a')).toBe(`value ${count}`);
    other.close();
  });
});

describe('the idle lock', () => {
  const MINUTE = 60_000;

  class Clock implements IdleClock {
    time = 0;
    timers = new Map<number, { at: number; call: () => void }>();
    #next = 0;
    now() {
      return this.time;
    }
    after(ms: number, call: () => void) {
      const id = this.#next++;
      this.timers.set(id, { at: this.time + ms, call });
      return () => void this.timers.delete(id);
    }
    pass(ms: number) {
      this.time += ms;
      for (const [id, { at, call }] of this.timers) {
        if (at > this.time) continue;
        this.timers.delete(id);
        call();
      }
    }
  }

  let clock: Clock;
  beforeEach(async () => {
    clock = new Clock();
    vault.close();
    vault = new Vault(db, clock);
    await vault.set('a', 'value a');
    await vault.setPassphrase(PASSPHRASE);
  });

  it('locks after the idle time, which each use restarts', async () => {
    clock.pass(14 * MINUTE);
    expect(await vault.get('a')).toBe('value a');
    clock.pass(14 * MINUTE);
    await vault.set('a', 'value b');
    clock.pass(14 * MINUTE);
    expect((await vault.status()).locked).toBe(false);
    let told = 0;
    vault.onChange(() => told++);
    clock.pass(MINUTE);
    expect([(await vault.status()).locked, told]).toEqual([true, 1]);
    await expect(vault.get('a')).rejects.toMatchObject(LOCKED);
    expect(clock.timers.size).toBe(0);
  });

  it('locks when the device wakes, even though its timer slept', async () => {
    clock.time += 16 * MINUTE;
    await expect(vault.get('a')).rejects.toMatchObject(LOCKED);
    expect((await vault.status()).locked).toBe(true);
  });

  it('has an idle time that can be chosen, and applies at once and after a reload', async () => {
    await vault.setIdleMinutes(2);
    clock.pass(2 * MINUTE - 1);
    expect((await vault.status()).locked).toBe(false);
    clock.pass(1);
    expect(await vault.status()).toEqual({ passphrase: true, locked: true, idleMinutes: 2 });
    const reloaded = await anotherTab(clock);
    await reloaded.unlock(PASSPHRASE);
    clock.pass(2 * MINUTE);
    expect((await reloaded.status()).locked).toBe(true);
    reloaded.close();
  });

  it('rejects an invalid number of minutes, and ignores an altered one', async () => {
    for (const minutes of [0, -1, 1.5, NaN, Infinity, 1_441]) {
      await expect(vault.setIdleMinutes(minutes)).rejects.toMatchObject({ code: 'bad_request' });
    }
    await db.put('settings', { key: 'vault-idle-minutes', value: 1e9 });
    expect((await vault.status()).idleMinutes).toBe(15);
  });

  it('never locks without a passphrase', async () => {
    await vault.removePassphrase(PASSPHRASE);
    vault.lock();
    clock.pass(1_000 * MINUTE);
    expect(await vault.get('a')).toBe('value a');
    expect(clock.timers.size).toBe(0);
  });
});

it('reports a full disk, and keeps the previous value', async () => {
  await vault.set('a', 'old');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no space', 'QuotaExceededError');
  });
  await expect(vault.set('a', 'new')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/the secret was not saved: the browser has no space left/),
  });
  vi.restoreAllMocks();
  expect(await vault.get('a')).toBe('old');
});

it('saves several secrets together, and keeps existing ones when asked', async () => {
  await vault.set('secret:A', 'first value');
  const given = [
    { name: 'secret:A', value: 'other value', hosts: undefined },
    { name: 'secret:B', value: 'second value', hosts: ['api.example.com'] },
  ];
  expect(await vault.setAll(given, { existing: 'keep' })).toBe(1);
  expect(await vault.open(['secret:A', 'secret:B'])).toEqual([
    { name: 'secret:A', value: 'first value', hosts: undefined },
    given[1],
  ]);
  expect(await vault.setAll(given, { existing: 'replace' })).toBe(2);
  expect(await vault.get('secret:A')).toBe('other value');
});
