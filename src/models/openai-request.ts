// One streamed request to an endpoint that speaks as OpenAI's, with whatever goes wrong as a Failure. Of the `openai` SDK it
// uses what reads the stream: the client around it weighs 80 KB, and all that was used of it is one POST.
import type OpenAI from 'openai';
import { isObject } from '../base/json.ts';
import type { Endpoint } from './endpoint.ts';
import { explain, htmlPage } from './errors.ts';
import type { ModelEvent } from './model.ts';
import { post } from './post.ts';
import { Pulse, watchSilence } from './silence.ts';

export interface Exchange {
  /** @param path below the base URL, with a slash. */
  ask(path: string, body: object): Promise<{ data: AsyncIterable<unknown>; response: Response }>;
  pulse: Pulse;
}

/** Runs `exchange`, which sends the request and yields its events, under the endpoint's limits of silence. */
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

/** Stands where the SDK's client would: what cannot be read is thrown, and need not be written to the console as well. */
const SILENT = { logLevel: 'off' } as unknown as OpenAI;

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
