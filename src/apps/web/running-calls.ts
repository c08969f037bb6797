// The running tool calls of models, so that a user can stop one and let the answer continue.
import type { CallReport } from '../../core/tool.ts';
import type { Caller } from '../../core/call.ts';

export class RunningCalls {
  readonly #stops = new Map<string, () => void>();

  /** Runs a call with a signal that aborts with `signal`, or when this call is stopped. */
  async run(
    caller: Caller,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<CallReport>,
  ): Promise<CallReport> {
    if (caller.kind !== 'agent') return call(signal);
    const key = keyOf(caller.conversation, caller.call);
    const own = new AbortController();
    const stop = (): void => own.abort();
    this.#stops.set(key, stop);
    try {
      return await call(AbortSignal.any([signal, own.signal]));
    } finally {
      if (this.#stops.get(key) === stop) this.#stops.delete(key);
    }
  }

  /** The model gets `cancelled` as its result. A finished call is left alone. */
  stop(conversation: string, call: string): void {
    this.#stops.get(keyOf(conversation, call))?.();
  }
}

function keyOf(conversation: string, call: string): string {
  return `${conversation} ${call}`;
}
