// Test support: stores of servers and secrets in memory, open for inspection.
import type { McpServer } from '../core/mcp-server.ts';
import type { ServersDeps } from './servers.ts';

interface StoredSecret {
  name: string;
  value: string;
  hosts: readonly string[] | undefined;
}

export function memoryVault(secrets = new Map<string, StoredSecret>()) {
  return {
    open: async (names: readonly string[]) => names.flatMap((name) => secrets.get(name) ?? []),
    set: async (name: string, value: string, hosts?: readonly string[]) =>
      void secrets.set(name, { name, value, hosts }),
    remove: async (name: string) => void secrets.delete(name),
    has: async (name: string) => secrets.has(name),
    list: async (prefix: string) => [...secrets.values()].filter(({ name }) => name.startsWith(prefix)),
  };
}

export function memoryServerStores() {
  const records = new Map<string, McpServer>();
  const secrets = new Map<string, StoredSecret>();
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
  const vault: ServersDeps['vault'] = memoryVault(secrets);
  return { records, secrets, store, vault };
}
