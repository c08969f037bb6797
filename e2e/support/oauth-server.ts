// A real MCP server with a sign-in: the SDK's authorization server, guard and transport, over Node's http.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OAuthServer {
  url: string;
  /** Requests to the token endpoint, oldest first. */
  exchanged: string[];
  close(): Promise<void>;
}

/** The part of Express in use here, whose types are not installed. */
interface Response extends ServerResponse {
  set(name: string, value: string): this;
  send(body: string): void;
}
type Handler = (
  request: IncomingMessage & { body?: unknown },
  response: Response,
  next: () => void,
) => unknown;
type App = RequestListener & { use(path: string | Handler, ...handlers: Handler[]): void };

/** Waits for the user, on a page that severs its opener, as those of large services do. */
class Consent extends DemoInMemoryAuthProvider {
  override async authorize(...[client, params, response]: Parameters<DemoInMemoryAuthProvider['authorize']>) {
    const redirect = (address: string): void => {
      (response as unknown as Response)
        .set('cross-origin-opener-policy', 'same-origin')
        .set('content-type', 'text/html')
        .send(`<title>Sign in</title><a href="${address.replaceAll('&', '&amp;')}">Allow</a>`);
    };
    await super.authorize(client, params, { redirect } as unknown as typeof response);
  }
}

export async function startOAuthServer(): Promise<OAuthServer> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const url = new URL(`${origin}/mcp`);
  const provider = new Consent();
  const exchanged: string[] = [];
  const app = createMcpExpressApp() as unknown as App;
  app.use('/mcp', (request, response, next) => {
    response.set('access-control-allow-origin', '*').set('access-control-allow-headers', '*, Authorization');
    response.set('access-control-expose-headers', 'WWW-Authenticate, Mcp-Session-Id');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else next();
  });
  app.use('/token', (request, _response, next) => {
    request.on('data', (chunk: Buffer) => exchanged.push(chunk.toString()));
    next();
  });
  app.use(
    mcpAuthRouter({ provider, issuerUrl: new URL(origin), resourceServerUrl: url }) as unknown as Handler,
  );
  app.use(
    '/mcp',
    requireBearerAuth({
      verifier: provider,
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
    }) as unknown as Handler,
    async (request, response) => {
      const server = new McpServer({ name: 'diary', version: '1.0.0' });
      server.registerTool('today', { description: 'What is on today' }, () => ({
        content: [{ type: 'text', text: 'tea at four' }],
      }));
      const transport = new StreamableHTTPServerTransport({});
      response.on('close', () => void server.close());
      await server.connect(transport as Parameters<typeof server.connect>[0]);
      await transport.handleRequest(request, response, request.body);
    },
  );
  http.on('request', app);
  return {
    url: url.href,
    exchanged,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
