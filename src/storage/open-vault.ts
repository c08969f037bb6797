// The vault and the secrets of tools, without their implementation, which loads on first use.
//
// - Until then this tab holds no key, so another tab has nothing to lock in it.
import { deferred, once } from '../core/deferred.ts';
import type { Database } from './database.ts';
import type { SecretTable } from './secrets.ts';
import type { Vault } from './vault.ts';
import { Listeners } from '../base/listeners.ts';

const VAULT = [
  'get',
  'set',
  'setAll',
  'open',
  'list',
  'has',
  'remove',
  'status',
  'setPassphrase',
  'changePassphrase',
  'removePassphrase',
  'forgetAll',
  'unlock',
  'setIdleMinutes',
] as const;
const SECRETS = ['list', 'set', 'remove', 'reveal', 'renew'] as const;

export type OpenVault = Pick<Vault, (typeof VAULT)[number] | 'lock' | 'onChange'>;
export type OpenSecrets = Pick<SecretTable, (typeof SECRETS)[number] | 'onChange'>;

export function openVault(db: Database): { vault: OpenVault; secrets: OpenSecrets } {
  const listeners = new Listeners();
  const load = once(async () => {
    const [{ Vault }, { SecretTable }] = await Promise.all([import('./vault.ts'), import('./secrets.ts')]);
    const vault = new Vault(db);
    vault.onChange(() => listeners.tell());
    return { vault, secrets: new SecretTable(vault) };
  });
  const onChange = (listener: () => void): (() => void) => {
    const stop = listeners.add(listener);
    // Only the loaded vault hears other tabs. If loading fails, the next reader gets the error.
    load().catch(() => undefined);
    return stop;
  };
  return {
    vault: {
      ...deferred(async () => (await load()).vault, VAULT),
      lock: () => void load().then(({ vault }) => vault.lock()),
      onChange,
    },
    secrets: { ...deferred(async () => (await load()).secrets, SECRETS), onChange },
  };
}
