// Restores tool servers from a backup. Their tokens are secrets, restored with those.
import { freeName } from '../../base/free-name.ts';
import { v7 as uuid } from 'uuid';
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
      if (restoring.trust) {
        const here = (await store.getKey(server.id)) !== undefined;
        if (verdict(restoring, tally, here)) await store.put(server);
        continue;
      }
      // The id decides whose bundle a server's tools are in, so an untrusted server gets a new one.
      const all = await store.getAll();
      if (all.some(({ name, url }) => name === server.name && url === server.url)) {
        tally.kept += 1;
        continue;
      }
      // No request goes to an address that may come from an attacker.
      if (server.enabled) off += 1;
      // Names are unique: they prefix the names of the server's tools.
      const name = freeName(
        server.name,
        (free) => all.some((one) => one.name === free),
        (number) => `${server.name.slice(0, 20)}${number}`,
      );
      const { url, auth, headers } = server;
      const createdAt = new Date().toISOString();
      const plain = { id: uuid(), name, url, auth, ...(areNames(headers) && { headers }), createdAt };
      await store.put({ ...plain, enabled: false });
      tally.added += 1;
    }
  }
  if (off > 0) restoring.note({ code: 'servers_off' });
  if (unsafe.length > 0) restoring.note({ code: 'servers_unsafe', names: unsafe });
}

/** Applies the rules for entering an address: https, or http on the local network, without a password. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isSafeForSecrets(url) && url.username === '' && url.password === '';
}

function areNames(headers: unknown): boolean {
  return Array.isArray(headers) && headers.every((name) => typeof name === 'string');
}
