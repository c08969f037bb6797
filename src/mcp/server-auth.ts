// Authentication of a server: headers with secrets, or OAuth. Access to the vault is passed in.
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { Failure } from '../core/errors.ts';
import type { McpServer } from '../core/mcp-server.ts';

/** As in `McpServer.headers`: single-line values. */
export type SecretHeaders = Record<string, string>;

export interface ServerAuth {
  /** Returns headers for the server's own address. @throws Failure `unavailable` while the secrets are locked. */
  headers(): Promise<SecretHeaders>;
  provider?: OAuthClientProvider;
}

/** @param token reads the bearer token, @param values the headers, both from the vault */
export function headerAuth(
  server: Pick<McpServer, 'auth' | 'headers' | 'name'>,
  read: { token(): Promise<string | undefined>; headers(): Promise<SecretHeaders> },
): ServerAuth {
  return {
    async headers() {
      if (server.auth === 'bearer') {
        const token = await read.token();
        if (!token) throw missing(server.name, 'token');
        return { Authorization: `Bearer ${token}` };
      }
      if (server.auth !== 'headers') return {};
      const values = await read.headers();
      const lacking = (server.headers ?? []).find((name) => values[name] === undefined);
      if (lacking !== undefined) throw missing(server.name, `header ${lacking}`);
      return values;
    },
  };
}

function missing(name: string, what: string): Failure {
  return new Failure(
    'unavailable',
    `the ${what} of server '${name}' is missing; enter it in Settings, MCP servers`,
  );
}
