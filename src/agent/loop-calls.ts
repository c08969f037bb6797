// Runs the tool calls of one answer, reports their progress, and guarantees one result per call.
import type { AgentEvent, ToolCallState, ToolProgress } from '../core/conversation.ts';
import { toErrorData, type ErrorData } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { CallReport } from '../core/tool.ts';
import type { LogLine } from '../core/call.ts';
import { CallCounter, type Budget } from './budget.ts';
import type { ModelCall } from '../models/model.ts';
import { readArguments, reportOf } from './tool-results.ts';
import type { WallClock } from './wall-clock.ts';

export interface PendingCall {
  /** Unique in this answer; a model may reuse an id in several turns. */
  id: string;
  call: ModelCall;
}

/** Progress of a call. */
export interface CallObserver {
  onState(state: ToolCallState): void;
  onLog(line: LogLine): void;
  /** Output before the result. */
  onEmit(text: string): void;
  onProgress(progress: ToolProgress): void;
}

/** Runs one tool. `id` is the id of the call's events. A rejection becomes a result as well. */
export type RunTool = (
  name: string,
  args: JsonObject,
  options: { id: string; signal: AbortSignal } & CallObserver,
) => Promise<CallReport>;

export interface LoopCallsOptions {
  budget: Budget;
  call: RunTool;
  /** Returns the names of the tools in the last request. */
  given(): string[];
  /** Tells whether a tool can be called although it was not offered. */
  exists(name: string): boolean;
  signal: AbortSignal;
  /** Rejects when the answer should stop. */
  stopped: Promise<never>;
  clock: WallClock;
  /** Number of calls that already have ids. */
  before: number;
}

export class LoopCalls {
  readonly #options: LoopCallsOptions;
  readonly #counter: CallCounter;
  /** Reported calls without a result yet, with the name of their tool. */
  readonly #open = new Map<string, string>();
  readonly #waiting = new Set<string>();
  #count: number;
  #spent = false;

  constructor(options: LoopCallsOptions) {
    this.#options = options;
    this.#count = options.before;
    this.#counter = new CallCounter(options.budget);
  }

  /** A call was refused because the budget is spent. */
  get spent(): boolean {
    return this.#spent;
  }

  /** Registers a call, which must get a result from now on. */
  begin(name: string): string {
    const id = `call-${++this.#count}`;
    this.#open.set(id, name);
    return id;
  }

  /** Results for all open calls. */
  *abandon(why: ErrorData): Generator<AgentEvent, void> {
    for (const [id, name] of this.#open) yield { type: 'tool_result', id, name, report: reportOf(why) };
    this.#open.clear();
  }

  /**
   * Runs one call and yields its events, including the result unless the answer was stopped: then `abandon` yields
   * it.
   */
  async run(
    { id, call }: PendingCall,
    refuseAll: boolean,
    tell: (event: AgentEvent) => void,
  ): Promise<CallReport> {
    const { name } = call;
    const report = await this.#report(id, call, refuseAll, tell);
    if (this.#options.signal.aborted) return report;
    this.#open.delete(id);
    tell({ type: 'tool_result', id, name, report });
    return report;
  }

  async #report(
    id: string,
    call: ModelCall,
    refuseAll: boolean,
    tell: (event: AgentEvent) => void,
  ): Promise<CallReport> {
    const { name } = call;
    const { budget, signal, stopped } = this.#options;
    const read = readArguments(call.arguments, budget.arguments);
    const args = 'args' in read ? read.args : {};
    tell({ type: 'tool_call', id, name, args, state: 'running' });
    if ('error' in read) return reportOf(read.error);
    const given = this.#options.given();
    if (!given.includes(name) && !this.#options.exists(name)) {
      const known = given.join(', ') || 'none';
      return reportOf(
        { code: 'not_found', message: `no tool registered with name: ${name}; there are: ${known}` },
        args,
      );
    }
    const refusal = refuseAll
      ? { message: 'No more tools can be called in this answer.', spent: true }
      : this.#counter.refuse(name, args);
    if (refusal) {
      this.#spent ||= refusal.spent;
      return reportOf({ code: 'rate_limited', message: refusal.message }, args);
    }
    const started = performance.now();
    try {
      // Abandons a tool that ignores the signal.
      const report = await Promise.race([
        this.#options.call(name, args, { id, signal, ...this.#observer(id, tell) }),
        stopped,
      ]);
      const { error } = report.outcome;
      this.#counter.ended(name, error !== undefined && error.code !== 'denied');
      return report;
    } catch (error) {
      return { ...reportOf(toErrorData(error), args), milliseconds: performance.now() - started };
    } finally {
      this.#watch(id, 'done');
    }
  }

  /** An abandoned tool can still emit events. */
  #observer(id: string, tell: (event: AgentEvent) => void): CallObserver {
    const tellOpen = (event: AgentEvent): void => {
      if (this.#open.has(id)) tell(event);
    };
    return {
      onState: (state) => {
        if (!this.#open.has(id) || state === 'done' || state === 'failed') return;
        this.#watch(id, state);
        tell({ type: 'tool_state', id, state });
      },
      onLog: (line) => tellOpen({ type: 'tool_log', id, line }),
      onEmit: (delta) => tellOpen({ type: 'tool_output', id, delta }),
      onProgress: (progress) => tellOpen({ type: 'tool_progress', id, ...progress }),
    };
  }

  /** Pauses the clock while any call waits for approval, since a person's time does not count. */
  #watch(id: string, state: ToolCallState): void {
    const { clock, signal } = this.#options;
    if (state === 'waiting') this.#waiting.add(id);
    else this.#waiting.delete(id);
    if (signal.aborted) return;
    if (this.#waiting.size > 0) clock.pause();
    else clock.resume();
  }
}
