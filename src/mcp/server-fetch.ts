// The only way to reach a server: it limits which requests leave, how much comes back, and shows calls to a person
// first.
//
// - Secrets are sent only to the exact address of the server, never to other addresses used on its behalf.
// - A call leaves only through a gate opened for it, exactly as shown.
// - No cookies, no referrer, no redirect to another place.
import { Failure } from '../core/errors.ts';
import { isOwnNetwork, isSafeForSecrets } from '../core/hosts.ts';
import { isObject } from '../base/json.ts';
import type { OutgoingRequest } from '../core/call.ts';

/** Opened for one call of a tool; closed when the call is over. */
export interface Gate {
  tool: string;
  /** JSON text. */
  args: string;
  /** @throws Failure when the request may not be sent. */
  pass(request: OutgoingRequest): Promise<void>;
  passed: boolean;
}

export interface ServerFetchDeps {
  url: URL;
  /** Returns headers for the server itself, with their secrets. */
  headers(): Promise<Record<string, string>>;
  gates: ReadonlySet<Gate>;
  fetch: typeof fetch;
}

/** Bytes of one response. The server's long-lived stream has a higher limit. */
const MOST_ANSWER = 8 * 2 ** 20;
const MOST_STREAM = 64 * 2 ** 20;

export function serverFetch(
  deps: ServerFetchDeps,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const target = new URL(url);
    const unsafe = whyUnsafe(target, deps.url);
    if (unsafe !== undefined) {
      throw new Failure('denied', `the server wants a request to ${target.origin}, which ${unsafe}`);
    }
    const own = target.href === deps.url.href;
    const headers = new Headers(init.headers);
    if (own) {
      const secret = await deps.headers();
      const shown = new Headers(headers);
      for (const [name, value] of Object.entries(secret)) {
        headers.set(name, value);
        shown.set(name, '(from your settings)');
      }
      if (typeof init.body === 'string') await passGate(deps.gates, target, init.method, shown, init.body);
    }
    const response = await deps.fetch(target, {
      ...init,
      headers,
      redirect: init.redirect === 'error' ? 'error' : 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    return bounded(response, init.method === 'POST' || !own ? MOST_ANSWER : MOST_STREAM);
  };
}

/**
 * Returns why a request on a server's behalf, such as one to its sign-in page, is not allowed. A server on the
 * Internet can cause no request over http, and none to the user's own network.
 */
function whyUnsafe(target: URL, server: URL): string | undefined {
  if (target.username !== '' || target.password !== '') return 'has a password in its address';
  const isHttp = target.protocol === 'http:' && server.protocol === 'http:';
  if (!isSafeForSecrets(target) || (target.protocol === 'http:' && !isHttp)) return 'is not encrypted';
  if (isOwnNetwork(target.hostname) && !isOwnNetwork(server.hostname)) return 'is in your own network';
  return undefined;
}

async function passGate(
  gates: ReadonlySet<Gate>,
  url: URL,
  method: string | undefined,
  headers: Headers,
  body: string,
): Promise<void> {
  const call = callIn(body);
  if (!call) return;
  const fitting = [...gates].filter(({ tool, args }) => tool === call.tool && args === call.args);
  const gate = fitting.find(({ passed }) => !passed);
  if (gate) {
    gate.passed = true;
    if (headers.has('authorization')) headers.set('authorization', '(from your settings)');
    await gate.pass({
      method: method ?? 'POST',
      url: url.href,
      headers: Object.fromEntries(headers),
      body,
    });
  } else if (fitting.length === 0) throw new Failure('denied', 'this call has ended');
}

/** Returns the tool call in a request. Each of our requests has one message. */
function callIn(body: string): { tool: string; args: string } | undefined {
  const message: unknown = JSON.parse(body);
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params']))
    return undefined;
  const { name, arguments: args } = message['params'];
  return { tool: String(name), args: JSON.stringify(args ?? {}) };
}

function bounded(response: Response, most: number): Response {
  const { body, status, statusText, headers } = response;
  // A redirect that was not followed has no body, and can't be reconstructed.
  if (!body || response.type === 'opaqueredirect' || status < 200 || [204, 205, 304].includes(status))
    return response;
  let bytes = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > most)
          throw new Failure('too_large', `the server's response is larger than ${most / 2 ** 20} MB`);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status, statusText, headers });
}
