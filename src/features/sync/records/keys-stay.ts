// The key of a model stays with the origin that it was entered for: an address that another device has changed does not
// take it along. It is kept under its origin, as for a connection that was removed.
import { isObject } from '../../../base/json.ts';
import { keptKeyName, keyName, originOf } from '../../../models/connection-keys.ts';
import { DEFAULT_CONNECTION } from '../../../core/settings.ts';
import type { OpenVault } from '../../../storage/open-vault.ts';
import { readConnections, readModel } from '../../../storage/read-connections.ts';

export type KeyVault = Pick<OpenVault, 'get' | 'set' | 'remove'>;

/** Called before the settings are saved, so that no key is ever beside another address. */
export async function keepKeysAtOrigins(vault: KeyVault, before: unknown, after: unknown): Promise<void> {
  const [old, next] = [originsIn(before), originsIn(after)];
  for (const id of new Set([...old.keys(), ...next.keys()])) {
    const origin = old.get(id);
    if (origin === next.get(id)) continue;
    const key = await vault.get(keyName(id));
    if (key === undefined) continue;
    if (origin !== undefined) await vault.set(keptKeyName(origin), key);
    await vault.remove(keyName(id));
  }
}

/** Origins by connection. */
function originsIn(settings: unknown): Map<string, string | undefined> {
  const { model, models } = isObject(settings) ? settings : {};
  const all = [{ ...readModel(model), id: DEFAULT_CONNECTION }, ...readConnections(models)];
  return new Map(all.map(({ id, baseUrl }) => [id, originOf(baseUrl)]));
}
