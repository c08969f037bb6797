// The secrets that a backup carries.
import { isToolSignIn } from '../../core/ports/tool-sign-in.ts';
import type { OpenedSecret } from '../vault.ts';

interface Vault {
  list(prefix: string): Promise<{ name: string }[]>;
  open(names: readonly string[]): Promise<OpenedSecret[]>;
}

/** Sign-ins stay on their device: with one-time refresh tokens, the first use of a copy ends the other. */
export async function backupSecrets(vault: Vault): Promise<OpenedSecret[]> {
  const names = (await vault.list('')).map(({ name }) => name);
  return vault.open(names.filter((name) => !isToolSignIn(name)));
}
