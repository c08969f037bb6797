// Test support: stores of servers and secrets in memory, open for inspection.
import type { McpServer } from '../core/mcp-server.ts';
import type { ServersDeps } from './servers.ts';

export function memoryServerStores() {
  const records = new Map<string, McpServer>();
  const secrets = new Map<string, { name: string; value: string; hosts: readonly string[] | undefined }>();
  const store: ServersDeps['store'] = {
    all: async () => [...records.values()],
    get: async (id) => records.get(id),
    put: async (server) => void records.set(server.id, server),
    async change(id, change) {
      const now = records.get(id);
      if (now) records.set(id, change(now));
      return records.get(id);
    },
    remove: async (id) => void records.delete(id),
    onChange: () => () => undefined,
  };
  const vault: ServersDeps['vault'] = {
    open: async (names) => names.flatMap((name) => secrets.get(name) ?? []),
    set: async (name, value, hosts) => void secrets.set(name, { name, value, hosts }),
    remove: async (name) => void secrets.delete(name),
  };
  return { records, secrets, store, vault };
}
