// Resources of MCP servers in the list after `#`: `#server:resource`. A chosen one is fetched and attached to the question
// like a file, so its text stays untrusted.
import Plug from '@lucide/svelte/icons/plug';
import type { App } from '../../../apps/web/app.ts';
import type { McpContent, McpResource } from '../../../core/mcp-content.ts';
import type { McpServer } from '../../../core/mcp-server.ts';
import type { DroppedDocuments } from '../../components/document-drop.ts';
import { rankEntries } from '../../components/rank-entries.ts';
import type { Suggestion } from './suggestion.ts';

/** Milliseconds that a list waits for a server. */
const PATIENCE = 4000;
const MOST = 8;

type WithServers = Pick<App, 'servers'>;

/** Servers that are enabled and connected. Never rejects. */
export async function openServers({ servers }: WithServers): Promise<McpServer[]> {
  try {
    const known = await servers();
    return (await known.list()).filter(({ id, enabled }) => enabled && known.state(id).status === 'open');
  } catch {
    return [];
  }
}

/** Returns what `read` finds, or nothing if it fails or takes too long. */
export function patiently<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  return Promise.race([
    read().catch(() => []),
    new Promise<readonly T[]>((resolve) => setTimeout(resolve, PATIENCE, [])),
  ]);
}

/** @returns undefined for a word that names no server, which then searches the library */
export async function resourcesFor(
  app: WithServers,
  query: string,
): Promise<readonly Suggestion[] | undefined> {
  const colon = query.indexOf(':');
  if (colon < 1) return undefined;
  const name = query.slice(0, colon).toLowerCase();
  const server = (await openServers(app)).find((one) => one.name.toLowerCase() === name);
  if (!server) return undefined;
  const wanted = query.slice(colon + 1);
  const all = await patiently(async () => (await (await app.servers()).content(server.id)).resources());
  const listed = all.map((resource) => suggestionOf(app, server, resource));
  const found = wanted === '' ? listed : rankEntries(listed, wanted).map(({ entry }) => entry);
  if (found.length > 0) return found.slice(0, MOST);
  // An address that isn't listed, such as a filled-in template.
  return wanted.includes(':') ? [suggestionOf(app, server, { uri: wanted, name: wanted })] : [];
}

/** Servers whose names start with the query. Choosing one lists its resources. */
export async function serversFor(app: WithServers, query: string): Promise<Suggestion[]> {
  const servers = (await openServers(app)).filter(({ name }) =>
    name.toLowerCase().startsWith(query.toLowerCase()),
  );
  const offering = await Promise.all(
    servers.map(async (server) => {
      const all = await patiently(async () => (await (await app.servers()).content(server.id)).resources());
      return all.length > 0 ? [server] : [];
    }),
  );
  return offering.flat().map(({ id, name }) => ({
    id: `server ${id}`,
    title: `${name}:`,
    hint: 'resources of an MCP server',
    icon: Plug,
    choice: { kind: 'complete', text: `#${name}:` },
  }));
}

function suggestionOf(app: WithServers, server: McpServer, resource: McpResource): Suggestion {
  const { uri, name, title = name, description, isTemplate } = resource;
  const called = `${server.name}:${name}`;
  return {
    id: `resource ${server.id} ${uri}`,
    title,
    hint: isTemplate ? uri : (description ?? uri),
    icon: Plug,
    choice: isTemplate
      ? { kind: 'complete', text: `#${server.name}:${uri.replace(/\{.*$/s, '')}` }
      : {
          kind: 'attach',
          files: {
            name: called,
            fetch: async (signal) => {
              const content = await (await app.servers()).content(server.id);
              return filesOf(called, await content.read(uri, signal));
            },
          },
        },
  };
}

/** File name endings by type. The library reads files by their ending. */
const ENDINGS: Readonly<Record<string, string>> = {
  'text/markdown': 'md',
  'text/html': 'html',
  'text/csv': 'csv',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** The pieces of a resource as files. */
export function filesOf(title: string, contents: readonly McpContent[]): DroppedDocuments {
  const files = contents.map(({ uri, mimeType = '', text, bytes }, index) => {
    const type = mimeType.split(';')[0]!.trim().toLowerCase();
    const own = /[^/\\:]+\.\w{1,8}$/.exec(uri.replace(/[?#].*$/s, ''))?.[0];
    const name = ENDINGS[type] ? `${title}.${ENDINGS[type]}` : (own ?? `${title}.${bytes ? 'bin' : 'txt'}`);
    return new File([bytes ?? text ?? ''], contents.length > 1 ? `${index + 1} ${name}` : name, { type });
  });
  return { files, title };
}
