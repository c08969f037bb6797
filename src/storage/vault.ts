// Secrets, encrypted with a key that the browser uses but never exports, or with one behind a passphrase.
//
// - A value's name and hosts are authenticated with it: no value opens under another name or for other hosts.
// - The device key is a non-extractable CryptoKey: it protects against reading the database from disk or a backup,
//   not against code that runs in this page. With a passphrase the key is in memory only, and only until it is
//   locked.
// - Each use reads how the key is kept together with the values: a tab with an outdated key finds out by itself.
// - A value that can't be authenticated is never stored or returned: it is a Failure.
import { Failure } from '../core/errors.ts';
import type { Database, SealedSecret } from './database.ts';
import { HeldKey } from './held-key.ts';
import type { IdleClock } from './idle-lock.ts';
import { rekey, type NewKey } from './rekey.ts';
import { makeDeviceKey, makeLockedKey, openLock, seal, unseal } from './sealing.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';
import {
  DEVICE_KEY,
  IDLE_MINUTES,
  isIdleMinutes,
  isSameKey,
  KEEPING,
  MAX_IDLE_MINUTES,
  readState,
  type Keeping,
  type VaultState,
} from './vault-state.ts';
import { Listeners } from '../base/listeners.ts';

export interface VaultStatus {
  passphrase: boolean;
  /** Whether there is a passphrase and this tab doesn't hold the key. */
  locked: boolean;
  /** Idle minutes after which it locks. */
  idleMinutes: number;
}

export interface OpenedSecret {
  name: string;
  hosts: readonly string[] | undefined;
  value: string;
}

/** Messages between tabs. */
type VaultChange = 'changed' | 'locked';

const STORES = ['settings', 'secrets'] as const;
const THE_SECRET = 'the secret';
const PASSPHRASE_MIN_LENGTH = 8;
/** Maximum retries when another tab writes in between, which each takes a person's action. */
const ATTEMPTS = 5;

export class Vault {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Listeners();
  readonly #held: HeldKey;

  constructor(db: Database, clock?: IdleClock) {
    this.#db = db;
    this.#held = new HeldKey(() => this.#notify(), clock);
    this.#channel = new BroadcastChannel(`${db.name}-vault`);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<VaultChange>) => void this.#hear(data));
  }

  /**
   * @param hosts where it may be sent, for a tool's secret
   * @throws Failure `unavailable` while locked or when the browser doesn't save
   */
  async set(name: string, value: string, hosts?: readonly string[]): Promise<void> {
    await this.setAll([{ name, value, hosts }], { existing: 'replace' });
  }

  /**
   * Saves all of them, or none when one can't be saved.
   * @param existing what to do with an existing value of the same name
   * @returns how many were written
   * @throws as `set` does
   */
  async setAll(
    secrets: readonly OpenedSecret[],
    { existing }: { existing: 'keep' | 'replace' },
  ): Promise<number> {
    let count = 0;
    await inSentences('save', THE_SECRET, () =>
      this.#retrying(async () => {
        const state = await this.#state();
        const known = this.#held.use(state);
        // Made before the transaction opens, which would end if anything but the database were awaited.
        const key = known ?? (await makeDeviceKey());
        const sealed = await Promise.all(secrets.map((secret) => seal(key, secret, secret.value)));
        const tx = this.#db.transaction(STORES, 'readwrite', STRICT);
        return inTransaction(tx, async () => {
          const settings = tx.objectStore('settings');
          const store = tx.objectStore('secrets');
          if (!isSameKey(state, await readState(settings))) return false;
          const taken = new Set(existing === 'keep' ? await store.getAllKeys() : []);
          const fresh = sealed.filter(({ name }) => !taken.has(name));
          if (!known) await settings.put({ key: DEVICE_KEY, value: key });
          for (const one of fresh) await store.put(one);
          count = fresh.length;
          return true;
        });
      }),
    );
    this.#tell('changed');
    return count;
  }

  /** @throws Failure `unavailable` while locked, or when the stored value was altered or its key is gone */
  async get(name: string): Promise<string | undefined> {
    return (await this.open([name]))[0]?.value;
  }

  /** Returns those of the named secrets that exist. @throws as `get` does, when one of them can't be read */
  async open(names: readonly string[]): Promise<OpenedSecret[]> {
    return inSentences('read', THE_SECRET, async () => {
      const tx = this.#db.transaction(STORES);
      const [state, ...found] = await Promise.all([
        readState(tx.objectStore('settings')),
        ...names.map((name) => tx.objectStore('secrets').get(name)),
      ]);
      const sealed = found.filter((one) => one !== undefined);
      if (sealed.length === 0) return [];
      const key = this.#held.use(state);
      return Promise.all(sealed.map((one) => openOne(key, one)));
    });
  }

  /** Lists names and hosts of values whose name has this prefix. Works while locked. */
  async list(prefix: string): Promise<Omit<OpenedSecret, 'value'>[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const all = await inSentences('read', THE_SECRET, () => this.#db.getAll('secrets', range));
    return all.map(({ name, hosts }) => ({ name, hosts }));
  }

  async has(name: string): Promise<boolean> {
    return (await this.#db.getKey('secrets', name)) !== undefined;
  }

  /** Works while locked. */
  async remove(name: string): Promise<void> {
    await inSentences('remove', THE_SECRET, async () => {
      const tx = this.#db.transaction('secrets', 'readwrite', STRICT);
      await inTransaction(tx, () => tx.store.delete(name));
    });
    this.#tell('changed');
  }

  async status(): Promise<VaultStatus> {
    const state = await this.#state();
    const passphrase = state.lock !== undefined;
    return { passphrase, locked: passphrase && !this.#held.isHeld(state), idleMinutes: state.idleMinutes };
  }

  /** @throws Failure `conflict` when there is a passphrase, `bad_request` when this one is too short */
  async setPassphrase(passphrase: string): Promise<void> {
    checkPassphrase(passphrase);
    await this.#rekey(
      (state) => {
        if (state.lock) throw new Failure('conflict', 'A passphrase is already set. Change it instead.');
        return Promise.resolve(state.deviceKey);
      },
      () => makeLockedKey(passphrase),
    );
  }

  /** @throws Failure `denied` when `current` is wrong, `bad_request` when `next` is too short */
  async changePassphrase(current: string, next: string): Promise<void> {
    checkPassphrase(next);
    await this.#rekey(
      (state) => unlocked(state, current),
      () => makeLockedKey(next),
    );
  }

  /** From then on, a new key of this device opens the secrets. @throws Failure `denied` when `current` is wrong */
  async removePassphrase(current: string): Promise<void> {
    await this.#rekey(
      (state) => unlocked(state, current),
      async () => ({ key: await makeDeviceKey() }),
    );
  }

  /** The way out after a forgotten passphrase: deletes all secrets, including the app's own, and the passphrase. */
  async forgetAll(): Promise<void> {
    const keeping: Keeping = { generation: crypto.randomUUID() };
    await inSentences('remove', 'the secrets', async () => {
      const tx = this.#db.transaction(STORES, 'readwrite', STRICT);
      await inTransaction(tx, async () => {
        const settings = tx.objectStore('settings');
        await tx.objectStore('secrets').clear();
        await settings.delete(DEVICE_KEY);
        await settings.put({ key: KEEPING, value: keeping });
      });
    });
    this.#held.drop();
    this.#tell('changed');
  }

  /** Does nothing without a passphrase. @throws Failure `denied` when it is wrong */
  async unlock(passphrase: string): Promise<void> {
    const state = await this.#state();
    if (!state.lock) return;
    this.#held.hold(state.generation, await unlocked(state, passphrase));
    this.#notify();
  }

  /** Drops the key, in the other tabs too. */
  lock(): void {
    this.#forget();
    this.#tell('locked');
  }

  /** @param minutes whole, 1 to 1440 */
  async setIdleMinutes(minutes: number): Promise<void> {
    if (!isIdleMinutes(minutes)) {
      throw new Failure('bad_request', `Choose a whole number of minutes from 1 to ${MAX_IDLE_MINUTES}.`);
    }
    await inSentences('save', 'the time', async () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      await inTransaction(tx, () => tx.store.put({ key: IDLE_MINUTES, value: minutes }));
    });
    await this.#follow();
    this.#tell('changed');
  }

  /** Notifies of every change of stored values and of the status, in any tab. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Drops the key and closes the channel to other tabs. */
  close(): void {
    this.#forget();
    this.#channel.close();
  }

  async #rekey(
    keyNow: (state: VaultState) => Promise<CryptoKey | undefined>,
    make: () => Promise<NewKey>,
  ): Promise<void> {
    let made: Promise<NewKey> | undefined;
    await inSentences('save', 'the passphrase', () =>
      this.#retrying(async () => {
        const done = await rekey(this.#db, keyNow, () => (made ??= make()));
        if (done?.lock) this.#held.hold(done.generation, done.key);
        else if (done) this.#held.drop();
        return done !== undefined;
      }),
    );
    this.#tell('changed');
  }

  async #retrying(attempt: () => Promise<boolean>): Promise<void> {
    for (let count = 0; count < ATTEMPTS; count++) if (await attempt()) return;
    throw new Failure('conflict', 'Another tab keeps changing the secrets; close it and try again.');
  }

  #state(): Promise<VaultState> {
    return inSentences('read', THE_SECRET, () => readState(this.#db.transaction('settings').store));
  }

  /** Updates from storage: other idle minutes, or a key of this tab that is outdated. */
  async #follow(): Promise<void> {
    const state = await this.#state();
    if (!this.#held.isHeld(state)) this.#held.drop();
  }

  #forget(): void {
    if (this.#held.drop()) this.#notify();
  }

  #tell(change: VaultChange): void {
    this.#channel.postMessage(change);
    this.#notify();
  }

  async #hear(change: VaultChange): Promise<void> {
    if (change === 'locked') return this.#forget();
    // A storage failure here occurs again, and is shown, where storage is used.
    await this.#follow().catch(() => this.#held.drop());
    this.#notify();
  }

  #notify(): void {
    this.#listeners.tell();
  }
}

async function openOne(key: CryptoKey | undefined, sealed: SealedSecret): Promise<OpenedSecret> {
  const value = key && (await unseal(key, sealed));
  if (value !== undefined) return { name: sealed.name, hosts: sealed.hosts, value };
  throw new Failure(
    'unavailable',
    'A saved key can no longer be read on this device. Enter it again in Settings.',
    { name: sealed.name },
  );
}

async function unlocked({ lock }: VaultState, passphrase: string): Promise<CryptoKey> {
  if (!lock) throw new Failure('conflict', 'The passphrase was removed. Reload the page.');
  const key = await openLock(lock, passphrase);
  if (!key) throw new Failure('denied', 'That is not the passphrase. Check it and try again.');
  return key;
}

function checkPassphrase(passphrase: string): void {
  if (passphrase.length >= PASSPHRASE_MIN_LENGTH) return;
  throw new Failure('bad_request', `Use a passphrase of at least ${PASSPHRASE_MIN_LENGTH} characters.`);
}
