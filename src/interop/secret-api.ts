// `window.perilune.secrets`: values that tools may use, and nobody can read back.
import type { PageApp } from './page-api.ts';
import type { SecretInfo } from '../core/secrets.ts';

export interface SecretApi {
  /** Names, and the hosts each may be sent to. Never a value. */
  list(): Promise<SecretInfo[]>;
  /**
   * Keeps a value under a name that a tool's config can use as `${NAME}`. With `hosts` it may be sent to those alone.
   * Rejects with code `bad_request` for a name or value that cannot be one, `unavailable` while the secrets are locked.
   */
  set(name: string, value: string, options?: { hosts?: string[] }): Promise<void>;
  remove(name: string): Promise<void>;
  /** Whether a passphrase protects them, and whether they are locked now. */
  status(): Promise<{ passphrase: boolean; locked: boolean; idleMinutes: number }>;
  /** Forgets the key until `unlock`. Without a passphrase there is nothing to lock. */
  lock(): Promise<void>;
  /** Rejects with code `denied` for a wrong passphrase. */
  unlock(passphrase: string): Promise<void>;
  /** Protects them with a passphrase, or changes it; '' as the new one takes it away. */
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
