// Converts every failure of a model endpoint to a Failure whose sentence tells a person what to do.
import { Failure, type ErrorCode } from '../core/errors.ts';
import { isThere } from '../core/probe-server.ts';
import { isObject } from '../base/json.ts';
import { retryAfter } from '../base/retry-after.ts';
import { isHtml, messageIn, quotedWords } from '../core/server-words.ts';
import { isLocal, requestHeaders, type Endpoint } from './endpoint.ts';
import { windowInRefusal } from './endpoint-quirks.ts';
import { adviceLine } from './server-advice.ts';

/** What was known when a request failed. */
export interface Circumstances {
  /** The response had begun, so a failure means that it was cut off. */
  begun?: boolean;
}

/** Returns the Failure for anything that the SDK, `fetch` or a stream threw. */
export async function explain(
  error: unknown,
  endpoint: Endpoint,
  { begun = false }: Circumstances = {},
): Promise<Failure> {
  if (error instanceof Failure) return error;
  if (error instanceof SyntaxError) return garbage(endpoint);
  const { status, error: body, headers } = error as { status?: unknown; error?: unknown; headers?: unknown };
  if (typeof status === 'number') {
    // If the body is not JSON, the SDK's message is the status and the text; for an empty body it uses words of its
    // own.
    const text = error instanceof Error ? error.message.replace(/^\d+ (?:status code \(no body\))?/, '') : '';
    return fromStatus(status, body ?? text, headers instanceof Headers ? headers : undefined, endpoint);
  }
  // An error sent as an event of the stream; some gateways put an HTTP status in its code.
  if (body !== undefined) {
    const code = isObject(body) ? Number(body['code']) : NaN;
    if (code >= 400 && code < 600) return fromStatus(code, body, undefined, endpoint);
    return new Failure(
      'unavailable',
      `${host(endpoint)} stopped the answer with an error.${quotedWords(body, secretsOf(endpoint))}`,
    );
  }
  if (begun) {
    return new Failure(
      'unavailable',
      `The answer was cut off: the connection to ${host(endpoint)} broke. Continue it or ask again.`,
    );
  }
  return fromNetwork(endpoint);
}

/** Returns the Failure for an HTTP status. `body` is the server's response: parsed JSON or text. */
export function fromStatus(
  status: number,
  body: unknown,
  headers: Headers | undefined,
  endpoint: Endpoint,
): Failure {
  const said = quotedWords(body, secretsOf(endpoint));
  const fail = (code: ErrorCode, message: string, details: object = {}): Failure =>
    new Failure(code, `${message}${said}`, { status, ...details });
  const where = host(endpoint);
  const model = `“${endpoint.model}”`;
  const words = messageIn(body);
  if (status === 401) {
    return endpoint.key
      ? fail('denied', `${where} refused the key (401). Check the API key in Settings.`)
      : fail('denied', `${where} asks for an API key (401). Add one in Settings.`);
  }
  if (status === 403)
    return fail('denied', `${where} refused the request (403). The key may not be allowed to use ${model}.`);
  if (status === 404 || status === 405) {
    if (/model/i.test(words) && !isHtml(words)) {
      return fail('not_found', `${where} has no model ${model} (${status}). Choose another one in Settings.`);
    }
    return fail(
      'not_found',
      `There is no model endpoint at ${endpoint.baseUrl} (${status}). ${addressHint(endpoint)}`,
    );
  }
  if (status === 402)
    return fail('denied', `${where} asks for payment (402). Check the credit of your account.`);
  if (status === 408 || status === 504)
    return fail('timeout', `${where} took too long (${status}). Ask again in a moment.`);
  if (status === 413) return fail('too_large', `This chat is too long for ${where} (413). Start a new one.`);
  if (status === 429) {
    const pause = retryAfter(headers?.get('retry-after'));
    const wait = pause === undefined ? undefined : Math.max(0, Math.ceil(pause / 1000));
    return fail(
      'rate_limited',
      wait === undefined
        ? `${where} is refusing requests for now (429). Wait a moment, or check the limits of your plan.`
        : `${where} is refusing requests for now (429). Ask again in ${wait} seconds.`,
      wait === undefined ? {} : { retry_after: wait },
    );
  }
  if (/enable-auto-tool-choice/.test(words)) {
    return fail(
      'bad_request',
      `${where} was started without tools. Start vLLM with --enable-auto-tool-choice and --tool-call-parser for ${model}, such as hermes.`,
    );
  }
  if (/requires? --jinja|--jinja flag/.test(words)) {
    return fail('bad_request', `${where} was started without tools. Start llama-server with --jinja.`);
  }
  if (status >= 500)
    return fail(
      'unavailable',
      `${where} failed (${status}). The problem is on its side. Ask again in a moment.`,
    );
  if (/\/v1\/responses/.test(words)) {
    return fail(
      'bad_request',
      `${model} calls tools through the Responses API only. Choose “Responses” as the wire format in Settings.`,
      { wants: 'responses' },
    );
  }
  if (/does not support tools|tool use is not supported|no endpoints found that support tool/i.test(words)) {
    return fail('bad_request', `${model} cannot call tools. Choose a model that can in Settings.`);
  }
  if (/context.?(?:length|size)|context window|too many tokens|maximum context/i.test(words)) {
    endpoint.quirks.contextWindow = windowInRefusal(words) ?? endpoint.quirks.contextWindow;
    // Local servers start with a small window, which instructions and tools alone may fill.
    const more = isLocal(endpoint.baseUrl) ? ', or start the server with room for more tokens' : '';
    return fail('too_large', `This chat is too long for ${model}. Start a new one${more}.`);
  }
  return fail('bad_request', `${where} did not accept the request (${status}).`);
}

/** Recognises the refusal of a model that calls tools only through the Responses API. */
export function wantsResponses(error: unknown): boolean {
  return error instanceof Failure && isObject(error.details) && error.details['wants'] === 'responses';
}

/** Returns the Failure for an address that serves web pages. */
export function htmlPage(endpoint: Endpoint): Failure {
  return new Failure(
    'unavailable',
    `${endpoint.baseUrl} returned a web page, not a model's answer. ${addressHint(endpoint)}`,
  );
}

export function garbage(endpoint: Endpoint): Failure {
  return new Failure(
    'unavailable',
    `${host(endpoint)} sent a response that isn’t from a model endpoint. ${addressHint(endpoint)}`,
  );
}

/** Returns the Failure for a request without a response: offline, no server, or a server that refuses this page. */
export async function fromNetwork(endpoint: Endpoint): Promise<Failure> {
  const where = host(endpoint);
  const local = isLocal(endpoint.baseUrl);
  if (!local && globalThis.navigator?.onLine === false) {
    return new Failure(
      'unavailable',
      `This device is offline, and ${where} can only be reached over the network.`,
    );
  }
  if (await answers(endpoint, 'cors')) {
    return new Failure(
      'unavailable',
      `The connection to ${where} broke before the answer started. Ask again.`,
    );
  }
  if (await answers(endpoint, 'no-cors')) {
    const origin = globalThis.location?.origin ?? 'this page';
    const how = local
      ? ` ${adviceLine(endpoint.baseUrl, origin)}`
      : ' Its owner has to allow this, or you can use another endpoint.';
    return new Failure(
      'unavailable',
      `${where} is running, but doesn’t let ${origin} read its responses (CORS).${how}`,
    );
  }
  if (globalThis.location?.protocol === 'https:' && endpoint.baseUrl.startsWith('http:')) {
    return new Failure(
      'unavailable',
      `${where} could not be reached. Browsers block http addresses for pages on https. Allow local network access when the browser asks, or in the site settings beside the address; or use an https address.`,
    );
  }
  return new Failure(
    'unavailable',
    local
      ? `Nothing answers at ${where}. Check that the model server is running and uses this port.`
      : `Couldn’t reach ${where}. Check the address and the network.`,
  );
}

/**
 * Tells whether a server answers. In `no-cors` mode the request resolves even if its response can't be read. In
 * `cors` mode, with the headers of a real request, it resolves only if the server allows this page.
 */
function answers(endpoint: Endpoint, mode: 'cors' | 'no-cors'): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    authorization: 'Bearer none',
    ...requestHeaders(endpoint),
  };
  return isThere(endpoint.fetch, `${endpoint.baseUrl}/models`, {
    mode,
    // With a key a redirect must not be followed; in `no-cors` mode the browser requires following it.
    ...(mode === 'cors' ? { headers, redirect: 'error' } : {}),
  });
}

function addressHint({ baseUrl }: Endpoint): string {
  return /\/v\d+\w*(?:\/|$)/.test(new URL(baseUrl).pathname)
    ? 'Check the base URL in Settings.'
    : `Most base URLs end in /v1: try ${baseUrl}/v1 in Settings.`;
}

function secretsOf({ key, headers }: Endpoint): (string | undefined)[] {
  return [key, ...Object.values(headers)];
}

function host({ baseUrl }: Endpoint): string {
  return new URL(baseUrl).host;
}
