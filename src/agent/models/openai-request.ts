// One streamed request through the `openai` SDK: loads it on first use, and turns whatever goes wrong into a Failure.
import type OpenAI from 'openai';
import { isObject } from '../../core/json.ts';
import type { Endpoint } from './endpoint.ts';
import { explain, htmlPage } from './errors.ts';
import type { ModelEvent } from './model.ts';
import { Pulse, watchSilence } from './silence.ts';

/** Headers of the SDK that preflights of servers with a fixed list of allowed headers refuse. */
const UNWANTED = [
  'x-stainless-lang',
  'x-stainless-package-version',
  'x-stainless-os',
  'x-stainless-arch',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-retry-count',
  'x-stainless-timeout',
  'x-stainless-helper-method',
  'x-stainless-custom-poll-interval',
  'user-agent',
];

export interface Exchange {
  client: OpenAI;
  signal: AbortSignal;
  pulse: Pulse;
}

/** Runs `exchange`, which sends the request and yields its events, under the endpoint's limits of silence. */
export async function* request(
  endpoint: Endpoint,
  signal: AbortSignal,
  exchange: (parts: Exchange) => AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, void> {
  signal.throwIfAborted();
  const { default: OpenAI } = await import('openai');
  const pulse = new Pulse();
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  signal.addEventListener('abort', stop, { once: true });
  const client = new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.key ?? 'none',
    organization: null,
    project: null,
    maxRetries: endpoint.retries,
    // The key is the user's own, and this is the user's own browser.
    dangerouslyAllowBrowser: true,
    logLevel: 'off',
    defaultHeaders: {
      ...Object.fromEntries(UNWANTED.map((name) => [name, null])),
      ...(endpoint.key === undefined && { authorization: null }),
    },
    fetch: async (input, init) => pulse.listen(await endpoint.fetch(input as RequestInfo, init)),
  });
  try {
    const events = exchange({ client, signal: abort.signal, pulse });
    yield* watchSilence(events, pulse, endpoint.limits, signal);
    // An aborted stream of the SDK ends as if it were finished.
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw await explain(error, endpoint, { begun: pulse.begun });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/**
 * The events of a response: those of its stream, or the one object of a server that does not stream.
 * @throws Failure for a web page; SyntaxError for what is neither stream nor JSON.
 */
export async function* chunksOf<T>(
  stream: AsyncIterable<T>,
  response: Response,
  endpoint: Endpoint,
): AsyncGenerator<T, void> {
  const type = response.headers.get('content-type') ?? '';
  if (/text\/html/i.test(type)) throw htmlPage(endpoint);
  if (!/application\/json/i.test(type)) return yield* stream;
  const whole: unknown = await response.json();
  if (isObject(whole) && whole['error']) {
    throw Object.assign(new Error('error in a response'), { error: whole['error'] });
  }
  yield whole as Awaited<T>;
}
