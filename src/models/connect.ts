// Connects the model in the settings: picks the wire format, lists the models of an endpoint, and tests a connection.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { ModelSettings, WireApi } from '../core/settings.ts';
import {
  redirectPolicy,
  requestHeaders,
  toEndpoint,
  type Endpoint,
  type EndpointOptions,
} from './endpoint.ts';
import { isHtml } from '../core/server-words.ts';
import { explain, fromNetwork, fromStatus, garbage, htmlPage, wantsResponses } from './errors.ts';
import { windowInList } from './endpoint-quirks.ts';
import type { Model } from './model.ts';

/** Timeout of a list of models, in milliseconds. */
const LIST_TIME = 15_000;

export type ConnectOptions = EndpointOptions;

export type TestResult = { ok: true; models: number } | { ok: false; message: string };

/**
 * Returns the model named in the settings. Sends nothing yet.
 * @throws Failure `bad_request` when the base URL is not a web address.
 */
export async function connectModel(
  settings: ModelSettings,
  key: string | undefined,
  options: ConnectOptions = {},
): Promise<Model> {
  const endpoint = toEndpoint(settings, key, options);
  const model = await modelAt(endpoint, settings.api);
  return {
    ...model,
    // A refusal may tell it later.
    get contextWindow() {
      return settings.contextWindow ?? endpoint.quirks.contextWindow;
    },
  };
}

async function modelAt(endpoint: Endpoint, api: WireApi): Promise<Model> {
  const responses = async (): Promise<Model> =>
    (await import('./openai-responses.ts')).openaiResponses(endpoint);
  if (api === 'responses' || (api === 'auto' && endpoint.service.speaksResponses)) return responses();
  const { openaiChat } = await import('./openai-chat.ts');
  const chat = openaiChat(endpoint);
  return api === 'chat' ? chat : eitherFormat(endpoint, chat, responses);
}

/** Uses Chat Completions until the endpoint reports that its model needs Responses. */
function eitherFormat({ quirks }: Endpoint, chat: Model, responses: () => Promise<Model>): Model {
  return {
    id: chat.id,
    async *stream(request, signal) {
      let begun = false;
      try {
        if (!quirks.wantsResponses) {
          for await (const event of chat.stream(request, signal)) {
            begun ||= event.type !== 'waiting';
            yield event;
          }
          return;
        }
      } catch (error) {
        if (begun || !wantsResponses(error)) throw error;
        quirks.wantsResponses = true;
      }
      yield* (await responses()).stream(request, signal);
    },
  };
}

/**
 * Returns the sorted ids of an endpoint's models.
 * @throws Failure with a sentence for people; AbortError when `signal` aborts.
 */
export async function listModels(
  at: Pick<ModelSettings, 'baseUrl' | 'headers'>,
  key: string | undefined,
  signal: AbortSignal,
  options: ConnectOptions = {},
): Promise<string[]> {
  const endpoint = toEndpoint({ ...at, model: '', parameters: {} }, key, options);
  const { keyPath } = endpoint.service;
  if (keyPath !== undefined && endpoint.key !== undefined) await checkKey(endpoint, keyPath, signal);
  const response = await getFrom(endpoint, 'models', signal);
  const text = await response.text().catch(async (error: unknown) => {
    signal.throwIfAborted();
    throw await explain(error, endpoint, { begun: true });
  });
  const body = parse(text);
  if (!response.ok) {
    throw fromStatus(response.status, isObject(body) ? body : text, response.headers, endpoint);
  }
  if (isHtml(text)) throw htmlPage(endpoint);
  const list = isObject(body) ? (body['data'] ?? body['models']) : body;
  if (!Array.isArray(list)) throw garbage(endpoint);
  for (const entry of list) {
    const window = isObject(entry) ? windowInList(entry) : undefined;
    const quirks = options.quirks?.of(endpoint.baseUrl, idOf(entry));
    if (quirks) quirks.contextWindow ??= window;
  }
  return list
    .map(idOf)
    .filter((id) => id !== '')
    .sort(byName);
}

/** Lists the models and, if one is chosen, asks it for a word: only that proves key, model and wire format. */
export async function testConnection(
  settings: ModelSettings,
  key: string | undefined,
  signal: AbortSignal,
  options: ConnectOptions = {},
): Promise<TestResult> {
  let models: string[] = [];
  try {
    models = await listModels(settings, key, signal, options);
  } catch (error) {
    signal.throwIfAborted();
    // Some endpoints have no list of models but still answer.
    const hasNoList = error instanceof Failure && error.code === 'not_found' && settings.model.trim() !== '';
    if (!hasNoList) return { ok: false, message: messageOf(error) };
  }
  if (settings.model.trim() === '') return { ok: true, models: models.length };
  const asked = await testModel(() => connectModel(settings, key, options), signal);
  return asked.ok ? { ok: true, models: models.length } : asked;
}

/** Asks a model for a word. */
export async function testModel(
  connect: () => Promise<Model>,
  signal: AbortSignal,
): Promise<{ ok: true } | { ok: false; message: string }> {
  try {
    await askForAWord(await connect(), signal);
    return { ok: true };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, message: messageOf(error) };
  }
}

/** @throws Failure when the endpoint refuses the key. */
async function checkKey(endpoint: Endpoint, path: string, signal: AbortSignal): Promise<void> {
  const response = await getFrom(endpoint, path, signal);
  const text = await response.text().catch(() => '');
  if (!response.ok) throw fromStatus(response.status, parse(text) ?? text, response.headers, endpoint);
}

async function getFrom(endpoint: Endpoint, path: string, signal: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(LIST_TIME);
  try {
    return await endpoint.fetch(`${endpoint.baseUrl}/${path}`, {
      headers: requestHeaders(endpoint, endpoint.service.listKey),
      ...redirectPolicy(endpoint),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch {
    signal.throwIfAborted();
    if (timeout.aborted) {
      throw new Failure(
        'timeout',
        `${new URL(endpoint.baseUrl).host} did not answer within ${LIST_TIME / 1000} seconds.`,
      );
    }
    throw await fromNetwork(endpoint);
  }
}

async function askForAWord(model: Model, signal: AbortSignal): Promise<void> {
  const request = {
    system: 'This is a test of the connection.',
    messages: [{ role: 'user' as const, text: 'Answer with the one word OK.' }],
    tools: [],
    toolChoice: 'none' as const,
  };
  for await (const event of model.stream(request, signal)) {
    // Any sign of an answer is enough; leaving the loop ends the request.
    if (event.type === 'text' || event.type === 'reasoning' || event.type === 'finish') return;
  }
  throw new Failure('unavailable', 'The endpoint ended the connection without an answer.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function idOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  if (!isObject(entry)) return '';
  const id = entry['id'] ?? entry['name'];
  // Gemini lists models as resources, but accepts their names.
  return typeof id === 'string' ? id.replace(/^models\//, '') : '';
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
