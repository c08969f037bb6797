// Wires embeddings in the page: settings, vault, other tabs, and the port to the knowledge worker.
import type { KnowledgeClient } from '../../knowledge/client.ts';
import { EmbeddingClient, type EmbeddingClientDeps } from '../../knowledge/embedding/embedding-client.ts';
import type { OpenVault } from '../../storage/open-vault.ts';
import type { SettingsTable } from '../../storage/settings.ts';
import { keepUsedFiles } from './keep-used-files.ts';

const CHANNEL = 'perilune-embeddings';

export type AppEmbeddings = EmbeddingClient;

/** Resolves when the worker knows the user's choice. */
export async function openEmbeddings(
  settings: SettingsTable,
  { knowledge, vault }: { knowledge: KnowledgeClient; vault: OpenVault },
): Promise<AppEmbeddings> {
  keepUsedFiles();
  const others = new BroadcastChannel(CHANNEL);
  const { port1, port2 } = new MessageChannel();
  const client = new EmbeddingClient({
    port: port1 as EmbeddingClientDeps['port'],
    settings,
    vault,
    announce: () => others.postMessage('chosen'),
    saveData: isSavingData(),
    metered: isMetered(),
  });
  knowledge.connectEmbeddings(port2);
  const reload = (): void => void client.load().catch((error: unknown) => console.error(error));
  others.addEventListener('message', reload);
  await client.load();
  // Once the vault is unlocked, an endpoint's key can be read.
  if (client.choice.kind === 'endpoint') vault.onChange(reload);
  return client;
}

function isSavingData(): boolean {
  return connection()?.saveData === true;
}

/** As reported by the browser, which is on phones. */
function isMetered(): boolean {
  return connection()?.type === 'cellular';
}

function connection(): { saveData?: boolean; type?: string } | undefined {
  return (navigator as { connection?: { saveData?: boolean; type?: string } }).connection;
}
