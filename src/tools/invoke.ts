// The one invocation path (design D5). Every caller of a tool uses it: agent, form, page API, other tools.
//
// - Order: find, enabled, policy, rate, validate and fill defaults, approve when the policy is `ask`, run, check the
//   output, record. When a call only sends data, and sending needs an approval, one question covers both
//   (call-questions.ts).
// - It never rejects: every failure is the outcome of the report.
// - Arguments are copied and frozen first. The validated arguments are those that a person approves and that run.
// - A tool that changes while its approval is pending does not run: the approval was for another text.
// - A tool that calls another one uses this path too: the called tool runs with its own policy and grants.
import type { ToolCallState } from '../core/conversation.ts';
import { Failure, toErrorData } from '../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { hostArguments } from '../core/asked-hosts.ts';
import { isForAppsOnly } from '../core/mcp-tool.ts';
import { Outbound } from '../core/outbound.ts';
import { Taint } from '../core/taint.ts';
import type { CallReport, Tool } from '../core/tool.ts';
import {
  firstOf,
  mayFollowText,
  type Caller,
  type FirstCaller,
  type OutgoingRequest,
  type ToolResult,
} from '../core/call.ts';
import { needsApproval } from './builtins.ts';
import { CallQuestions } from './call-questions.ts';
import { checkResult } from './check-result.ts';
import { confirmSending } from './confirm-sending.ts';
import { lackingNamed, lackingOf } from './needs.ts';
import { noSuchTool } from './no-such-tool.ts';
import type { CallRun, RunObserver } from '../core/ports/call-run.ts';
import { snapshot, toPlain } from './plain.ts';
import { runBuiltin } from './run-builtin.ts';
import { runScript } from './run-script.ts';
import type { InvokeDeps } from './invoke-deps.ts';

export interface CallOptions extends RunObserver {
  caller: Caller;
  /** For a connector: settings for this call, which override its config; `${NAME}` in a text stands for a secret. */
  settings?: JsonObject;
  signal?: AbortSignal;
  /** What the calling answer has read so far; what the call reads is added to it. */
  taint?: Taint;
  /** Limits what the call and its nested calls may send. Default: a separate call that may send anything. */
  outbound?: Outbound;
  /** Refuses what writes, sends or needs an approval. */
  readOnly?: boolean;
  /** Names of the tools that may be called, also by called tools; absent: all. */
  only?: readonly string[];
}

/** Maximum nesting of tools that call tools; the first one has depth 0. */
const MAX_DEPTH = 4;

/**
 * @see the contract at the top of this file
 * @param given the arguments, copied when the call was made
 */
export async function invoke(
  deps: InvokeDeps,
  name: string,
  given: () => Json,
  options: CallOptions,
): Promise<CallReport> {
  const call = new Call(deps, name, options);
  const report = await call.finish(given);
  call.record(report);
  call.tell(report.outcome.error ? 'failed' : 'done');
  return report;
}

class Call {
  readonly #deps: InvokeDeps;
  readonly #name: string;
  readonly #options: CallOptions;
  readonly #signal: AbortSignal;
  readonly #taint: Taint;
  #outbound: Outbound;
  readonly #id: string;
  readonly #startedAt: string;
  readonly #started = performance.now();
  #tool: Tool | undefined;
  readonly #questions: CallQuestions;
  #ran = false;
  #args: JsonObject = {};
  /** Arguments as shown to a person; a connector's settings are included. */
  #shown: JsonObject | undefined;

  constructor(deps: InvokeDeps, name: string, options: CallOptions) {
    this.#deps = deps;
    this.#id = deps.newId();
    this.#startedAt = deps.now();
    this.#name = name;
    this.#options = options;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#taint = options.taint ?? new Taint();
    this.#outbound = options.outbound ?? new Outbound();
    this.#questions = new CallQuestions({
      consent: deps.consent,
      current: () => this.#admit(),
      mayAsk: () => this.#outbound.refuse('calls that need an approval'),
      onWaiting: (waiting) => this.tell(waiting ? 'waiting' : 'running'),
    });
  }

  async finish(given: () => Json): Promise<CallReport> {
    try {
      this.#checkStopped();
      const tool = this.#admit();
      this.#deps.rate.admit(tool);
      const mode = (await this.#deps.readOnly?.(firstOf(this.#options.caller))) ?? this.#options.readOnly;
      if (mode) this.#outbound = this.#outbound.inReadOnly(mode === true ? 'chat' : mode);
      if (tool.collections) this.#outbound = this.#outbound.within(tool.collections);
      const plain = given();
      this.#args = isObject(plain) ? (plain as JsonObject) : Object.freeze({});
      const report = await this.#perform(tool);
      return { ...report, milliseconds: this.#milliseconds(), run: this.#id };
    } catch (error) {
      const stopped = this.#signal.aborted ? this.#stopped() : error;
      return {
        outcome: { error: toErrorData(stopped) },
        args: this.#args,
        logs: [],
        milliseconds: this.#milliseconds(),
        run: this.#id,
      };
    } finally {
      this.#mark();
    }
  }

  /** The result of a call is untrusted text, its failure included. */
  #mark(): void {
    const { caller } = this.#options;
    if (!this.#ran || (caller.kind !== 'agent' && caller.kind !== 'tool')) return;
    this.#taint.add((this.#tool && this.#readBy(this.#tool)) ?? `results of ${this.#name}`);
  }

  /** A server may read its own answers when they are sent back to it. It is identified by its host. */
  #readBy({ name, kind, hosts }: Tool): string | undefined {
    return kind === 'mcp' && hosts.length === 1 ? hosts[0] : this.#deps.builtin(name)?.reads;
  }

  record(report: CallReport): void {
    this.#deps.record({
      id: this.#id,
      startedAt: this.#startedAt,
      name: this.#name,
      tool: this.#tool,
      caller: this.#options.caller,
      report,
      approval: this.#questions.approval,
      ...(this.#tool && this.#options.settings && { config: this.#configOf(this.#tool) }),
    });
  }

  tell(state: ToolCallState): void {
    try {
      this.#options.onState?.(state);
    } catch (error) {
      // A listener's bug is not the tool's failure, so it surfaces as an uncaught error.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  /** Finds the tool and checks that it may be called at all. */
  #admit(): Tool {
    const tool = this.#deps.find(this.#name);
    if (!tool) throw noSuchTool(this.#name);
    this.#tool = tool;
    const name = this.#name;
    const closed = this.#deps.whyClosed(tool);
    if (closed !== undefined) throw new Failure('disabled', `tool '${name}' cannot be called: ${closed}`);
    if (tool.problem !== undefined) {
      throw new Failure('disabled', `tool '${name}' cannot be called: ${tool.problem}`);
    }
    if (!tool.enabled)
      throw new Failure('disabled', `tool '${name}' is switched off; switch it on to use it`);
    if (tool.policy === 'deny') {
      throw new Failure('denied', `tool '${name}' may not be called: its policy is deny`);
    }
    this.#checkCaller(tool);
    return tool;
  }

  #checkCaller(tool: Tool): void {
    const { caller, only } = this.#options;
    if (only && !only.includes(this.#name)) {
      throw new Failure('denied', `tool '${this.#name}' may not be called here`);
    }
    if (tool.kind === 'connector' && (mayFollowText(caller) || caller.kind === 'tool')) {
      throw new Failure('denied', `'${this.#name}' is a connector: only people can run it`);
    }
    if (tool.draft && caller.kind !== 'user') {
      throw new Failure('disabled', `tool '${this.#name}' is a draft; save it in the studio first`);
    }
    if (mayFollowText(caller) && !tool.llmCallable && !(caller.kind === 'app' && isForAppsOnly(tool))) {
      throw new Failure('denied', `tool '${this.#name}' is not offered to models in its settings`);
    }
    if (caller.kind === 'user' && !tool.userCallable) {
      throw new Failure('denied', `tool '${this.#name}' is not offered to people in its settings`);
    }
    if (caller.kind === 'tool' && caller.depth > MAX_DEPTH) {
      throw new Failure('denied', `tools may call each other ${MAX_DEPTH} deep, and no deeper`);
    }
  }

  async #perform(found: Tool): Promise<CallReport> {
    let tool = found;
    const builtin = tool.origin === 'builtin' ? this.#deps.builtin(tool.name) : undefined;
    const { caller } = this.#options;
    const named = caller.kind === 'user' ? [] : hostArguments(tool.spec.hosts);
    const asksAlways = needsApproval(tool, builtin, caller);
    if (builtin || asksAlways || tool.kind === 'mcp' || named.length > 0) {
      const isConnector = tool.kind === 'connector';
      const given = isConnector ? { ...this.#configOf(tool), ...this.#args } : this.#args;
      const filled = await this.#deps.runner.validate(tool.spec.parameters, given, {
        signal: this.#signal,
        nested: this.#nested,
      });
      const checked = toPlain(filled, 'the arguments') as JsonObject;
      if (isConnector) this.#shown = checked;
      else this.#args = checked;
    }
    const asks = asksAlways || (named.length > 0 && lackingNamed(tool, this.#args).length > 0);
    const requests = (await builtin?.sends?.(this.#args)) ?? [];
    // A tool that lacks a grant could not send, so the call is approved first, with the grant.
    const waits = asks && lackingOf(tool, this.#args) === undefined && this.#sendsAndAsks(tool, requests);
    if (waits) this.#questions.postpone();
    else if (asks) tool = await this.#questions.approve(this.#questionOf(tool), this.#signal);
    this.#tool = tool;
    this.#checkStopped();
    this.tell('running');
    this.#ran = true;
    const run = this.#runOf(tool);
    await confirmSending(run, requests);
    if (builtin) return builtin.perform ? builtin.perform(run) : runBuiltin(run, builtin);
    if (tool.kind === 'mcp') return this.#deps.callServer(run);
    return runScript(this.#deps, run);
  }

  /** Tells whether the call only sends data, which would need an approval of its own. */
  #sendsAndAsks({ kind, hosts }: Tool, requests: readonly OutgoingRequest[]): boolean {
    if (!mayFollowText(firstOf(this.#options.caller))) return false;
    const places = kind === 'mcp' || kind === 'http' ? hosts : requests.map(({ url }) => new URL(url).host);
    return places.length > 0 && places.every((host) => this.#taint.besides(host) !== undefined);
  }

  #questionOf(tool: Tool) {
    const args = this.#shown ?? this.#args;
    return { tool, name: this.#name, args, caller: this.#options.caller };
  }

  #configOf({ kind, config }: Tool): JsonObject {
    return kind === 'connector' ? { ...config, ...this.#options.settings } : config;
  }

  /** Returns the call as seen by its executor. */
  #runOf(tool: Tool): CallRun {
    const { caller } = this.#options;
    const first = firstOf(caller);
    return {
      id: this.#id,
      tool,
      name: this.#name,
      args: this.#args,
      config: this.#configOf(tool),
      caller,
      first,
      nested: this.#nested,
      signal: this.#signal,
      taint: this.#taint,
      outbound: this.#outbound,
      observer: this.#options,
      ask: (act, signal) => this.#questions.ask(this.#questionOf(tool), act, signal),
      asksFirst: this.#questions.isDue,
      checkResult: (result) =>
        checkResult(this.#deps.runner, tool, result, { signal: this.#signal, nested: this.#nested }),
      callTool: (name, args, signal, onWaiting) =>
        this.#callAnother(tool, first, { name, args, signal, onWaiting }),
    };
  }

  /** Whether another run waits for this call. */
  get #nested(): boolean {
    return this.#options.caller.kind === 'tool';
  }

  async #callAnother(
    tool: Tool,
    first: FirstCaller,
    call: { name: string; args: Json; signal: AbortSignal; onWaiting: (waiting: boolean) => void },
  ): Promise<ToolResult> {
    const { caller } = this.#options;
    const depth = caller.kind === 'tool' ? caller.depth + 1 : 1;
    const report = await invoke(this.#deps, call.name, snapshot(call.args, 'the arguments'), {
      caller: { kind: 'tool', name: tool.name, depth, first, run: this.#id },
      signal: call.signal,
      taint: this.#taint,
      outbound: this.#outbound,
      ...(this.#options.only && { only: this.#options.only }),
      onState: (state) => call.onWaiting(state === 'waiting'),
    });
    return report.outcome;
  }

  #checkStopped(): void {
    if (this.#signal.aborted) throw this.#stopped();
  }

  #stopped(): Failure {
    return new Failure('cancelled', `the call of tool '${this.#name}' was stopped`);
  }

  #milliseconds(): number {
    return performance.now() - this.#started - this.#questions.waited;
  }
}
