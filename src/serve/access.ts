// Access control of a server on this machine: only programs with its token, and only pages of the named origins.
//
// - The Host header must name this machine, which stops pages whose own name resolves here (DNS rebinding).
// - A page is recognised by its Origin header. Only named origins are allowed; even this server's own origin is not.
// - The token is compared in constant time.
import { refusal } from './http-routes.ts';

export interface AccessRules {
  token: string;
  /** Origins of allowed pages, in the browser's spelling. */
  origins: readonly string[];
}

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const ALLOWED_METHODS = 'GET, POST, DELETE, OPTIONS';
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID';
const EXPOSED_HEADERS = 'Mcp-Session-Id, Mcp-Protocol-Version, Retry-After, WWW-Authenticate';
const MISSING_TOKEN =
  'send the header Authorization: Bearer TOKEN, with the token that perilune serve printed or that --token set';
/** Seconds for which a browser caches the preflight. */
const PREFLIGHT_AGE = '600';

/** Passes a request to `answer`, or refuses it. Adds CORS headers for named origins. */
export async function withAccess(
  { token, origins }: AccessRules,
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const host = nameOf(request.headers.get('host'));
  if (!OWN_NAMES.includes(host)) {
    return refusal(403, 'denied', `this server answers to localhost, not to '${host}'`);
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !origins.includes(origin)) {
    return refusal(403, 'denied', `pages of ${origin} are not allowed; allow them with --origin ${origin}`);
  }
  if (request.method === 'OPTIONS') return readableBy(origin, new Response(null, { status: 204 }), true);
  const { pathname } = new URL(request.url);
  if (pathname !== '/health' && !isSame(bearerOf(request), token)) {
    const refused = refusal(401, 'unauthorized', MISSING_TOKEN, {
      'www-authenticate': 'Bearer realm="perilune"',
    });
    return readableBy(origin, refused);
  }
  return readableBy(origin, await answer(request));
}

function readableBy(origin: string | null, response: Response, isPreflight = false): Response {
  if (origin === null) return response;
  const { headers } = response;
  headers.set('access-control-allow-origin', origin);
  headers.append('vary', 'Origin');
  headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  if (isPreflight) {
    headers.set('access-control-allow-methods', ALLOWED_METHODS);
    headers.set('access-control-allow-headers', ALLOWED_HEADERS);
    headers.set('access-control-max-age', PREFLIGHT_AGE);
  }
  return response;
}

/** Returns the name in a Host header, in lower case, without its port. */
function nameOf(host: string | null): string {
  return (host ?? '').toLowerCase().replace(/:\d*$/, '');
}

function bearerOf(request: Request): string {
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return given;
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  let differs = given.length ^ token.length;
  for (let at = 0; at < token.length; at += 1) {
    differs |= (given.charCodeAt(at) || 0) ^ token.charCodeAt(at);
  }
  return differs === 0;
}
