// Wires remote collections: storage, secrets and the worker. Loads when there is any, or when it is first asked for.
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
  // What was locked at the start can be asked once it is unlocked.
  deps.vault.onChange(() => void remotes.refresh());
  await remotes.refresh();
  return remotes;
}

const refuse = (): Promise<never> =>
  Promise.reject(new Failure('unavailable', 'This build comes without remote collections.'));

/** Of a build without the feature: those of an earlier one stay stored, answer nothing and are sent nothing. */
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
