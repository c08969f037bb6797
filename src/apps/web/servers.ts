// Wires MCP servers: storage, vault, registry and the network. Loads when there is one, or on first use.
import { v7 as uuid } from 'uuid';
import type { Preferences } from '../../agent/preferences.ts';
import type { ServerQuestions } from '../../mcp/questions.ts';
import { Servers } from '../../mcp/servers.ts';
import { CORS_HEADERS } from '../../mcp/trouble.ts';
import type { Registry } from '../../tools/registry.ts';
import type { Database } from '../../storage/database.ts';
import { mcpServerTable } from '../../storage/mcp-servers.ts';
import type { OpenVault } from '../../storage/open-vault.ts';
import { whyUnanswered } from './why-unanswered.ts';
import { samplerOf } from './sampler.ts';
import { serverRegistry } from './server-registry.ts';
import { inSignInWindow, RETURN_PAGE, type SignInOptions } from './sign-in-window.ts';

/** What a server must allow. */
const MCP_CORS = {
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Allow-Headers': CORS_HEADERS.allow,
  'Access-Control-Expose-Headers': CORS_HEADERS.expose,
};

export class AppServers extends Servers {
  /** @param popup opened in the click itself: browsers block it later */
  signInWith(popup: Window | null, id: string, options: SignInOptions): Promise<void> {
    return inSignInWindow(popup, options, (window) => this.signIn(id, window));
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
  return new AppServers({
    store: mcpServerTable(database),
    vault,
    registry: serverRegistry(() => tools),
    version: __APP_VERSION__,
    fetch,
    ask: (question, signal) => questions.ask(question, signal),
    sampler: samplerOf(preferences),
    showsApps,
    whyUnreachable: (url) => whyUnanswered(url, MCP_CORS),
    redirectUrl: new URL(RETURN_PAGE, document.baseURI).href,
    newId: uuid,
    now: () => new Date().toISOString(),
  });
}
