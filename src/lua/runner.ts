// Runs tools for the page: inspect, validate, run. Nothing is loaded before the first of them, or `warm`.
//
// - Every request settles exactly once: reply, deadline, abort, or death of its worker.
// - The deadline here is the one hard limit: it ends the worker, whatever it is doing. The worker's own comes first and
//   can say more.
import { Failure, toErrorData } from '../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { ObjectSchema, Schema } from '../core/schema.ts';
import type { CallReport, LogLine, ToolResult, ToolSpec } from '../core/tool.ts';
import { HostDesk, type HostServices } from './host.ts';
import { INSPECT_SECONDS, toInspectedSpec } from './inspection.ts';
import { LIMITS } from './limits.ts';
import type { Reply } from './protocol.ts';
import { RunLog } from './run-log.ts';
import { SandboxFrame } from './sandbox-frame.ts';
import type { Aside, RequestBody, SandboxWorker } from './sandbox-worker.ts';
import { WorkerPool } from './worker-pool.ts';

/** Milliseconds that a worker has to end by itself after a deadline, before it is ended. */
const GRACE = 150;
/** Seconds for checking arguments apart from a run: only a hostile `pattern` takes long. */
const VALIDATE_SECONDS = 1;

export interface RunRequest {
  /** One worker per key: the tool's id and a hash of its source. */
  key: string;
  name: string;
  source: string;
  schema: ObjectSchema;
  returns?: Schema;
  args: unknown;
  config: JsonObject;
  /** Seconds. */
  timeout: number;
  signal?: AbortSignal;
  onLog?(line: LogLine): void;
  /** @param fraction 0 to 1 */
  onProgress?(fraction: number, text?: string): void;
  /** A piece of output before the result is there. */
  onEmit?(text: string): void;
}

export interface LuaRunnerOptions {
  frameUrl: string;
  wasmUrl: string;
  workerUrl: string;
  services: HostServices;
  /** True when a service worker of ours controls the page: it then answers for the frame. */
  controlled?: () => boolean;
  document?: Document;
}

interface Limits {
  /** Until the worker is ended, GRACE not counted. */
  seconds: number;
  /** What a deadline is called to the user. */
  late: string;
  signal?: AbortSignal | undefined;
  /** The worker serves this one request only. */
  once?: boolean;
}

export class LuaRunner {
  readonly #services: HostServices;
  readonly #pool: WorkerPool;

  constructor({ services, controlled = () => false, document, ...urls }: LuaRunnerOptions) {
    this.#services = services;
    this.#pool = new WorkerPool(() =>
      SandboxFrame.open({ ...urls, controlled, document: document ?? globalThis.document }),
    );
  }

  /** Opens the frame and starts a worker, so that the first call need not wait for them. */
  warm(): Promise<void> {
    return this.#pool.warm();
  }

  /**
   * Reads what a script says of itself, in a worker of its own.
   * @throws Failure `bad_request` for what the author can mend, else `timeout`, `sandbox_crashed` or `unavailable`.
   */
  async inspect(source: string, fileName = 'tool.lua'): Promise<ToolSpec> {
    const late = `${fileName} took longer than ${INSPECT_SECONDS} second to define its tool`;
    const limits = { seconds: INSPECT_SECONDS, late, once: true };
    const body = { type: 'inspect', name: fileName, source, timeout: INSPECT_SECONDS } as const;
    const reply = await this.#ask('inspection', body, limits);
    if (reply.error?.code === 'timeout') throw new Failure('timeout', late);
    // The worker has checked all this already, but the word of a worker that ran the script proves nothing.
    return toInspectedSpec(jsonOf(reply), fileName);
  }

  /**
   * The arguments as a tool would get them: checked, defaults filled in.
   * @throws Failure `bad_request` with the first thing wrong.
   */
  async validate(schema: ObjectSchema, args: unknown, signal?: AbortSignal): Promise<JsonObject> {
    const text = JSON.stringify(schema);
    const late = `checking the arguments took longer than ${VALIDATE_SECONDS} second`;
    const body = { type: 'validate', schema: text, args: toArgs(args) } as const;
    // A schema belongs to a tool, so it gets a worker like one.
    const reply = await this.#ask(`schema ${text}`, body, { seconds: VALIDATE_SECONDS, late, signal });
    return JSON.parse(jsonOf(reply)) as JsonObject;
  }

  /** Never rejects for a tool's failure: that is `outcome.error`. */
  async run(request: RunRequest): Promise<CallReport> {
    const started = performance.now();
    const logs: LogLine[] = [];
    let args = isObject(request.args) ? (request.args as JsonObject) : {};
    let outcome: ToolResult;
    try {
      const reply = await this.#run(request, logs);
      if (reply.args !== undefined) args = JSON.parse(reply.args) as JsonObject;
      outcome = reply.error ? { error: reply.error } : { result: JSON.parse(jsonOf(reply)) as Json };
    } catch (problem) {
      outcome = { error: toErrorData(problem, 'sandbox_crashed') };
    }
    return { outcome, args, logs, milliseconds: performance.now() - started };
  }

  dispose(): void {
    this.#pool.dispose();
  }

  async #run(request: RunRequest, logs: LogLine[]): Promise<Reply> {
    const { key, name, source, schema, returns, args, config, timeout, signal } = request;
    const body: RequestBody = {
      type: 'run',
      name,
      source,
      schema: JSON.stringify(schema),
      ...(returns && { returns: JSON.stringify(returns) }),
      args: toArgs(args),
      config: JSON.stringify(config),
      timeout,
    };
    const over = new AbortController();
    const desk = new HostDesk(this.#services, over.signal);
    const log = new RunLog();
    const onAside = (aside: Aside, worker: SandboxWorker): void => {
      if (aside.type === 'call') return void answerCall(desk, aside, worker);
      if (aside.type === 'progress') {
        return request.onProgress?.(Math.min(1, Math.max(0, aside.fraction)), aside.text || undefined);
      }
      const level = aside.type === 'log' ? aside.level : 'print';
      const line = log.admit({ level, text: aside.text });
      if (!line) return;
      if (aside.type === 'emit') return request.onEmit?.(line.text);
      logs.push(line);
      request.onLog?.(line);
    };
    try {
      const late = `tool '${name}' timed out after ${timeout} seconds`;
      return await this.#ask(key, body, { seconds: timeout, late, signal }, onAside);
    } finally {
      over.abort();
    }
  }

  async #ask(
    key: string,
    body: RequestBody,
    { seconds, late, signal, once = false }: Limits,
    onAside?: (aside: Aside, worker: SandboxWorker) => void,
  ): Promise<Reply> {
    if (signal?.aborted) throw stopped();
    let worker: SandboxWorker | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cut!: (failure: Failure) => void;
    const over = new Promise<never>((_, reject) => (cut = reject));
    over.catch(() => undefined); // it may come when nobody waits any more
    const onAbort = (): void => cut(stopped());
    signal?.addEventListener('abort', onAbort, { once: true });
    const leasing = this.#pool.lease(key, signal);
    try {
      const leased = (worker = await Promise.race([leasing, over]));
      timer = setTimeout(() => cut(new Failure('timeout', late)), seconds * 1000 + GRACE);
      const reply = await Promise.race([leased.ask(body, (aside) => onAside?.(aside, leased)), over]);
      if (once || reply.spent) this.#pool.retire(leased, false);
      else this.#pool.release(key, leased);
      return reply;
    } catch (problem) {
      if (worker) this.#pool.retire(worker, !worker.dead);
      // Stopped while a worker was on its way: nobody has used it.
      else void leasing.then((late) => this.#pool.release(key, late)).catch(() => undefined);
      throw signal?.aborted ? stopped() : problem;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

async function answerCall(
  desk: HostDesk,
  { id, call, operation, payload }: Extract<Aside, { type: 'call' }>,
  worker: SandboxWorker,
): Promise<void> {
  try {
    worker.answer({ type: 'answer', id, call, json: await desk.answer(operation, payload) });
  } catch (problem) {
    const { code, message } = toErrorData(problem);
    worker.answer({ type: 'answer', id, call, error: { code, message } });
  }
}

function jsonOf({ json, error }: Reply): string {
  if (error) throw new Failure(error.code, error.message);
  if (json === undefined || json.length > LIMITS.result)
    throw new Failure('sandbox_crashed', 'the sandbox broke its limits');
  return json;
}

function toArgs(args: unknown): string {
  if (!isObject(args)) return '{}';
  try {
    return JSON.stringify(args);
  } catch (problem) {
    throw new Failure('bad_request', `the arguments are not JSON: ${(problem as Error).message}`);
  }
}

function stopped(): Failure {
  return new Failure('cancelled', 'stopped');
}
