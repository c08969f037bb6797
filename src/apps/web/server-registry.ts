// What MCP servers change in the registry. Its editor loads with the first change.
import type { ServersDeps } from '../../mcp/servers.ts';
import type { Registry } from '../../tools/registry.ts';

export function serverRegistry(registry: () => Registry): ServersDeps['registry'] {
  const editor = async () => (await registry().edit()).servers;
  return {
    sync: async (server, list) => (await editor()).sync(server, list),
    switch: async (id, enabled) => (await editor()).switch(id, enabled),
    remove: async (id) => (await editor()).remove(id),
    restore: async (id) => (await editor()).restore(id),
  };
}
