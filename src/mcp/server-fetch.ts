// The one way out to a server: what may be sent where, how much may come back, and what a person is shown before it leaves.
//
// - A secret goes to the very address of the server, and to nothing else that is asked on its behalf.
// - A call leaves only through a gate that was opened for it, with the request exactly as it is sent.
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
  /** Headers for the server itself, with their secrets. */
  headers(): Promise<Record<string, string>>;
  gates: ReadonlySet<Gate>;
  fetch: typeof fetch;
}

/** Bytes of one answer. What the server streams for as long as the page lives has more. */
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
 * Why a request that a server asks for, such as one to where its users sign in, may not be made.
 * A server on the Internet has nothing asked over http, and nothing of the user's own network.
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
  } else if (fitting.length === 0) throw new Failure('denied', 'this call is over');
}

/** The call of a tool that a request makes. What we send is one message. */
function callIn(body: string): { tool: string; args: string } | undefined {
  const message: unknown = JSON.parse(body);
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params']))
    return undefined;
  const { name, arguments: args } = message['params'];
  return { tool: String(name), args: JSON.stringify(args ?? {}) };
}

function bounded(response: Response, most: number): Response {
  const { body, status, statusText, headers } = response;
  // One that was not followed has no body, and no other like it can be made.
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
