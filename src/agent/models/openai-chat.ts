// Chat Completions: what every OpenAI-compatible server speaks.
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { definitionOf, wireName } from '../../core/definition.ts';
import { ChatCalls, type ToolCallDelta } from './chat-calls.ts';
import type { Endpoint } from './endpoint.ts';
import { garbage } from './errors.ts';
import type { FinishReason, Model, ModelEvent, ModelMessage, ModelRequest } from './model.ts';
import { chunksOf, request, type Exchange } from './openai-request.ts';
import { withOwnNames } from './own-names.ts';

/** What this adapter reads of a chunk; servers add to it, and leave out. A server that does not stream sends `message`. */
interface Chunk {
  choices?: { delta?: Delta | null; message?: Delta | null; finish_reason?: string | null }[] | null;
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
}

interface Delta {
  content?: unknown;
  refusal?: string | null;
  reasoning?: unknown;
  reasoning_content?: unknown;
  tool_calls?: ToolCallDelta[] | null;
}

export function openaiChat(endpoint: Endpoint): Model {
  return {
    id: endpoint.model,
    stream: (asked, signal) =>
      request(endpoint, signal, (exchange) => withOwnNames(stream(endpoint, asked, exchange), asked.tools)),
  };
}

async function* stream(
  endpoint: Endpoint,
  asked: ModelRequest,
  { ask, pulse }: Exchange,
): AsyncGenerator<ModelEvent, void> {
  const body = {
    model: endpoint.model,
    messages: [{ role: 'system', content: asked.system }, ...asked.messages.map(toWire)],
    ...(asked.tools.length > 0 && {
      tools: asked.tools.map((tool) => definitionOf(tool, 'openai-chat')),
      tool_choice: asked.toolChoice,
    }),
    stream: true,
    stream_options: { include_usage: true },
  } satisfies ChatCompletionCreateParamsStreaming;
  const { data, response } = await ask('/chat/completions', body);
  const calls = new ChatCalls();
  let finish: FinishReason | undefined;
  let understood = false;
  for await (const chunk of chunksOf(data, response, endpoint)) {
    const { choices, usage } = (chunk ?? {}) as Chunk;
    understood ||= Array.isArray(choices);
    const choice = choices?.[0];
    yield* readDelta(choice?.delta ?? choice?.message ?? {}, calls);
    if (choice?.finish_reason) finish = toFinish(choice.finish_reason);
    if (usage) yield { type: 'usage', input: usage.prompt_tokens ?? 0, output: usage.completion_tokens ?? 0 };
  }
  if (!understood && !pulse.done) throw garbage(endpoint);
  // Some servers close the stream properly but give no reason.
  if (!finish && pulse.done) finish = 'stop';
  if (!finish) return;
  for (const { key, call } of calls.finish()) yield { type: 'call_finished', key, call };
  yield { type: 'finish', reason: finish };
}

function* readDelta(delta: Delta, calls: ChatCalls): Generator<ModelEvent, void> {
  const reasoning = toText(delta.reasoning_content) || toText(delta.reasoning);
  if (reasoning !== '') yield { type: 'reasoning', delta: reasoning };
  const text = toText(delta.content) || toText(delta.refusal);
  if (text !== '') yield { type: 'text', delta: text };
  for (const call of delta.tool_calls ?? []) {
    const change = calls.add(call);
    if (!change) continue;
    if (change.started !== undefined) yield { type: 'call_started', key: change.key, name: change.started };
    if (change.delta !== '') yield { type: 'call_delta', key: change.key, delta: change.delta };
  }
}

/** Text, also out of a list of content parts; parts that are no text (a model's thinking) are left out. */
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

function toWire(message: ModelMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.call, content: message.output };
    case 'assistant':
      return message.calls.length === 0
        ? { role: 'assistant', content: message.text }
        : {
            role: 'assistant',
            content: message.text === '' ? null : message.text,
            tool_calls: message.calls.map((call) => ({
              id: call.id,
              type: 'function',
              function: { name: wireName(call.name), arguments: call.arguments },
            })),
          };
  }
}
