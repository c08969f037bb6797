// `window.perilune.secrets`: values that tools can use and nobody can read back.
import type { PageApp } from './page-app.ts';
import type { SecretInfo } from '../core/secrets.ts';

export interface SecretApi {
  /** Lists secrets by name with the hosts each may be sent to. Never returns a value. */
  list(): Promise<SecretInfo[]>;
  /**
   * Stores a secret. A tool's config uses it as `${NAME}`. With `hosts`, it may be sent to these hosts only. Rejects with code
   * `bad_request` for an invalid name or value, `unavailable` while the vault is locked.
   */
  set(name: string, value: string, options?: { hosts?: string[] }): Promise<void>;
  /** Deletes a secret. Tools whose config names it no longer get a value. */
  remove(name: string): Promise<void>;
  /** Tells whether a passphrase protects the vault, whether it is locked, and after how many idle minutes it locks. */
  status(): Promise<{ passphrase: boolean; locked: boolean; idleMinutes: number }>;
  /** Locks the vault until `unlock`. Does nothing without a passphrase. */
  lock(): Promise<void>;
  /** Unlocks the vault. Rejects with code `denied` for a wrong passphrase. */
  unlock(passphrase: string): Promise<void>;
  /** Sets or changes the passphrase of the vault. An empty one removes it. Rejects with code `denied` when `current` is wrong. */
  setPassphrase(passphrase: string, current?: string): Promise<void>;
}

export function secretApi(opening: Promise<Pick<PageApp, 'secrets' | 'vault'>>): SecretApi {
  return Object.freeze<SecretApi>({
    async list() {
      return structuredClone(await (await opening).secrets.list());
    },
    async set(name, value, options) {
      await (await opening).secrets.set(String(name), String(value), options?.hosts);
    },
    async remove(name) {
      await (await opening).secrets.remove(String(name));
    },
    async status() {
      const { passphrase, locked, idleMinutes } = await (await opening).vault.status();
      return { passphrase, locked, idleMinutes };
    },
    async lock() {
      (await opening).vault.lock();
    },
    async unlock(passphrase) {
      await (await opening).vault.unlock(String(passphrase));
    },
    async setPassphrase(passphrase, current) {
      const { vault } = await opening;
      if (passphrase === '') return vault.removePassphrase(String(current ?? ''));
      if ((await vault.status()).passphrase)
        return vault.changePassphrase(String(current ?? ''), String(passphrase));
      await vault.setPassphrase(String(passphrase));
    },
  });
}
