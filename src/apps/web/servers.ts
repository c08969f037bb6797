// Wires MCP servers: storage, vault, registry and the network. Loads when there is one, or on first use.
import { v7 as uuid } from 'uuid';
import type { Preferences } from '../../agent/preferences.ts';
import { Failure } from '../../core/errors.ts';
import { whyUnreachable } from '../../knowledge/web-page.ts';
import type { ServerQuestions } from '../../mcp/questions.ts';
import { Servers } from '../../mcp/servers.ts';
import { CORS_HEADERS } from '../../mcp/trouble.ts';
import type { Registry } from '../../tools/registry.ts';
import type { Database } from '../../storage/database.ts';
import { mcpServerTable } from '../../storage/mcp-servers.ts';
import type { OpenVault } from '../../storage/open-vault.ts';
import { samplerOf } from './sampler.ts';
import { signInWindow, type SignInOptions } from './sign-in-window.ts';

export class AppServers extends Servers {
  /** @param popup opened in the click itself: browsers block it later */
  async signInWith(popup: Window | null, id: string, options: SignInOptions): Promise<void> {
    if (!popup) throw new Failure('denied', 'Allow this page to open windows, then choose Sign in again.');
    const window = signInWindow(popup, options);
    await this.signIn(id, window).finally(() => window.end());
  }
}

export async function openServers(
  database: Database,
  deps: {
    tools: Registry;
    vault: OpenVault;
    questions: ServerQuestions;
    fetch: typeof fetch;
    preferences: Pick<Preferences, 'connect' | 'current'>;
  },
): Promise<AppServers> {
  const { tools, vault, questions, preferences, fetch } = deps;
  const { extensions } = await import('./features.ts');
  const showsApps = (await extensions.of('callView')).length > 0;
  const editor = async () => (await tools.edit()).servers;
  return new AppServers({
    store: mcpServerTable(database),
    vault,
    registry: {
      sync: async (server, list) => (await editor()).sync(server, list),
      switch: async (id, enabled) => (await editor()).switch(id, enabled),
      remove: async (id) => (await editor()).remove(id),
      restore: async (id) => (await editor()).restore(id),
    },
    version: __APP_VERSION__,
    fetch,
    ask: (question, signal) => questions.ask(question, signal),
    sampler: samplerOf(preferences),
    showsApps,
    whyUnreachable: sentenceFor,
    redirectUrl: new URL('oauth.html', document.baseURI).href,
    newId: uuid,
    now: () => new Date().toISOString(),
  });
}

async function sentenceFor(url: URL): Promise<string> {
  switch (await whyUnreachable(url)) {
    case 'offline':
      return 'This device is offline. Connect it and try again.';
    case 'insecure':
      return `Browsers block https pages from reaching http addresses. Serve ${url.host} over https.`;
    case 'closed':
      return `${url.host} responds, but does not allow this page to use it (CORS). Its operator must send “Access-Control-Allow-Origin: ${location.origin}”, “Access-Control-Allow-Methods: GET, POST, DELETE”, “Access-Control-Allow-Headers: ${CORS_HEADERS.allow}” and “Access-Control-Expose-Headers: ${CORS_HEADERS.expose}”.`;
    case 'away':
      return `${url.host} cannot be reached. The address may be wrong, the server may be down, or the browser may need your permission to reach your local network.`;
  }
}
