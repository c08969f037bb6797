// The limits of one answer, and the detection of repeated calls. Pure.
import type { Json, JsonObject } from '../base/json.ts';
import { RUN_SCRIPT } from '../core/script-result.ts';

export interface Budget {
  /** Requests to the model. The last one is made without tools, so that there is an answer. */
  turns: number;
  /** Tool calls over all turns. */
  calls: number;
  /** Milliseconds, without the time spent on approvals. */
  time: number;
  /** How often the same tool can be called with the same arguments. */
  repeats: number;
  /** Characters of one tool result that the model sees: about 6,000 tokens. */
  output: number;
  /** Maximum length of arguments, in characters; anything longer is a runaway model. */
  arguments: number;
  /** Maximum number of consecutive repairs of a failed script. */
  mends: number;
}

export const BUDGET: Budget = {
  turns: 12,
  calls: 32,
  time: 10 * 60_000,
  repeats: 2,
  output: 24_000,
  arguments: 256_000,
  mends: 3,
};

/** Why a call may not run, told to the model. */
export interface Refusal {
  message: string;
  /** No further tool call can run. */
  spent: boolean;
}

/** Counts the calls of one answer, and refuses those beyond the budget. */
export class CallCounter {
  readonly #budget: Budget;
  readonly #seen = new Map<string, number>();
  #calls = 0;
  #failedScripts = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Counts a call; returns undefined when it may run. */
  refuse(name: string, args: JsonObject): Refusal | undefined {
    const { calls, repeats, mends } = this.#budget;
    if (++this.#calls > calls) {
      const message = `All ${calls} tool calls of this answer are used up. Answer with what you have found.`;
      return { message, spent: true };
    }
    const signature = `${name} ${canonical(args)}`;
    const times = (this.#seen.get(signature) ?? 0) + 1;
    this.#seen.set(signature, times);
    if (times > repeats) {
      const message = `You called ${name} with exactly these arguments ${times} times; it will not answer differently. Answer with what you have found.`;
      return { message, spent: true };
    }
    if (name !== RUN_SCRIPT || this.#failedScripts <= mends) return undefined;
    const message = `The script failed, and so did ${mends} mended ones. Send no further script; say what you tried, what went wrong, and what else may help.`;
    return { message, spent: false };
  }

  /** Records the outcome of a call. */
  ended(name: string, failed: boolean): void {
    if (name === RUN_SCRIPT) this.#failedScripts = failed ? this.#failedScripts + 1 : 0;
  }
}

/** Returns JSON text that is independent of key order. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, inner: Json) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
