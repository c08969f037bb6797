// Estimates the tokens of messages and tools, and the share of the window for each part of a request. Pure.
import { LETTERS_PER_TOKEN, tokensOf } from '../core/tokens.ts';
import { tokensOfPicture } from '../core/picture.ts';
import { BUDGET } from './budget.ts';
import type { ModelMessage, ModelTool } from '../models/model.ts';

/** Tokens around a message or a tool on the wire. */
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

/**
 * Returns the characters of one tool result that a model with this window sees: a sixth of the window, in an
 * alphabetic script.
 */
export function outputFor(contextWindow: number): number {
  return Math.max(600, Math.min(BUDGET.output, Math.floor((contextWindow / 6) * LETTERS_PER_TOKEN)));
}

/** Share of the window for library passages, and the share that stays free for history and answer. */
const PASSAGES_SHARE = 0.25;
const LEAST_PASSAGES = 4_000;
const FREE_SHARE = 0.35;

/**
 * Returns the token limit of the passages given with a question: a quarter of the window, at least 4,000 if they fit.
 * @param beside tokens of the rest of the request: prompt, tools, question
 */
export function passagesBudget(contextWindow: number, beside: number): number {
  const wanted = Math.max(LEAST_PASSAGES, contextWindow * PASSAGES_SHARE);
  const fits = contextWindow * (1 - FREE_SHARE) - beside;
  return Math.max(0, Math.floor(Math.min(wanted, fits)));
}
