// Chat Completions, the format of every OpenAI-compatible server.
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionContentPart,
} from 'openai/resources/chat/completions';
import { wireName } from '../core/definition.ts';
import { isObject } from '../base/json.ts';
import { ChatCalls, type ToolCallDelta } from './chat-calls.ts';
import type { Endpoint } from './endpoint.ts';
import { garbage } from './errors.ts';
import { pictureUrl } from '../core/picture.ts';
import type { FinishReason, Model, ModelEvent, ModelMessage, ModelRequest, UserMessage } from './model.ts';
import { chunksOf, sendAsked, streamingModel, toolsFor, type Exchange } from './openai-request.ts';
import type { Service } from './services.ts';

/** Type of the raw items that hold Gemini's signatures of calls, which must be sent back. */
const SIGNED = 'chat.signed_call';

/**
 * The fields that this adapter reads from a chunk. Servers add and omit fields. A server that does not stream sends
 * `message`.
 */
interface Chunk {
  choices?: { delta?: Delta | null; message?: Delta | null; finish_reason?: string | null }[] | null;
  usage?: ChatUsage | null;
}

interface ChatUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
  /** DeepSeek's field. */
  prompt_cache_hit_tokens?: number;
}

interface Delta {
  content?: unknown;
  refusal?: string | null;
  reasoning?: unknown;
  reasoning_content?: unknown;
  tool_calls?: ToolCallDelta[] | null;
}

export function openaiChat(endpoint: Endpoint): Model {
  return streamingModel(endpoint, stream);
}

async function* stream(
  endpoint: Endpoint,
  asked: ModelRequest,
  exchange: Exchange,
): AsyncGenerator<ModelEvent, void> {
  const { data, response, notices } = await sendAsked(endpoint, asked, exchange, '/chat/completions', toBody);
  yield* notices;
  const calls = new ChatCalls();
  let finish: FinishReason | undefined;
  let understood = false;
  let used: ChatUsage | undefined;
  for await (const chunk of chunksOf(data, response, endpoint)) {
    const { choices, usage } = (chunk ?? {}) as Chunk;
    understood ||= Array.isArray(choices);
    const choice = choices?.[0];
    yield* readDelta(choice?.delta ?? choice?.message ?? {}, calls);
    if (choice?.finish_reason) finish = toFinish(choice.finish_reason);
    // Some servers repeat the total in every chunk: the last one counts.
    if (usage) used = usage;
  }
  if (used) yield toUsage(used);
  if (!understood && !exchange.pulse.done) throw garbage(endpoint);
  // Some servers close the stream properly but give no reason.
  if (!finish && exchange.pulse.done) finish = 'stop';
  if (!finish) return;
  const finished = calls.finish();
  for (const { key, call } of finished) yield { type: 'call_finished', key, call };
  const signed = finished.flatMap(({ call, extra }) => (extra ? [{ type: SIGNED, id: call.id, extra }] : []));
  if (signed.length > 0) yield { type: 'raw', items: signed };
  yield { type: 'finish', reason: finish };
}

function toBody(endpoint: Endpoint, asked: ModelRequest): object {
  const { model, parameters, quirks, service } = endpoint;
  const { temperature, topP, maxOutputTokens, reasoningEffort } = parameters;
  const other = service.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  return {
    model,
    messages: [
      { role: 'system', content: asked.system },
      ...asked.messages.map((message) => toWire(message, service)),
    ],
    ...(asked.tools.length > 0 && {
      tools: toolsFor(endpoint, asked, 'openai-chat'),
      tool_choice: asked.toolChoice,
    }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxOutputTokens !== undefined && {
      [quirks.refused.has(service.limit) ? other : service.limit]: maxOutputTokens,
    }),
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
    stream: true,
    stream_options: { include_usage: true },
  } satisfies ChatCompletionCreateParamsStreaming;
}

function toUsage(usage: ChatUsage): ModelEvent {
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens;
  return {
    type: 'usage',
    input: usage.prompt_tokens ?? 0,
    output: usage.completion_tokens ?? 0,
    ...(cached !== undefined && { cached }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

function* readDelta(delta: Delta, calls: ChatCalls): Generator<ModelEvent, void> {
  const reasoning = toText(delta.reasoning_content) || toText(delta.reasoning);
  if (reasoning !== '') yield { type: 'reasoning', delta: reasoning };
  const text = toText(delta.content) || toText(delta.refusal);
  if (text !== '') yield { type: 'text', delta: text };
  for (const call of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) {
    const change = isObject(call) ? calls.add(call) : undefined;
    if (!change) continue;
    if (change.started !== undefined) yield { type: 'call_started', key: change.key, name: change.started };
    if (change.delta !== '') yield { type: 'call_delta', key: change.key, delta: change.delta };
  }
}

/** Returns the text, also from a list of content parts; parts other than text (a model's thinking) are skipped. */
function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { type?: string; text?: unknown }) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

function toFinish(reason: string): FinishReason {
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'filter' : 'stop';
}

function userContent({ text, pictures = [] }: UserMessage): string | ChatCompletionContentPart[] {
  if (pictures.length === 0) return text;
  const shown = pictures.flatMap((picture) => pictureUrl(picture) ?? []);
  return [
    { type: 'text', text },
    ...shown.map((url) => ({ type: 'image_url' as const, image_url: { url } })),
  ];
}

function toWire(message: ModelMessage, service: Service): ChatCompletionMessageParam {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: userContent(message) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.call, content: message.output };
    case 'assistant':
      return message.calls.length === 0
        ? { role: 'assistant', content: message.text }
        : {
            role: 'assistant',
            content: message.text === '' ? null : message.text,
            tool_calls: message.calls.map((call, position) => ({
              id: call.id,
              type: 'function',
              function: { name: wireName(call.name), arguments: call.arguments },
              ...signatureOf(call.id, position, message.raw, service),
            })),
          };
  }
}

/** Only the first of parallel calls is signed. */
function signatureOf(
  id: string,
  position: number,
  raw: unknown[] | undefined,
  { unsigned }: Service,
): object {
  const items = (raw ?? []) as { type?: unknown; id?: unknown; extra?: unknown }[];
  const signed = items.filter(({ type }) => type === SIGNED);
  const extra = signed.find((item) => item.id === id)?.extra;
  const stand = position === 0 && signed.length === 0 ? unsigned : undefined;
  const content = extra ?? stand;
  return content === undefined ? {} : { extra_content: content };
}
