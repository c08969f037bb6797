// A call the user makes from a card: its progress, and stopping it.
import type { ToolCallState, ToolProgress } from '../../../core/conversation.ts';
import { toErrorData } from '../../../core/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { CallReport } from '../../../core/tool.ts';
import type { LogLine } from '../../../core/call.ts';

/** Events of a running call. */
export interface ManualRunObserver {
  onState(state: ToolCallState): void;
  onLog(line: LogLine): void;
  onEmit(text: string): void;
  onProgress(fraction: number, text: string | undefined): void;
}

export class HandRun {
  readonly #abort = new AbortController();
  #state = $state<ToolCallState>('running');
  #logs = $state.raw<LogLine[]>([]);
  #emitted = $state('');
  #progress = $state.raw<ToolProgress>();

  get state(): ToolCallState {
    return this.#state;
  }

  get logs(): LogLine[] {
    return this.#logs;
  }

  get emitted(): string {
    return this.#emitted;
  }

  get progress(): ToolProgress | undefined {
    return this.#progress;
  }

  /** Never rejects. @param args for the report of a call that could not even begin. */
  async start(
    args: JsonObject,
    call: (observer: ManualRunObserver, signal: AbortSignal) => Promise<CallReport>,
  ): Promise<CallReport> {
    const observer: ManualRunObserver = {
      onState: (state) => (this.#state = state),
      onLog: (line) => (this.#logs = [...this.#logs, line]),
      onEmit: (text) => (this.#emitted += text),
      onProgress: (fraction, text) => (this.#progress = { fraction, ...(text !== undefined && { text }) }),
    };
    try {
      return await call(observer, this.#abort.signal);
    } catch (error) {
      return { outcome: { error: toErrorData(error, 'unavailable') }, args, logs: [], milliseconds: 0 };
    }
  }

  stop(): void {
    this.#abort.abort();
  }
}
