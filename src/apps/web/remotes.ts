// Wires remote collections: storage, secrets and the worker. Loads when there is one, or on first use.
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors.ts';
import type { Extensions } from '../../core/extensions.ts';
import type { RemoteCollections } from '../../core/ports/remote-collections.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { Database } from '../../storage/database.ts';
import type { OpenSecrets, OpenVault } from '../../storage/open-vault.ts';
import { remoteTable } from '../../storage/remotes.ts';

export async function openRemotes(
  extensions: Pick<Extensions, 'of'>,
  database: Database,
  deps: { knowledge: KnowledgeClient; secrets: OpenSecrets; vault: OpenVault },
): Promise<RemoteCollections> {
  const [offered] = await extensions.of('remoteCollections');
  if (!offered) return NONE;
  const remotes = await offered.open({
    store: remoteTable(database),
    reveal: (names) => deps.secrets.reveal(names),
    worker: deps.knowledge,
    newId: uuid,
    now: () => new Date().toISOString(),
  });
  // Collections whose secrets were locked at the start become searchable after unlocking.
  deps.vault.onChange(() => void remotes.refresh());
  await remotes.refresh();
  return remotes;
}

const refuse = (): Promise<never> =>
  Promise.reject(new Failure('unavailable', 'This build comes without remote collections.'));

/**
 * For a build without the feature: collections of an earlier build stay stored, but are neither queried nor sent
 * anything.
 */
const NONE: RemoteCollections = {
  list: async () => [],
  onChange: () => () => undefined,
  add: refuse,
  update: refuse,
  remove: refuse,
  state: refuse,
  push: refuse,
  requests: async () => [],
};
