// Sends one streamed request to an OpenAI-style endpoint, and converts every error to a Failure. It uses only the
// stream reader of the `openai` SDK: the full client weighs 80 KB, for a single POST.
import type OpenAI from 'openai';
import { isObject } from '../base/json.ts';
import type { Endpoint } from './endpoint.ts';
import { explain, htmlPage } from './errors.ts';
import type { ModelEvent } from './model.ts';
import { post } from './post.ts';
import { Pulse, watchSilence } from './silence.ts';

export interface Exchange {
  /** @param path below the base URL, with a leading slash. */
  ask(path: string, body: object): Promise<{ data: AsyncIterable<unknown>; response: Response }>;
  pulse: Pulse;
}

/** Runs `exchange`, which sends the request and yields its events, within the endpoint's silence limits. */
export async function* request(
  endpoint: Endpoint,
  signal: AbortSignal,
  exchange: (parts: Exchange) => AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, void> {
  signal.throwIfAborted();
  const { Stream } = await import('openai/core/streaming');
  const pulse = new Pulse();
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  signal.addEventListener('abort', stop, { once: true });
  const ask: Exchange['ask'] = async (path, body) => {
    const response = pulse.listen(await post(endpoint, path, body, abort.signal));
    return { data: Stream.fromSSEResponse<unknown>(response, abort, SILENT), response };
  };
  try {
    const events = exchange({ ask, pulse });
    yield* watchSilence(events, pulse, endpoint.limits, signal);
    // The SDK's stream ends normally after an abort.
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw await explain(error, endpoint, { begun: pulse.begun });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Replaces the SDK's client. Unreadable data is thrown, so it need not be logged to the console as well. */
const SILENT = { logLevel: 'off' } as unknown as OpenAI;

/**
 * Yields the events of a response: those of its stream, or the single object of a server that does not stream.
 * @throws Failure for a web page; SyntaxError for anything but a stream or JSON.
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
