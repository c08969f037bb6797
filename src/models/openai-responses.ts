// The Responses API, used without state: nothing is stored at the endpoint, and the encrypted reasoning of earlier
// turns is sent back within the same answer.
import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseStreamEvent,
  ResponseInputContent,
} from 'openai/resources/responses/responses';
import { wireName } from '../core/definition.ts';
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { uniqueId } from './call-ids.ts';
import type { Endpoint } from './endpoint.ts';
import { garbage } from './errors.ts';
import { pictureUrl } from '../core/picture.ts';
import type {
  FinishReason,
  Model,
  ModelCall,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  UserMessage,
} from './model.ts';
import { chunksOf, sendAsked, streamingModel, toolsFor, type Exchange } from './openai-request.ts';

export function openaiResponses(endpoint: Endpoint): Model {
  return streamingModel(endpoint, stream);
}

async function* stream(
  endpoint: Endpoint,
  asked: ModelRequest,
  exchange: Exchange,
): AsyncGenerator<ModelEvent, void> {
  // Models without reasoning refuse requests for encrypted reasoning, which shows at the first request.
  const { data, response, notices } = await sendAsked(endpoint, asked, exchange, '/responses', toBody);
  yield* notices;
  const reader = new ResponseReader();
  const events = chunksOf(data as AsyncIterable<ResponseStreamEvent>, response, endpoint);
  for await (const event of events) yield* reader.read(event, endpoint);
  if (!reader.understood) throw garbage(endpoint);
}

function toBody(endpoint: Endpoint, asked: ModelRequest): object {
  const { model, parameters } = endpoint;
  const { temperature, topP, maxOutputTokens, reasoningEffort } = parameters;
  return {
    model,
    instructions: asked.system,
    input: asked.messages.flatMap(toWire),
    ...(asked.tools.length > 0 && {
      tools: toolsFor(endpoint, asked, 'openai-responses'),
      tool_choice: asked.toolChoice,
    }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(reasoningEffort !== undefined && { reasoning: { effort: reasoningEffort } }),
    store: false,
    include: ['reasoning.encrypted_content' as const],
    stream: true,
  } satisfies ResponseCreateParamsStreaming;
}

interface ResponseUsage {
  input_tokens?: number;
  output_tokens?: number;
  input_tokens_details?: { cached_tokens?: number } | null;
  output_tokens_details?: { reasoning_tokens?: number } | null;
}

function toUsage(usage: ResponseUsage): ModelEvent {
  const cached = usage.input_tokens_details?.cached_tokens;
  const reasoning = usage.output_tokens_details?.reasoning_tokens;
  return {
    type: 'usage',
    input: usage.input_tokens ?? 0,
    output: usage.output_tokens ?? 0,
    ...(cached !== undefined && { cached }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

/** Converts the events of one response to model events. */
class ResponseReader {
  /** True once any event of this format was read. */
  understood = false;
  readonly #started = new Set<string>();
  readonly #finished = new Set<string>();
  readonly #ids = new Set<string>();
  /** Whether events give the output index of their item. */
  #hasPlaces = false;
  /** Output items whose text has arrived in deltas. */
  readonly #told = new Set<string>();
  readonly #items: unknown[] = [];

  *read(event: ResponseStreamEvent, endpoint: Endpoint): Generator<ModelEvent, void> {
    // A server that does not stream sends the response object itself.
    if (isObject(event) && (event as { object?: unknown }).object === 'response') {
      this.understood = true;
      return yield* this.#complete(
        event as unknown as Extract<ResponseStreamEvent, { type: 'response.completed' }>['response'],
      );
    }
    if (!isObject(event) || typeof event.type !== 'string') return;
    this.understood ||= event.type.startsWith('response.') || event.type === 'error';
    this.#hasPlaces ||= 'output_index' in event && typeof event.output_index === 'number';
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.#told.add(keyOf(event));
        yield { type: 'text', delta: event.delta };
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        yield { type: 'reasoning', delta: event.delta };
        break;
      case 'response.output_item.added':
        if (event.item.type === 'function_call') yield* this.#start(keyOf(event), event.item.name);
        break;
      case 'response.function_call_arguments.delta':
        yield { type: 'call_delta', key: keyOf(event), delta: event.delta };
        break;
      case 'response.output_item.done':
        yield* this.#finish(keyOf(event), event.item);
        break;
      case 'response.completed':
      case 'response.incomplete':
        yield* this.#complete(event.response);
        break;
      case 'response.failed': {
        const { error } = event.response;
        throw Object.assign(new Error('response.failed'), {
          error: error ?? { message: 'no reason was given' },
        });
      }
      case 'error':
        throw new Failure(
          'unavailable',
          `${new URL(endpoint.baseUrl).host} stopped the answer: ${event.message}`,
        );
      default:
        break;
    }
  }

  *#start(key: string, name: string): Generator<ModelEvent, void> {
    if (this.#started.has(key)) return;
    this.#started.add(key);
    yield { type: 'call_started', key, name };
  }

  *#finish(key: string, item: { type: string } & object): Generator<ModelEvent, void> {
    if (this.#finished.has(key)) return;
    this.#finished.add(key);
    if (item.type === 'function_call') {
      const { name, arguments: text } = item as { name?: string; arguments?: string };
      yield* this.#start(key, name ?? '');
      const call: ModelCall = {
        id: this.#idOf(item),
        name: name ?? '',
        arguments: text?.trim() ? text : '{}',
      };
      this.#items.push({
        type: 'function_call',
        call_id: call.id,
        name: call.name,
        arguments: call.arguments,
      });
      yield { type: 'call_finished', key, call };
    } else if (item.type === 'message') {
      const { content } = item as { content?: { text?: string; refusal?: string }[] };
      const text = (content ?? []).map((part) => part.text ?? part.refusal ?? '').join('');
      if (!this.#told.has(key) && text !== '') yield { type: 'text', delta: text };
      this.#items.push(item);
    } else if (item.type === 'reasoning' && (item as { encrypted_content?: unknown }).encrypted_content) {
      // The endpoint stores nothing, so it could not read the item back without its encrypted content.
      this.#items.push(item);
    }
  }

  *#complete(response: {
    output?: ({ type: string } & object)[];
    usage?: ResponseUsage | null;
    incomplete_details?: { reason?: string } | null;
    error?: unknown;
  }): Generator<ModelEvent, void> {
    if (response.error) throw Object.assign(new Error('error in a response'), { error: response.error });
    for (const [index, item] of (response.output ?? []).entries()) {
      yield* this.#finish(keyOf({ item, ...(this.#hasPlaces && { output_index: index }) }), item);
    }
    if (response.usage) yield toUsage(response.usage);
    if (this.#items.length > 0) yield { type: 'raw', items: this.#items };
    yield { type: 'finish', reason: toFinish(response.incomplete_details?.reason) };
  }

  /** Returns the id that the result must name; a new one if the server gives none or repeats one. */
  #idOf(item: object): string {
    const { call_id, id } = item as { call_id?: string; id?: string };
    return uniqueId(call_id || id || 'call', this.#ids);
  }
}

/**
 * Returns the key of an answer's item: its index, since some servers give each event another id, or its id, since
 * others (llama.cpp) give no index.
 */
function keyOf(event: object): string {
  const { output_index, item_id, item } = event as Record<string, unknown>;
  if (typeof output_index === 'number') return String(output_index);
  const { id, call_id } = isObject(item) ? (item as Record<string, unknown>) : {};
  return String(item_id || id || call_id || '');
}

function toFinish(incomplete: string | undefined): FinishReason {
  if (incomplete === undefined) return 'stop';
  return incomplete === 'content_filter' ? 'filter' : 'length';
}

function isResponseItem(item: unknown): boolean {
  return isObject(item) && ['message', 'function_call', 'reasoning'].includes(String(item['type']));
}

function userContent({ text, pictures = [] }: UserMessage): string | ResponseInputContent[] {
  if (pictures.length === 0) return text;
  const shown = pictures.flatMap((picture) => pictureUrl(picture) ?? []);
  return [
    { type: 'input_text', text },
    ...shown.map((image_url) => ({ type: 'input_image' as const, image_url, detail: 'auto' as const })),
  ];
}

function toWire(message: ModelMessage): ResponseInputItem[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: userContent(message) }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.call, output: message.output }];
    case 'assistant':
      // Raw items of another wire format are useless here.
      if (message.raw?.every(isResponseItem)) return message.raw as ResponseInputItem[];
      return [
        ...(message.text === '' ? [] : [{ role: 'assistant' as const, content: message.text }]),
        ...message.calls.map((call) => ({
          type: 'function_call' as const,
          call_id: call.id,
          name: wireName(call.name),
          arguments: call.arguments,
        })),
      ];
  }
}
