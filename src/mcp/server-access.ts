// Authentication of each server: from the vault, from a form being filled in, or by signing in.
import type { McpServer } from '../core/mcp-server.ts';
import { OAuthSession } from './oauth.ts';
import { headerAuth, type ServerAuth } from './server-auth.ts';
import type { ServerInput } from './server-input.ts';
import type { ServerSecrets } from './server-secrets.ts';

export class ServerAccess {
  readonly secrets: ServerSecrets;
  readonly #redirectUrl: string;

  constructor(secrets: ServerSecrets, redirectUrl: string) {
    this.secrets = secrets;
    this.#redirectUrl = redirectUrl;
  }

  auth(server: McpServer): ServerAuth {
    if (server.auth === 'oauth') return { headers: async () => ({}), provider: this.session(server) };
    const { token, headers } = {
      token: () => this.secrets.token(server),
      headers: () => this.secrets.headers(server),
    };
    return headerAuth(server, { token, headers });
  }

  /** @param show absent: no window opens */
  session(server: McpServer, show?: (address: URL) => void): OAuthSession {
    return new OAuthSession({
      name: server.name,
      redirectUrl: this.#redirectUrl,
      read: () => this.secrets.signIn(server),
      write: (record) => this.secrets.set(server, 'sign-in', record),
      ...(show && { show }),
    });
  }

  /** Returns the authentication from the form, with stored values for empty fields. */
  async entered(server: McpServer, input: ServerInput, known?: McpServer): Promise<ServerAuth> {
    if (server.auth === 'oauth')
      return known ? this.auth({ ...server, id: known.id }) : { headers: async () => ({}) };
    const place = { id: known?.id ?? '', url: server.url };
    return headerAuth(server, {
      token: async () => input.token || (known && (await this.secrets.token(place))),
      headers: async () => this.#headersOf(input, known ? place : undefined),
    });
  }

  async #headersOf(
    input: ServerInput,
    place?: Pick<McpServer, 'id' | 'url'>,
  ): Promise<Record<string, string>> {
    const given = Object.entries(input.headers ?? {});
    const kept = place && given.some(([, value]) => value === '') ? await this.secrets.headers(place) : {};
    return Object.fromEntries(
      given.map(([name, value]) => [name, value || kept[name]]).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
  }

  /** Stores the entered secrets, and deletes those of another address or method. */
  async keep(server: McpServer, input: ServerInput, known?: McpServer): Promise<void> {
    if (server.auth === 'bearer' && input.token) await this.secrets.set(server, 'token', input.token);
    if (server.auth === 'headers') {
      const headers = await this.#headersOf(input, known ? { id: known.id, url: server.url } : undefined);
      await this.secrets.set(server, 'headers', headers);
    }
    const clientId = input.clientId?.trim();
    if (server.auth === 'oauth' && clientId)
      await this.secrets.set(server, 'sign-in', { client: { client_id: clientId } });
    if (!known) return;
    const kinds = { bearer: 'token', headers: 'headers', oauth: 'sign-in', none: undefined } as const;
    const stay = new URL(known.url).origin === new URL(server.url).origin ? kinds[server.auth] : undefined;
    const entered =
      input.token || input.clientId || server.auth === 'headers' ? kinds[server.auth] : undefined;
    const gone = (['token', 'headers', 'sign-in'] as const).filter(
      (kind) => kind !== stay && kind !== entered,
    );
    await this.secrets.forget(server.id, gone);
  }
}
