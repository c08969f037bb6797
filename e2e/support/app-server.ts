// An MCP server with apps: each named page is the view of a tool of that name.
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { modernServer, type RunningServer } from '../../src/mcp/real-servers.test-support.ts';

export interface AppPage {
  /** Runs in the page after `ask`, `tell` and `heard`, which speak the protocol. */
  script: string;
  csp?: Record<string, string[]>;
}

/** The client's side of the protocol in a few lines. */
const CLIENT = `
const open = new Map(); let last = 0;
const heard = {};
const tell = (method, params = {}) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
const ask = (method, params = {}) => new Promise((yes, no) => {
  const id = ++last;
  open.set(id, { yes, no });
  parent.postMessage({ jsonrpc: '2.0', id, method, params }, '*');
});
const say = (text) => { document.getElementById('said').textContent = text; };
addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  if (data.method) { heard[data.method] = data.params; onheard?.(data.method, data.params); return; }
  const waiting = open.get(data.id);
  if (data.error) waiting?.no(new Error(data.error.message)); else waiting?.yes(data.result);
});
let onheard;
const begin = async () => {
  const result = await ask('ui/initialize', { appInfo: { name: 't', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' });
  tell('ui/notifications/initialized');
  return result;
};`;

export function appServer(pages: Record<string, AppPage>): Promise<RunningServer> {
  return modernServer({ setUp: (server) => offerApps(server, pages) });
}

function offerApps(server: McpServer, pages: Record<string, AppPage>): void {
  for (const [name, { script, csp }] of Object.entries(pages)) {
    const uri = `ui://${name}/view.html`;
    server.registerTool(
      name,
      {
        title: `Show ${name}`,
        description: `Shows ${name}`,
        inputSchema: z.object({}),
        _meta: { ui: { resourceUri: uri } },
      },
      () => ({
        content: [{ type: 'text', text: 'three cards' }],
        structuredContent: { cards: 3 },
        _meta: { only: 'for the app' },
      }),
    );
    server.registerResource(name, uri, { mimeType: 'text/html;profile=mcp-app' }, () => ({
      contents: [
        {
          uri,
          mimeType: 'text/html;profile=mcp-app',
          text: `<!doctype html><body><p id="said">starting</p><script>${CLIENT}\n${script}</script>`,
          ...(csp && { _meta: { ui: { csp } } }),
        },
      ],
    }));
  }
  server.registerTool(
    'refresh',
    { description: 'For the app alone', inputSchema: z.object({}), _meta: { ui: { visibility: ['app'] } } },
    () => ({ content: [{ type: 'text', text: 'fresh' }] }),
  );
}
