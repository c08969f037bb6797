// Turns every failure of an embedding endpoint into a Failure that tells a person what to do.
import { Failure } from '../../core/errors.ts';
import { isThere } from '../../core/probe-server.ts';
import { retryAfter } from '../../base/retry-after.ts';
import { quotedWords } from '../../core/server-words.ts';

export interface EmbeddingEndpoint {
  url: string;
  model: string;
  key?: string | undefined;
  fetch: typeof fetch;
}

/** Explains an HTTP error status. */
export function refused(
  status: number,
  body: string,
  headers: Headers,
  endpoint: EmbeddingEndpoint,
): Failure {
  const where = hostOf(endpoint);
  const model = `“${endpoint.model}”`;
  const said = quotedWords(parsed(body), [endpoint.key]);
  if (status === 401) {
    return new Failure(
      'denied',
      endpoint.key
        ? `${where} refused the key (401). Check the key for embeddings in Settings.${said}`
        : `${where} asks for a key (401). Add one for embeddings in Settings.${said}`,
    );
  }
  if (status === 403) {
    return new Failure(
      'denied',
      `${where} refused the request (403). The key may not be allowed to use ${model}.${said}`,
    );
  }
  if (status === 404 || status === 405) {
    const message = /model/i.test(said)
      ? `${where} has no model ${model} (${status}). Choose another one in Settings.`
      : `There are no embeddings at ${endpoint.url} (${status}). Check the base URL in Settings; most end in /v1.`;
    return new Failure('not_found', `${message}${said}`);
  }
  if (status === 429) {
    const pause = retryAfter(headers.get('retry-after'));
    return new Failure(
      'rate_limited',
      `${where} is refusing requests for now (429). Wait a moment, or check the limits of your plan.${said}`,
      pause === undefined ? undefined : { retry_after: Math.max(0, Math.ceil(pause / 1000)) },
    );
  }
  if (status >= 500 || status === 408) {
    return new Failure('unavailable', `${where} failed (${status}). The problem is on its side.${said}`);
  }
  return new Failure('bad_request', `${where} did not accept the request (${status}).${said}`);
}

export function wrongAnswer(endpoint: EmbeddingEndpoint): Failure {
  return new Failure(
    'bad_request',
    `${hostOf(endpoint)} did not return a list of embeddings. Check the base URL and the model in Settings.`,
  );
}

/** Explains a request without a response: too late, offline, no server, or a server that refuses this page. */
export async function noAnswer(endpoint: EmbeddingEndpoint, tooLate: boolean): Promise<Failure> {
  const where = hostOf(endpoint);
  const fail = (message: string): Failure => new Failure('unavailable', message);
  if (tooLate) return new Failure('timeout', `${where} took too long to answer.`);
  const local = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(endpoint.url).hostname);
  if (!local && globalThis.navigator?.onLine === false) {
    return fail(`This device is offline, and ${where} can only be reached over the network.`);
  }
  if (await isThere(endpoint.fetch, endpoint.url)) {
    const origin = globalThis.location?.origin ?? 'this page';
    const how = local
      ? ` Ollama: set OLLAMA_ORIGINS=${origin}. LM Studio: turn on “Enable CORS”.`
      : ' Its owner has to allow this, or you can use another endpoint.';
    return fail(`${where} is running, but doesn’t let ${origin} read its responses (CORS).${how}`);
  }
  return fail(
    local
      ? `Nothing answers at ${where}. Is the server running, and is this its port?`
      : `Couldn’t reach ${where}. Check the address and the network.`,
  );
}

/** Text, or the JSON that it contains. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function hostOf({ url }: EmbeddingEndpoint): string {
  return new URL(url).host;
}
