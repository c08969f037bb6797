// Node's HTTP server on the loopback interface, with web requests and responses. A client that disconnects aborts its
// request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Failure } from '../core/errors.ts';

const LOOPBACK = '127.0.0.1';
/** Maximum connections; more wait in the system's queue. */
const MOST_CONNECTIONS = 2_000;
/** Milliseconds that an idle connection stays open: longer than clients keep it for reuse. */
const KEEP_ALIVE = 65_000;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/**
 * @param answer must not reject
 * @param port 0: any free port
 * @throws Failure `unavailable` when the port is taken or not permitted
 */
export async function listen(
  port: number,
  answer: (request: Request) => Promise<Response>,
): Promise<Listening> {
  const server = createServer((incoming, outgoing) => void exchange(incoming, outgoing, answer));
  server.maxConnections = MOST_CONNECTIONS;
  server.keepAliveTimeout = KEEP_ALIVE;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (problem: NodeJS.ErrnoException) => reject(whyNot(problem, port)));
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function whyNot({ code, message }: NodeJS.ErrnoException, port: number): Failure {
  if (code === 'EADDRINUSE') {
    return new Failure('unavailable', `port ${port} is in use; choose another one with --port`);
  }
  if (code === 'EACCES') {
    return new Failure('unavailable', `port ${port} is not allowed; choose one above 1023 with --port`);
  }
  return new Failure('unavailable', `cannot listen on port ${port}: ${message}`);
}

async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  try {
    const request = toRequest(incoming, gone.signal);
    if (!request) return void outgoing.writeHead(400).end();
    const response = await answer(request);
    // A connection with an unread body can't be reused.
    if (request.body && !incoming.complete) outgoing.setHeader('connection', 'close');
    await send(response, outgoing);
  } catch {
    // The client disconnected, or a response failed half way: neither can be reported.
    outgoing.destroy();
  }
}

/** Returns undefined for an invalid address or invalid headers. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  try {
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    return new Request(new URL(url, `http://${LOOPBACK}`), {
      method,
      headers,
      signal,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }),
    } as RequestInit);
  } catch {
    return undefined;
  }
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  // Streams without a reader must be cancelled, or their source keeps them open.
  outgoing.on('close', () => void reader.cancel().catch(() => undefined));
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (!outgoing.write(read.value)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve);
    outgoing.once('close', resolve);
  });
}
