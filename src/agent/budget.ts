// What one answer may spend, and the watch over calls that repeat themselves. Pure.
import type { Json, JsonObject } from '../core/json.ts';

export interface Budget {
  /** Requests to the model. The last one allowed is asked without tools, so that there is an answer. */
  turns: number;
  /** Tool calls over all turns. */
  calls: number;
  /** Milliseconds, without the time in which a person is asked to approve. */
  time: number;
  /** How often the same tool may be asked for with the same arguments before that is refused. */
  repeats: number;
  /** Characters of one tool result that the model gets to see: some 6,000 tokens. */
  output: number;
  /** Characters of arguments that are still taken for a call and not for a runaway model. */
  arguments: number;
}

export const BUDGET: Budget = {
  turns: 12,
  calls: 32,
  time: 10 * 60_000,
  repeats: 2,
  output: 24_000,
  arguments: 256_000,
};

/** Counts the calls of one answer and says why one may not run. */
export class CallCounter {
  readonly #budget: Budget;
  readonly #seen = new Map<string, number>();
  #calls = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Counts a call; returns undefined when it may run, else what to tell the model. */
  refuse(name: string, args: JsonObject): string | undefined {
    if (++this.#calls > this.#budget.calls) {
      return `All ${this.#budget.calls} tool calls of this answer are used up. Answer with what you have found.`;
    }
    const signature = `${name} ${canonical(args)}`;
    const times = (this.#seen.get(signature) ?? 0) + 1;
    this.#seen.set(signature, times);
    if (times <= this.#budget.repeats) return undefined;
    return `You called ${name} with exactly these arguments ${times} times; it will not answer differently. Answer with what you have found.`;
  }
}

/** JSON text in which the order of keys makes no difference. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, inner: Json) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
