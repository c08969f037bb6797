// The tool calls of one answer: runs them, tells how they go, and sees to it that each gets a result.
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
  /** Unique in this answer; a model may use one id in several turns. */
  id: string;
  call: ModelCall;
}

/** How a call goes, while it does. */
export interface CallObserver {
  onState(state: ToolCallState): void;
  onLog(line: LogLine): void;
  /** A piece of output before the result is there. */
  onEmit(text: string): void;
  onProgress(progress: ToolProgress): void;
}

/** Runs one tool. `id` is the id of the call's events. May reject; that becomes a result as well. */
export type RunTool = (
  name: string,
  args: JsonObject,
  options: { id: string; signal: AbortSignal } & CallObserver,
) => Promise<CallReport>;

export interface LoopCallsOptions {
  budget: Budget;
  call: RunTool;
  /** Names of the tools that were given with the last request. */
  given(): string[];
  /** True for a tool that may be called although it was not given. */
  exists(name: string): boolean;
  signal: AbortSignal;
  /** Rejects when the answer is to stop. */
  stopped: Promise<never>;
  clock: WallClock;
  /** Calls that have ids already. */
  before: number;
}

export class LoopCalls {
  readonly #options: LoopCallsOptions;
  readonly #counter: CallCounter;
  /** Calls that were told of and have no result yet, with the name of their tool. */
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

  /** A call begins: its result is owed from now on. */
  begin(name: string): string {
    const id = `call-${++this.#count}`;
    this.#open.set(id, name);
    return id;
  }

  /** Results for all that have none yet. */
  *abandon(why: ErrorData): Generator<AgentEvent, void> {
    for (const [id, name] of this.#open) yield { type: 'tool_result', id, name, report: reportOf(why) };
    this.#open.clear();
  }

  /** Runs one call and tells of it, its result included unless the answer was stopped: then `abandon` owes it. */
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
      // A tool that does not listen to the signal is left behind.
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

  /** A tool that was given up on may still speak. */
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

  /** A person's time is not the answer's: the clock stands while any call waits to be approved. */
  #watch(id: string, state: ToolCallState): void {
    const { clock, signal } = this.#options;
    if (state === 'waiting') this.#waiting.add(id);
    else this.#waiting.delete(id);
    if (signal.aborted) return;
    if (this.#waiting.size > 0) clock.pause();
    else clock.resume();
  }
}
