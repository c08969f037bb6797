// A chat's usage so far: tokens and their cost, and the share of the context window. Pure.
import { chosenModel } from '../../../core/chosen-model.ts';
import { contextWindowOf } from '../../../core/context-window.ts';
import type { Conversation, Message } from '../../../core/conversation.ts';
import type { TokenPrice } from '../../../core/model-choice.ts';
import { connectionsOf, type ModelConnection, type Settings } from '../../../core/settings.ts';

/** The part of a chat that is measured. */
export interface MeteredChat {
  /** The shown branch. */
  readonly messages: readonly Message[];
  /** All branches, if any: repeated questions cost twice. */
  readonly all?: readonly Message[];
  readonly conversation?: Conversation | undefined;
}

export interface Spent {
  input: number;
  output: number;
  cached: number;
  reasoning: number;
  /** Undefined: no price is known. */
  cost: number | undefined;
  /** Some answers came from a model without a price, and are not included. */
  isPartial: boolean;
}

export interface Fill {
  tokens: number;
  window: number;
  /** 0 to 1. */
  share: number;
}

const MILLION = 1_000_000;

/** The model here; undefined: search mode. */
export function connectionOf(chat: MeteredChat, settings: Settings): ModelConnection | undefined {
  const chosen = chosenModel(settings, chat.conversation?.model);
  return chosen === 'gone' ? undefined : chosen;
}

/** Undefined before anything was counted. */
export function spentOf(chat: MeteredChat, settings: Settings): Spent | undefined {
  const answers = (chat.all ?? chat.messages).filter(({ usage }) => usage !== undefined);
  if (answers.length === 0) return undefined;
  const spent: Spent = { input: 0, output: 0, cached: 0, reasoning: 0, cost: undefined, isPartial: false };
  for (const { usage, model } of answers) {
    if (!usage) continue;
    const { input, output, cached = 0, reasoning = 0 } = usage;
    spent.input += input;
    spent.output += output;
    spent.cached += cached;
    spent.reasoning += reasoning;
    const price = priceOf(model, chat, settings);
    if (price) spent.cost = (spent.cost ?? 0) + costOf(price, { input, output, cached });
    else spent.isPartial = true;
  }
  return spent;
}

/** Undefined while nothing is known. */
export function fillOf(chat: MeteredChat, settings: Settings): Fill | undefined {
  const connection = connectionOf(chat, settings);
  const tokens = chat.messages.findLast(({ usage }) => usage?.context !== undefined)?.usage?.context;
  if (!connection || tokens === undefined) return undefined;
  const { model: id, contextWindow } = connection;
  const window = contextWindowOf({ id, contextWindow });
  return { tokens, window, share: Math.min(1, tokens / window) };
}

/** Models on this device or of the browser cost nothing. */
function priceOf(model: string | undefined, chat: MeteredChat, settings: Settings): TokenPrice | undefined {
  const own = connectionOf(chat, settings);
  const all = own ? [own, ...connectionsOf(settings)] : connectionsOf(settings);
  const found = all.find((one) => one.model === model);
  if (found?.kind === 'device') return { input: 0, output: 0 };
  return found?.price;
}

/** In the currency of the price. */
export function costOf(price: TokenPrice, used: { input: number; output: number; cached: number }): number {
  const cached = Math.min(used.cached, used.input);
  const { input, output, cached: forCached = input } = price;
  return ((used.input - cached) * input + cached * forCached + used.output * output) / MILLION;
}

/** `940`, `12.4k`, `1.2M`. */
export function shortCount(number: number): string {
  if (number < 1_000) return String(number);
  const [value, unit] = number < 999_500 ? [number / 1_000, 'k'] : [number / MILLION, 'M'];
  return `${value < 99.95 ? Number(value.toFixed(1)) : Math.round(value)}${unit}`;
}

/** Two significant digits: `0.0042`, `0.31`, `12.40`. In the currency of the prices. */
export function costText(cost: number): string {
  if (cost === 0) return '0';
  if (cost < 0.0001) return '< 0.0001';
  return cost >= 1 ? cost.toFixed(2) : String(Number(cost.toPrecision(2)));
}
