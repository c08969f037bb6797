// A real web server for request tests: it echoes, redirects, drips, breaks off, serves compression bombs, and records
// requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface WebServer {
  /** `localhost:PORT`; the server also listens at 127.0.0.1 and, with IPv6, at [::1]. */
  host: string;
  origin: string;
  port: number;
  /** Requests, including preflights, in order. */
  requests: SeenRequest[];
  stop(): Promise<void>;
}

type Route = (request: SeenRequest, response: ServerResponse, query: URLSearchParams) => void;

const MIB = 1024 * 1024;
let bomb: Buffer | undefined;
let asked = new Map<string, number>();

const ROUTES: Record<string, Route> = {
  '/': (_, response) => response.end('home'),
  '/echo': ({ method, url, headers, body }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body: body.toString('latin1') }));
  },
  '/status': (_, response, query) =>
    response.writeHead(Number(query.get('code'))).end(query.get('body') ?? ''),
  '/redirect': (_, response, query) =>
    response.writeHead(Number(query.get('status') ?? 302), { location: query.get('to') ?? '/' }).end(),
  '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
  '/bytes': (_, response) => response.end(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))),
  '/text': (_, response, query) => {
    response.setHeader('content-type', query.get('type') ?? 'text/plain');
    response.end(Buffer.from(query.get('body') ?? '', 'latin1'));
  },
  '/large': (_, response, query) => response.end(Buffer.alloc(Number(query.get('size')), 'x')),
  '/bomb': (_, response) => {
    bomb ??= gzipSync(Buffer.alloc(100 * MIB));
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  },
  '/hang': () => undefined,
  '/drip': (_, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/flood': (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(MIB, 'x')));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/reset': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => response.destroy());
  },
  '/refuse': (_, response) => void response.destroy(),
  /** `times` responses with `status`, then 200. `key` separates tests. */
  '/flaky': (_, response, query) => {
    const key = query.get('key') ?? '';
    const count = (asked.get(key) ?? 0) + 1;
    asked.set(key, count);
    const after = query.get('after');
    if (after !== null) response.setHeader('retry-after', after);
    if (count > Number(query.get('times'))) response.end(`after ${count}`);
    else if (query.get('status') === '0') response.destroy();
    else response.writeHead(Number(query.get('status') ?? 429)).end('not yet');
  },
  '/headers': (_, response, query) => {
    response.setHeader('x-twice', ['one', 'two']);
    response.setHeader('X-Mixed-Case', 'kept');
    response.setHeader('x-huge', 'h'.repeat(Number(query.get('huge') ?? 1)));
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end('{}');
  },
};

/** @param port 0: any free one. Paths below `/closed` have no CORS headers. */
export async function startWebServer(port = 0): Promise<WebServer> {
  const requests: SeenRequest[] = [];
  asked = new Map();
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const seen = { method, url, headers, body: Buffer.concat(pieces) };
      requests.push(seen);
      const address = new URL(url, 'http://server');
      const closed = address.pathname.startsWith('/closed');
      if (!closed) {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', '*, authorization');
        response.setHeader('access-control-allow-methods', '*');
        response.setHeader('access-control-expose-headers', '*');
      }
      if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
        response.writeHead(closed ? 403 : 204).end();
        return;
      }
      const route = ROUTES[address.pathname.replace(/^\/closed/, '') || '/'];
      if (route) route(seen, response, address.searchParams);
      else response.writeHead(404).end('nothing here');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  const own = (server.address() as AddressInfo).port;
  return {
    host: `localhost:${own}`,
    origin: `http://localhost:${own}`,
    port: own,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
