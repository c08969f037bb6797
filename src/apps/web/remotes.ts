// Wires remote knowledge: storage, secrets and the worker. Loads when there is any, or when it is first asked for.
import { v7 as uuid } from 'uuid';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import { Remotes } from '../../knowledge/remote/remotes.ts';
import type { Database } from '../../storage/database.ts';
import type { OpenSecrets, OpenVault } from '../../storage/open-vault.ts';
import { remoteTable } from '../../storage/remotes.ts';

export async function openRemotes(
  database: Database,
  deps: { knowledge: KnowledgeClient; secrets: OpenSecrets; vault: OpenVault },
): Promise<Remotes> {
  const remotes = new Remotes({
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
