// Test support: real servers of both protocol eras over Node's http, made with the official SDKs, and hooks for
// hostile ones.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  ResourceTemplate,
  acceptedContent,
} from '@modelcontextprotocol/server';
import { McpServer as LegacyServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

export interface RunningServer {
  url: string;
  origin: string;
  /** The requests it received, oldest first. */
  requests: { method: string; headers: IncomingMessage['headers']; body: string }[];
  close(): Promise<void>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': '*, Authorization',
  'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Last-Event-Id, Mcp-Protocol-Version',
};

/** Serves any answers, with CORS. Handles preflights. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => unknown,
  { cors = true, port = 0 }: { cors?: boolean; port?: number } = {},
): Promise<RunningServer> {
  const requests: RunningServer['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (cors) for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      requests.push({ method: request.method ?? '', headers: request.headers, body });
      void Promise.resolve(answer(request, response, body)).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500);
        response.end(String(error));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/mcp`,
    origin,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Has resources, a template and prompts besides its tools. */
export function offerContent(server: McpServer): void {
  server.registerResource(
    'stations',
    'weather://stations',
    { title: 'Stations', description: 'All stations', mimeType: 'text/markdown' },
    async (uri) => ({
      contents: [
        { uri: uri.href, mimeType: 'text/markdown', text: '# Stations\n\nBern lies at 553 metres.' },
      ],
    }),
  );
  server.registerResource(
    'day',
    new ResourceTemplate('weather://day/{date}', { list: undefined }),
    { description: 'The weather of a day' },
    async (uri, { date }) => ({ contents: [{ uri: uri.href, text: `It rained on ${String(date)}.` }] }),
  );
  server.registerPrompt(
    'plan',
    {
      title: 'Plan a trip',
      description: 'Asks for a plan',
      argsSchema: z.object({ city: z.string().describe('Where to'), days: z.string().optional() }),
    },
    ({ city, days }) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `Plan ${days ?? 'two'} days in ${city} by the weather.` },
        },
      ],
    }),
  );
  server.registerPrompt('greet', { description: 'Says hello' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }],
  }));
}

/** Speaks only the protocol of 2026. */
export async function modernServer(
  options: { port?: number; cors?: boolean; setUp?: (server: McpServer) => void } = {},
): Promise<RunningServer & { listChanged(): void; offer(name: string): void }> {
  const extra: string[] = [];
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'weather', title: 'Weather of today', version: '2.0.0' },
        { instructions: 'Ask for a city.', capabilities: { tools: { listChanged: true } } },
      );
      server.registerTool(
        'forecast',
        {
          title: 'Forecast',
          description: 'The weather in a city',
          inputSchema: z.object({ city: z.string().describe('Where') }),
          outputSchema: z.object({ city: z.string(), degrees: z.number() }),
          annotations: { readOnlyHint: true, openWorldHint: true },
        },
        async ({ city }, ctx) => {
          if (city === 'nowhere') return { isError: true, content: [{ type: 'text', text: 'no such city' }] };
          const progressToken = ctx.mcpReq._meta?.progressToken;
          if (progressToken !== undefined) {
            await ctx.mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken, progress: 1, total: 2, message: `looking at ${city}` },
            });
          }
          const structuredContent = { city, degrees: 21 };
          return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
        },
      );
      server.registerTool(
        'slow',
        { description: 'Never ends', inputSchema: z.object({}) },
        async (_args, ctx) => {
          await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve));
          return { content: [] };
        },
      );
      server.registerTool(
        'book',
        { description: 'Books a seat; asks which', inputSchema: z.object({}) },
        async (_args, ctx) => {
          const answer = acceptedContent<{ seat: string }>(ctx.mcpReq.inputResponses, 'seat');
          if (answer) return { content: [{ type: 'text', text: `booked ${answer.seat}` }] };
          if (ctx.mcpReq.inputResponses) return { content: [{ type: 'text', text: 'not booked' }] };
          return inputRequired({
            inputRequests: {
              seat: inputRequired.elicit({
                message: 'Which seat do you want?',
                requestedSchema: {
                  type: 'object',
                  properties: { seat: { type: 'string', title: 'Seat', description: 'Row and letter' } },
                  required: ['seat'],
                },
              }),
            },
          });
        },
      );
      for (const name of extra)
        server.registerTool(name, { description: `Does ${name}`, inputSchema: z.object({}) }, () => ({
          content: [{ type: 'text', text: name }],
        }));
      options.setUp?.(server);
      return server;
    },
    { legacy: 'reject' },
  );
  const running = await listen(
    (request, response, body) => serve(handler.fetch, request, response, body),
    options,
  );
  return {
    ...running,
    listChanged: () => handler.notify.toolsChanged(),
    offer: (name) => void extra.push(name),
    async close() {
      await handler.close();
      await running.close();
    },
  };
}

async function serve(
  fetch: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const stop = new AbortController();
  response.on('close', () => stop.abort());
  const answer = await fetch(
    new Request(`http://${request.headers.host ?? ''}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      ),
      ...(request.method === 'POST' && { body }),
      signal: stop.signal,
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    response.write(read.value);
  response.end();
}

/** Speaks the protocol of 2025, with sessions. */
export async function legacyServer(
  options: { port?: number; setUp?: (server: LegacyServer) => void } = {},
): Promise<RunningServer & { addTool(name: string): void; sessions(): number }> {
  const sessions = new Map<string, { transport: StreamableHTTPServerTransport; server: LegacyServer }>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const server = new LegacyServer({ name: 'notes', version: '1.0.0' }, { capabilities: { logging: {} } });
    server.registerTool(
      'add_note',
      {
        description: 'Keeps a note',
        inputSchema: { text: z.string() },
        annotations: { destructiveHint: false },
      },
      async ({ text }, { sendNotification, _meta }) => {
        const progressToken = _meta?.progressToken;
        if (progressToken !== undefined) {
          await sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress: 3, total: 4 },
          });
        }
        await server.server.sendLoggingMessage({ level: 'warning', data: 'nearly full' });
        return {
          content: [
            { type: 'text', text: `kept ${text}` },
            { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          ],
        };
      },
    );
    server.registerTool('rename', { description: 'Asks for a name' }, async () => {
      const answer = await server.server.elicitInput({
        message: 'What shall it be called?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      });
      return { content: [{ type: 'text', text: `${answer.action} ${String(answer.content?.['name'])}` }] };
    });
    options.setUp?.(server);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, server }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  };
  const running = await listen(async (request, response, body) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id)?.transport : undefined;
    const first = body.includes('"initialize"');
    if (!known && !first)
      return void response.writeHead(400).end('Bad Request: Mcp-Session-Id header is required');
    await (known ?? (await open())).handleRequest(
      request,
      response,
      body === '' ? undefined : JSON.parse(body),
    );
  }, options);
  return {
    ...running,
    sessions: () => sessions.size,
    addTool(name) {
      for (const { server } of sessions.values())
        server.registerTool(name, { description: `Does ${name}` }, () => ({ content: [] }));
    },
    async close() {
      for (const { server } of sessions.values()) await server.close();
      await running.close();
    },
  };
}
