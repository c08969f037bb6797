// The one invocation path (design D5). Whoever calls a tool comes through here: agent, form, page API, other tools.
//
// - Order: find, enabled, policy, validate and fill defaults, approve when the policy is `ask`, run, check the output.
// - It never rejects: every failure is the outcome of the report.
// - Arguments are copied and frozen first. What was validated is what a person approves and what runs.
// - A tool that changes while its approval is pending is not run: the yes was for another text.
// - A tool that calls another one comes through here too: the called one runs with its own policy and grants.
import { toScan } from '../core/connector.ts';
import type { ToolCallState } from '../core/conversation.ts';
import { Failure, toErrorData } from '../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { inMebibytes } from '../core/limits.ts';
import { namesIn } from '../core/placeholders.ts';
import type { Secret } from '../core/secrets.ts';
import {
  limitsOf,
  type Act,
  type CallReport,
  type Caller,
  type FirstCaller,
  type LogLine,
  type Tool,
  type ToolResult,
} from '../core/tool.ts';
import type { Approve } from './approvals.ts';
import type { Builtin } from './builtins.ts';
import { noSuchTool } from './no-such-tool.ts';
import { MAX_RESULT_BYTES, sha256, snapshot, toPlain } from './plain.ts';
import type { Grants, ToolRunner } from './tool-runner.ts';

export interface CallOptions {
  caller: Caller;
  signal?: AbortSignal;
  onState?(state: ToolCallState): void;
  onLog?(line: LogLine): void;
  /** @param fraction 0 to 1 */
  onProgress?(fraction: number, text?: string): void;
  /** A piece of output before the result is there. */
  onEmit?(text: string): void;
}

export interface InvokeDeps {
  find(name: string): Tool | undefined;
  builtin(name: string): Builtin | undefined;
  runner: ToolRunner;
  approve: Approve;
  secrets(names: readonly string[]): Promise<Secret[]>;
}

/** Tools that call tools: the first one is called by somebody else, and so is at depth 0. */
const MAX_DEPTH = 4;

/**
 * @see the contract at the top of this file.
 * @param given the arguments, copied when the call was made.
 */
export async function invoke(
  deps: InvokeDeps,
  name: string,
  given: () => Json,
  options: CallOptions,
): Promise<CallReport> {
  const call = new Call(deps, name, options);
  const report = await call.finish(given);
  call.tell(report.outcome.error ? 'failed' : 'done');
  return report;
}

class Call {
  readonly #deps: InvokeDeps;
  readonly #name: string;
  readonly #options: CallOptions;
  readonly #signal: AbortSignal;
  readonly #started = performance.now();
  #waited = 0;
  #args: JsonObject = {};

  constructor(deps: InvokeDeps, name: string, options: CallOptions) {
    this.#deps = deps;
    this.#name = name;
    this.#options = options;
    this.#signal = options.signal ?? new AbortController().signal;
  }

  async finish(given: () => Json): Promise<CallReport> {
    try {
      this.#checkStopped();
      const tool = this.#admit();
      const plain = given();
      this.#args = isObject(plain) ? (plain as JsonObject) : Object.freeze({});
      const report = await this.#perform(tool);
      return { ...report, milliseconds: this.#milliseconds() };
    } catch (error) {
      const stopped = this.#signal.aborted ? this.#stopped() : error;
      return {
        outcome: { error: toErrorData(stopped) },
        args: this.#args,
        logs: [],
        milliseconds: this.#milliseconds(),
      };
    }
  }

  tell(state: ToolCallState): void {
    try {
      this.#options.onState?.(state);
    } catch (error) {
      // A listener's bug is not the tool's failure: let it surface where uncaught errors do.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  /** Finds the tool and checks that it may be called at all. */
  #admit(): Tool {
    const tool = this.#deps.find(this.#name);
    if (!tool) throw noSuchTool(this.#name);
    if (!tool.enabled) {
      throw new Failure('disabled', `tool '${tool.name}' is switched off; switch it on to use it`);
    }
    if (tool.policy === 'deny') {
      throw new Failure('denied', `tool '${tool.name}' may not be called: its policy is deny`);
    }
    const { caller } = this.#options;
    if (tool.spec.kind === 'connector' && (caller.kind === 'agent' || caller.kind === 'tool')) {
      throw new Failure('denied', `'${tool.name}' is a connector: people run it, tools and models do not`);
    }
    if (caller.kind === 'tool' && caller.depth > MAX_DEPTH) {
      throw new Failure('denied', `tools may call each other ${MAX_DEPTH} deep, and no deeper`);
    }
    return tool;
  }

  async #perform(tool: Tool): Promise<CallReport> {
    const builtin = tool.origin === 'builtin' ? this.#deps.builtin(tool.name) : undefined;
    // A person who fills a form and presses Run has seen what runs: that is the approval.
    const asks = tool.policy === 'ask' && this.#options.caller.kind !== 'user';
    if (builtin || asks) {
      const filled = await this.#deps.runner.validate(tool.spec.parameters, this.#args, {
        signal: this.#signal,
        nested: this.#nested,
      });
      this.#args = toPlain(filled, 'the arguments') as JsonObject;
    }
    if (asks) await this.#approve(tool);
    this.#checkStopped();
    this.tell('running');
    return builtin ? this.#runBuiltin(tool, builtin) : this.#runScript(tool);
  }

  async #approve(tool: Tool): Promise<void> {
    this.tell('waiting');
    const asked = performance.now();
    const yes = await this.#deps.approve(
      { tool, args: this.#args, caller: this.#options.caller, act: { kind: 'run' } },
      this.#signal,
    );
    this.#waited += performance.now() - asked;
    this.#checkStopped();
    if (!yes) throw new Failure('denied', `the call of tool '${tool.name}' was not approved`);
    const now = this.#admit();
    if (now.id !== tool.id || now.source !== tool.source) {
      throw new Failure('denied', `tool '${tool.name}' has changed since it was approved; call it again`);
    }
  }

  async #runScript(tool: Tool): Promise<CallReport> {
    const { spec, source, config } = tool;
    const names = namesIn(config);
    const report = await this.#deps.runner.run({
      key: `${tool.id}:${await sourceHash(tool)}`,
      entry: spec.kind ?? 'tool',
      name: tool.name,
      source,
      schema: spec.parameters,
      returns: spec.returns,
      args: this.#args,
      config,
      secrets: names.length > 0 ? await this.#deps.secrets(names) : [],
      limits: limitsOf(tool),
      grants: this.#grantsOf(tool),
      nested: this.#nested,
      signal: this.#signal,
      onLog: this.#options.onLog,
      onProgress: this.#options.onProgress,
      onEmit: this.#options.onEmit,
    });
    if (spec.kind !== 'connector' || report.outcome.error) return report;
    return { ...report, outcome: { result: toScan(report.outcome.result, tool.name) as unknown as Json } };
  }

  #grantsOf(tool: Tool): Grants {
    const { caller } = this.#options;
    const first = caller.kind === 'tool' ? caller.first : caller;
    return {
      hosts: tool.hosts,
      folder: tool.id,
      files: tool.files,
      writes: tool.writes,
      // What a person or the page starts, they start knowingly. A model may be doing what a text told it to.
      cautious: first.kind === 'agent',
      approve: (act, signal) => this.#ask(tool, act, signal),
      callTool: (name, args, signal, onWaiting) =>
        this.#callAnother(tool, first, { name, args, signal, onWaiting }),
    };
  }

  /** Another run waits for this call. */
  get #nested(): boolean {
    return this.#options.caller.kind === 'tool';
  }

  async #ask(tool: Tool, act: Act, signal: AbortSignal): Promise<boolean> {
    this.tell('waiting');
    const asked = performance.now();
    const yes = await this.#deps.approve(
      { tool, args: this.#args, caller: this.#options.caller, act },
      signal,
    );
    this.#waited += performance.now() - asked;
    if (!signal.aborted) this.tell('running');
    return yes;
  }

  async #callAnother(
    tool: Tool,
    first: FirstCaller,
    call: { name: string; args: Json; signal: AbortSignal; onWaiting: (waiting: boolean) => void },
  ): Promise<ToolResult> {
    const { caller } = this.#options;
    const depth = caller.kind === 'tool' ? caller.depth + 1 : 1;
    const report = await invoke(this.#deps, call.name, snapshot(call.args, 'the arguments'), {
      caller: { kind: 'tool', name: tool.name, depth, first },
      signal: call.signal,
      onState: (state) => call.onWaiting(state === 'waiting'),
    });
    return report.outcome;
  }

  async #runBuiltin(tool: Tool, builtin: Builtin): Promise<CallReport> {
    const result = await this.#withDeadline(tool, (signal) => builtin.execute(this.#args, signal));
    return { outcome: { result: asResult(tool, result) }, args: this.#args, logs: [], milliseconds: 0 };
  }

  /** Settles at the deadline or on abort, whatever `work` does. */
  async #withDeadline<T>(tool: Tool, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { timeout } = tool.spec;
    const deadline = AbortSignal.timeout(timeout * 1000);
    const signal = AbortSignal.any([this.#signal, deadline]);
    let onAbort = (): void => undefined;
    const cut = new Promise<never>((_, reject) => {
      onAbort = () =>
        reject(
          deadline.aborted
            ? new Failure('timeout', `tool '${tool.name}' timed out after ${timeout} seconds`)
            : this.#stopped(),
        );
    });
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([work(signal), cut]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #checkStopped(): void {
    if (this.#signal.aborted) throw this.#stopped();
  }

  #stopped(): Failure {
    return new Failure('cancelled', `the call of tool '${this.#name}' was stopped`);
  }

  #milliseconds(): number {
    return performance.now() - this.#started - this.#waited;
  }
}

function asResult(tool: Tool, value: unknown): Json {
  try {
    return toPlain(value, `the result of tool '${tool.name}'`, MAX_RESULT_BYTES);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_large') throw error;
    throw new Failure(
      'tool_error',
      `the result of tool '${tool.name}' is larger than ${inMebibytes(MAX_RESULT_BYTES)}; ask for less`,
    );
  }
}

/** Tools are frozen: the hash of one never changes. */
const hashes = new WeakMap<Tool, Promise<string>>();

function sourceHash(tool: Tool): Promise<string> {
  const hash = hashes.get(tool) ?? sha256(tool.source);
  hashes.set(tool, hash);
  return hash;
}
