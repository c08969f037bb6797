// Sends one streamed request to an OpenAI-style endpoint, and converts every error to a Failure. It uses only the
// stream reader of the `openai` SDK: the full client weighs 80 KB, for a single POST.
import type OpenAI from 'openai';
import { isObject } from '../base/json.ts';
import { definitionOf } from '../core/definition.ts';
import type { Endpoint } from './endpoint.ts';
import { explain, htmlPage } from './errors.ts';
import { PICTURES, sendLearning } from './endpoint-quirks.ts';
import type { Model, ModelEvent, ModelRequest } from './model.ts';
import { withOwnNames } from './own-names.ts';
import { picturesIn, type WithoutPictures, withoutPictures } from './pictures.ts';
import { withoutKeywords } from './schema-keywords.ts';
import { post } from './post.ts';
import { Pulse, watchSilence } from './silence.ts';
import { thinkingApart } from './thinking.ts';

export interface Exchange {
  /** @param path below the base URL, with a leading slash. */
  ask(path: string, body: object): Promise<{ data: AsyncIterable<unknown>; response: Response }>;
  pulse: Pulse;
}

/** A model whose answers `stream` yields, tool calls under their own names and thinking as reasoning. */
export function streamingModel(
  endpoint: Endpoint,
  stream: (endpoint: Endpoint, asked: ModelRequest, exchange: Exchange) => AsyncGenerator<ModelEvent, void>,
): Model {
  return {
    id: endpoint.model,
    stream: (asked, signal) =>
      request(endpoint, signal, (exchange) =>
        withOwnNames(thinkingApart(stream(endpoint, asked, exchange)), asked.tools),
      ),
  };
}

/** Sends the request again without what the endpoint refuses. `notices` say what was left out. */
export async function sendAsked(
  endpoint: Endpoint,
  asked: ModelRequest,
  { ask }: Exchange,
  path: string,
  toBody: (endpoint: Endpoint, asked: ModelRequest) => object,
) {
  let blind: WithoutPictures | undefined;
  const { data, response } = await sendLearning(
    (body) => ask(path, body),
    async () => {
      if (endpoint.quirks.refused.has(PICTURES)) blind ??= await withoutPictures(asked);
      return toBody(endpoint, blind?.request ?? asked);
    },
    endpoint.quirks,
  );
  const notices: ModelEvent[] =
    blind && picturesIn(asked).length > 0 ? [{ type: 'without_pictures', read: blind.read }] : [];
  return { data, response, notices };
}

/** The tools without the keywords that the endpoint refuses. */
export function toolsFor<Shape extends 'openai-chat' | 'openai-responses'>(
  { quirks }: Endpoint,
  { tools }: ModelRequest,
  shape: Shape,
) {
  return tools.map((tool) =>
    definitionOf({ ...tool, parameters: withoutKeywords(tool.parameters, quirks.keywords) }, shape),
  );
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
    const response = pulse.listen(
      await post(endpoint, path, body, abort.signal, (time) => pulse.pause(time)),
    );
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
