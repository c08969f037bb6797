// The peer of bench/mcp.mjs: a server made with the official SDK, with the same echo tool in plain JavaScript. `node
// plain-server.mjs` speaks over stdio, with a port over HTTP.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const TOOL = {
  name: 'echo',
  description: 'Returns its argument',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

function make() {
  const server = new Server({ name: 'plain', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [TOOL] }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const { text } = params.arguments;
    return { content: [{ type: 'text', text }], structuredContent: { text } };
  });
  return server;
}

const port = process.argv[2];
if (port === undefined) serveStdio(make);
else {
  const handler = createMcpHandler(make, { legacy: 'reject' });
  createServer(async (request, response) => {
    const init = { method: request.method, headers: request.headers, duplex: 'half' };
    const body = request.method === 'POST' ? { body: Readable.toWeb(request) } : {};
    const answer = await handler.fetch(new Request(`http://localhost${request.url}`, { ...init, ...body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body).pipe(response);
    else response.end();
  }).listen(Number(port), '127.0.0.1', () => console.log('listening'));
}
