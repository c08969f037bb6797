// What one answer may spend, and the watch over calls that repeat themselves. Pure.
import type { Json, JsonObject } from '../base/json.ts';
import { RUN_SCRIPT } from '../core/script-result.ts';

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
  /** How often a script that failed may be sent again, one after the other. */
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

/** Why a call may not run, for the model. */
export interface Refusal {
  message: string;
  /** No further call of any tool can run. */
  spent: boolean;
}

/** Counts the calls of one answer and says why one may not run. */
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

  /** Tells what became of a call that ran. */
  ended(name: string, failed: boolean): void {
    if (name === RUN_SCRIPT) this.#failedScripts = failed ? this.#failedScripts + 1 : 0;
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
