// Servers of tools out of a backup. Their tokens are secrets, and come with those.
import { isSafeForSecrets } from '../../core/hosts.ts';
import type { McpServer } from '../../core/mcp-server.ts';
import { SERVER_NAME } from '../../core/mcp-tool.ts';
import { broken, objectWith, verdict, type Parts, type Restoring, type Tally } from './restoring.ts';

const WAYS: readonly unknown[] = ['none', 'bearer', 'headers', 'oauth'];

export async function restoreServers(restoring: Restoring, parts: Parts, tally: Tally): Promise<void> {
  const store = restoring.tx.objectStore('mcp_servers');
  if (restoring.clear) await store.clear();
  let off = 0;
  const unsafe: string[] = [];
  for await (const records of parts) {
    for (const record of records) {
      const read = objectWith(record, 'servers', 'id', 'name', 'url', 'auth', 'createdAt');
      if (!SERVER_NAME.test(read.name) || !/^https?:/.test(read.url) || !WAYS.includes(read.auth))
        throw broken('servers', read.name);
      const server = read as unknown as McpServer;
      if (!restoring.trust && !isSafeAddress(server.url)) {
        unsafe.push(server.name);
        continue;
      }
      if (!verdict(restoring, tally, (await store.getKey(server.id)) !== undefined)) continue;
      // Nothing is asked of an address that a stranger may have chosen.
      if (!restoring.trust && server.enabled) off += 1;
      await store.put(restoring.trust ? server : { ...server, enabled: false });
    }
  }
  if (off > 0) restoring.note('Servers are switched off: look at the addresses, then switch them on.');
  if (unsafe.length > 0) {
    restoring.note(
      `Servers left out, because their addresses are not encrypted: ${unsafe.join(', ')}. Add them in Settings, Servers, with an https address.`,
    );
  }
}

/** As a person would have to enter it: https, or http in the own network, without a password. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isSafeForSecrets(url) && url.username === '' && url.password === '';
}
