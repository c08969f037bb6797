// How many tokens messages and tools take, and how much of a window each part of a request may have. Pure.
import { LETTERS_PER_TOKEN, tokensOf } from '../core/tokens.ts';
import { tokensOfPicture } from '../core/picture.ts';
import { BUDGET } from './budget.ts';
import type { ModelMessage, ModelTool } from '../models/model.ts';

/** What stands around a message or a tool on the wire. */
const FRAME = 6;

export function tokensOfMessage(message: ModelMessage): number {
  if (message.role === 'user') {
    const { text, pictures = [] } = message;
    return pictures.reduce((sum, picture) => sum + tokensOfPicture(picture), FRAME + tokensOf(text));
  }
  if (message.role === 'tool') return FRAME + tokensOf(message.output);
  return message.calls.reduce(
    (sum, call) => sum + FRAME + tokensOf(call.name) + tokensOf(call.arguments),
    FRAME + tokensOf(message.text),
  );
}

export function tokensOfTools(tools: readonly ModelTool[]): number {
  return tools.reduce((sum, tool) => sum + FRAME + tokensOf(JSON.stringify(tool)), 0);
}

/** Characters of one result that a model with this window gets to see: a sixth of it, in a script with an alphabet. */
export function outputFor(contextWindow: number): number {
  return Math.max(600, Math.min(BUDGET.output, Math.floor((contextWindow / 6) * LETTERS_PER_TOKEN)));
}

/** Of the window: what the passages of the library may take, and what stays free for the history and the answer. */
const PASSAGES_SHARE = 0.25;
const LEAST_PASSAGES = 4_000;
const FREE_SHARE = 0.35;

/**
 * Tokens of the passages that a model gets with a question: a quarter of its window, at least 4,000 where they fit.
 * @param beside what the rest of the request takes: prompt, tools, question
 */
export function passagesBudget(contextWindow: number, beside: number): number {
  const wanted = Math.max(LEAST_PASSAGES, contextWindow * PASSAGES_SHARE);
  const fits = contextWindow * (1 - FREE_SHARE) - beside;
  return Math.max(0, Math.floor(Math.min(wanted, fits)));
}
