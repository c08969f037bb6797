// Sampling: a model answers a server's request. The user approves the request before the model gets it, and the answer
// before the server gets it.
//
// - The model gets only the server's text: no tools, no documents, nothing from the chat.
// - Without a model, or without approval, the server gets a refusal.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { SamplingAnswer, SamplingRequest } from '../core/mcp-content.ts';
import type { ServerAnswer, ServerQuestion } from './questions.ts';
import { seen } from './read-tools.ts';

/** The model that answers; undefined if none is connected. */
export type Sampler = () => Promise<
  | {
      /** Its name on screen. */
      name: string;
      answer(request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>;
    }
  | undefined
>;

const MOST_MESSAGES = 50;
/** Maximum characters of a request, because the user reads it. */
const LONGEST = 100_000;

/** @returns undefined for an unsupported request, such as one with pictures or tools */
export function readSampling(params: unknown): SamplingRequest | undefined {
  if (!isObject(params) || !Array.isArray(params['messages'])) return undefined;
  const listed = params['messages'] as unknown[];
  if (listed.length === 0 || listed.length > MOST_MESSAGES || params['tools'] !== undefined) return undefined;
  const system = seen(params['systemPrompt'], LONGEST);
  const messages = listed.map(messageOf);
  if (!messages.every((message) => message !== undefined)) return undefined;
  const size = messages.reduce((sum, { text }) => sum + text.length, system.length);
  return size > LONGEST ? undefined : { system, messages };
}

function messageOf(given: unknown): SamplingRequest['messages'][number] | undefined {
  if (!isObject(given) || (given['role'] !== 'user' && given['role'] !== 'assistant')) return undefined;
  const parts = [given['content']].flat() as unknown[];
  const texts = parts.map((part) => (isObject(part) && part['type'] === 'text' ? part['text'] : undefined));
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const text = seen(texts.join('\n'), LONGEST);
  return text === '' ? undefined : { role: given['role'], text };
}

/** @returns the response for the server @throws Failure with the reason why it gets none */
export async function sampled(
  params: unknown,
  sampler: Sampler | undefined,
  ask: (question: Pick<ServerQuestion, 'message' | 'what'>) => Promise<ServerAnswer>,
  signal: AbortSignal,
): Promise<{
  role: 'assistant';
  content: { type: 'text'; text: string };
  model: string;
  stopReason: string;
}> {
  const request = readSampling(params);
  if (!request) throw new Failure('bad_request', 'only short texts can be sampled');
  const model = await sampler?.();
  if (!model) throw new Failure('unavailable', 'no model is connected');
  const { name } = model;
  const isAllowed = async (what: ServerQuestion['what']): Promise<void> => {
    const { action } = await ask({ message: '', what });
    if (action !== 'accept') throw new Failure('denied', 'the user did not allow it');
  };
  await isAllowed({ kind: 'sampling', request, model: name });
  const { text, model: id, isCut } = await model.answer(request, signal);
  await isAllowed({ kind: 'sampled', text, model: name });
  return {
    role: 'assistant',
    content: { type: 'text', text },
    model: id,
    stopReason: isCut ? 'maxTokens' : 'endTurn',
  };
}
