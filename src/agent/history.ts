// Kept messages turned into messages for a model: whole exchanges, the newest ones that fit. Pure.
import { textOf, type Message, type Part } from '../core/conversation.ts';
import type { ErrorData } from '../core/errors.ts';
import { withoutCitations } from './citations.ts';
import type { ModelCall, ModelMessage } from './models/model.ts';
import { reportOf, resultText } from './tool-results.ts';

/** Characters of earlier exchanges to send: some 10,000 tokens, so that small local models keep room to answer. */
const HISTORY_SIZE = 40_000;
/** Characters of one earlier tool result: enough to refer back to; the call can be made again. */
const RESULT_SIZE = 2_000;

/** The earlier messages of a conversation, oldest first, followed by the question. */
export function toModelMessages(earlier: Message[], question: string, size = HISTORY_SIZE): ModelMessage[] {
  const kept: ModelMessage[] = [];
  let left = size;
  for (const exchange of exchanges(earlier).reverse()) {
    const messages = exchange.flatMap(toMessages);
    left -= messages.reduce((sum, message) => sum + sizeOf(message), 0);
    if (left < 0) break;
    kept.unshift(...messages);
  }
  return [...withOwnIds(kept), { role: 'user', text: question }];
}

/** Each question with its answer. An unanswered one is left out: many models insist on turns that alternate. */
function exchanges(messages: Message[]): Message[][] {
  const all: Message[][] = [];
  for (const message of messages) {
    if (message.role === 'user') all.push([message]);
    else all.at(-1)?.push(message);
  }
  return all.filter((exchange) => exchange.length > 1);
}

function toMessages(message: Pick<Message, 'role' | 'parts'>): ModelMessage[] {
  if (message.role === 'user') return [{ role: 'user', text: textOf(message.parts) }];
  const messages: ModelMessage[] = [];
  let text = '';
  let calls: Extract<Part, { type: 'tool' }>[] = [];
  const flush = (): void => {
    if (text === '' && calls.length === 0) return;
    messages.push({ role: 'assistant', text, calls: calls.map(toCall) }, ...calls.map(toResult));
    text = '';
    calls = [];
  };
  for (const part of message.parts) {
    if (part.type === 'tool') {
      calls.push(part);
      continue;
    }
    const words = toWords(part);
    if (words === '') continue;
    if (calls.length > 0) flush();
    text += text === '' ? words : `\n\n${words}`;
  }
  flush();
  if (messages.at(-1)?.role !== 'assistant') {
    messages.push({ role: 'assistant', text: '(no answer)', calls: [] });
  }
  return messages;
}

/** An answer that goes on: what was said and called so far, as the model's own, and the word to go on. */
export function continuation(parts: readonly Part[]): ModelMessage[] {
  if (parts.length === 0) return [];
  const messages = toMessages({ role: 'assistant', parts: [...parts] });
  if (messages.at(-1)?.role === 'tool') return messages;
  return [
    ...messages,
    {
      role: 'user',
      text: '(The connection broke off in the middle of your answer. Go on exactly where it ends, and repeat nothing.)',
    },
  ];
}

const LOST: ErrorData = {
  code: 'cancelled',
  message: 'the page was closed while this call was running: whether it took effect is not known',
};

/** Every call has a result: those that a closed page left without one are given up. */
export function closeOpenCalls(parts: readonly Part[]): Part[] {
  return parts.map((part) =>
    part.type === 'tool' && !part.report
      ? { ...part, state: 'failed', report: reportOf(LOST, part.args) }
      : part,
  );
}

function toWords(part: Part): string {
  if (part.type === 'text') return withoutCitations(part.text);
  if (part.type === 'error') return `(the answer failed: ${part.error.message})`;
  if (part.type === 'passages' && part.hits.length > 0) {
    const found = part.hits.slice(0, 3).map((hit) => `- ${hit.title ?? hit.source_id}: ${hit.snippet}`);
    return `(search results shown to the user)\n${found.join('\n')}`;
  }
  return '';
}

function toCall(part: Extract<Part, { type: 'tool' }>): ModelCall {
  return { id: part.id, name: part.name, arguments: JSON.stringify(part.args) };
}

function toResult(part: Extract<Part, { type: 'tool' }>): ModelMessage {
  const outcome = part.report?.outcome ?? {
    error: { code: 'cancelled' as const, message: 'the call was never finished' },
  };
  return { role: 'tool', call: part.id, name: part.name, output: resultText(outcome, RESULT_SIZE) };
}

/** Ids of kept calls are unique in their answer only; nine letters and digits is the one form that every endpoint takes. */
function withOwnIds(messages: ModelMessage[]): ModelMessage[] {
  let count = 0;
  let ids = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === 'user') {
      ids = new Map();
      return message;
    }
    if (message.role === 'tool') return { ...message, call: ids.get(message.call) ?? message.call };
    const calls = message.calls.map((call) => {
      const id = `h${String(++count).padStart(8, '0')}`;
      ids.set(call.id, id);
      return { ...call, id };
    });
    return { ...message, calls };
  });
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'tool') return message.output.length;
  if (message.role === 'user') return message.text.length;
  return (
    message.text.length +
    message.calls.reduce((sum, call) => sum + call.arguments.length + call.name.length, 0)
  );
}
