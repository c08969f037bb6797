// Runs tools for the page: inspect, validate, run. Nothing is loaded before the first of them, or `warm`.
//
// - Every request settles exactly once (see requests.ts).
// - The deadline here is the one hard limit: it ends the worker, whatever it is doing. The worker's own comes first and
//   can say more.
import { Failure, toErrorData } from '../core/errors.ts';
import type { SyntaxProblem } from '../core/finding.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { DEFAULT_LIMITS, type Limits } from '../core/limits.ts';
import { namesIn } from '../core/placeholders.ts';
import type { ObjectSchema, Schema } from '../core/schema.ts';
import type { Secret } from '../core/secrets.ts';
import type { CallReport, LogLine, ToolResult, ToolSpec } from '../core/tool.ts';
import { Deadline } from './deadline.ts';
import { HostDesk } from './host.ts';
import { INSPECT_SECONDS, toInspectedSpec } from './inspection.ts';
import type { Grants, HostServices, HttpService } from './powers.ts';
import type { Reply } from './protocol.ts';
import { Requests } from './requests.ts';
import { RunLog } from './run-log.ts';
import { RunSecrets } from './run-secrets.ts';
import { SandboxFrame } from './sandbox-frame.ts';
import type { Aside, RequestBody, SandboxWorker } from './sandbox-worker.ts';
import { WorkerPool } from './worker-pool.ts';

/** Milliseconds that a worker has to end by itself after a deadline, before it is ended. */
const GRACE = 60;
/** Seconds for checking arguments apart from a run: only a hostile `pattern` takes long. */
const VALIDATE_SECONDS = 1;
/** Seconds for all files of a tool: a megabyte of Lua compiles in 0.1 s. */
const COMPILE_SECONDS = 5;

export interface RunRequest {
  /** One worker per key: the tool's id and a hash of its source. */
  key: string;
  /** Which function is called: `tool.execute` or `connector.scan`. */
  entry: 'tool' | 'connector';
  name: string;
  source: string;
  schema: ObjectSchema;
  returns?: Schema;
  args: unknown;
  /** With `${NAME}` where a secret is meant. */
  config: JsonObject;
  /** The secrets that the config names. */
  secrets: readonly Secret[];
  limits: Limits;
  grants: Grants;
  /** Another run waits for this one. */
  nested?: boolean;
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
  http: HttpService;
  /** True when a service worker of ours controls the page: it then answers for the frame. */
  controlled?: () => boolean;
  document?: Document;
}

export class LuaRunner {
  readonly #services: HostServices;
  readonly #http: HttpService;
  readonly #pool: WorkerPool;
  readonly #requests: Requests;

  constructor({ services, http, controlled = () => false, document, ...urls }: LuaRunnerOptions) {
    this.#services = services;
    this.#http = http;
    this.#pool = new WorkerPool(() =>
      SandboxFrame.open({ ...urls, controlled, document: document ?? globalThis.document }),
    );
    this.#requests = new Requests(this.#pool);
  }

  /** Opens the frame and starts a worker, so that the first call need not wait for them. */
  warm(): Promise<void> {
    return this.#pool.warm();
  }

  /**
   * Reads what a script says of itself, in a worker of its own.
   * @param files that come with it, by path: `require` finds its modules there.
   * @throws Failure `bad_request` for what the author can mend (`details.about` is `schema` when a schema is at fault), else `timeout`, `sandbox_crashed` or `unavailable`.
   */
  async inspect(
    source: string,
    fileName = 'tool.lua',
    files: Readonly<Record<string, string>> = {},
  ): Promise<ToolSpec> {
    const late = `${fileName} took longer than ${INSPECT_SECONDS} second to define its tool`;
    const limits = { ...DEFAULT_LIMITS, timeout: INSPECT_SECONDS };
    const body = { type: 'inspect', name: fileName, source, modules: modulesOf(files), limits } as const;
    const reply = await this.#requests.ask('inspection', body, {
      deadline: inSeconds(INSPECT_SECONDS),
      late,
      once: true,
      twice: true,
    });
    if (reply.error?.code === 'timeout') throw new Failure('timeout', late);
    if (reply.error && reply.about) {
      throw new Failure(reply.error.code, reply.error.message, { about: reply.about });
    }
    // The worker has checked all this already, but the word of a worker that ran the script proves nothing.
    return toInspectedSpec(jsonOf(reply, limits), fileName);
  }

  /**
   * What Lua has against these texts, by path. Nothing of them is run.
   * @throws Failure `timeout` when the texts are too large to be read in time, `sandbox_crashed` or `unavailable`.
   */
  async compile(sources: Readonly<Record<string, string>>): Promise<SyntaxProblem[]> {
    const body = { type: 'compile', sources: JSON.stringify(sources) } as const;
    const reply = await this.#requests.ask('compile', body, {
      deadline: inSeconds(COMPILE_SECONDS),
      late: `reading the script took longer than ${COMPILE_SECONDS} seconds`,
      twice: true,
    });
    return JSON.parse(jsonOf(reply, { result: Infinity })) as SyntaxProblem[];
  }

  /**
   * The arguments as a tool would get them: checked, defaults filled in.
   * @throws Failure `bad_request` with the first thing wrong.
   */
  async validate(
    schema: ObjectSchema,
    args: unknown,
    { signal, nested }: { signal?: AbortSignal; nested?: boolean } = {},
  ): Promise<JsonObject> {
    const text = JSON.stringify(schema);
    const late = `checking the arguments took longer than ${VALIDATE_SECONDS} second`;
    const body = { type: 'validate', schema: text, args: toArgs(args) } as const;
    // A schema belongs to a tool, so it gets a worker like one.
    const bounds = { deadline: inSeconds(VALIDATE_SECONDS), late, signal, nested, twice: true };
    const reply = await this.#requests.ask(`schema ${text}`, body, bounds);
    return JSON.parse(jsonOf(reply, { result: Infinity })) as JsonObject;
  }

  /** Never rejects for a tool's failure: that is `outcome.error`. No secret is in the report. */
  async run(request: RunRequest): Promise<CallReport> {
    const started = performance.now();
    const logs: LogLine[] = [];
    const secrets = new RunSecrets(request.secrets);
    let args = isObject(request.args) ? (request.args as JsonObject) : {};
    let outcome: ToolResult;
    try {
      const reply = await this.#run(request, secrets, logs);
      // A connector's arguments include its config, expanded.
      if (reply.args !== undefined && request.entry === 'tool') args = JSON.parse(reply.args) as JsonObject;
      if (reply.error) {
        const { code, message, details } = reply.error;
        const more = details !== undefined && { details };
        outcome = { error: { code, message: secrets.redact(message), ...more } };
      } else {
        outcome = { result: JSON.parse(secrets.redact(jsonOf(reply, request.limits))) as Json };
      }
    } catch (problem) {
      outcome = { error: toErrorData(problem, 'sandbox_crashed') };
    }
    return { outcome, args, logs, milliseconds: performance.now() - started };
  }

  dispose(): void {
    this.#pool.dispose();
  }

  async #run(request: RunRequest, secrets: RunSecrets, logs: LogLine[]): Promise<Reply> {
    const { key, entry, name, source, schema, returns, args, grants, limits, signal, nested } = request;
    const config = secrets.expand(request.config);
    const given = isObject(args) ? args : {};
    const body: RequestBody = {
      type: 'run',
      entry,
      name,
      source,
      modules: modulesOf(grants.files),
      schema: JSON.stringify(schema),
      ...(returns && { returns: JSON.stringify(returns) }),
      args: toArgs(entry === 'connector' ? { ...config, ...given } : given),
      config: JSON.stringify(config),
      env: JSON.stringify(secrets.env(request.config)),
      limits,
    };
    const over = new AbortController();
    const deadline = inSeconds(limits.timeout);
    const log = new RunLog(limits);
    const addLine = (line: LogLine): void => {
      logs.push(line);
      request.onLog?.(line);
    };
    const admit = (level: LogLine['level'], text: string): LogLine | undefined =>
      log.admit({ level, text: secrets.redact(text) });
    const warn = (text: string): void => {
      const line = admit('warn', text);
      if (line) addLine(line);
    };
    for (const name of namesIn(request.config)) {
      if (!request.secrets.some((secret) => secret.name === name)) {
        warn(`the secret ${name} is not set; add it in Settings`);
      }
    }
    const run = { grants, secrets, limits, signal: over.signal, warn };
    const desk = new HostDesk(this.#services, this.#http, run);
    const onAside = (aside: Aside, worker: SandboxWorker): void => {
      switch (aside.type) {
        case 'call':
          return void answerCall(desk, aside, worker, deadline);
        case 'progress': {
          const fraction = Math.min(1, Math.max(0, aside.fraction || 0));
          return request.onProgress?.(fraction, secrets.redact(aside.text) || undefined);
        }
        case 'emit': {
          const line = admit('print', aside.text);
          return line && request.onEmit?.(line.text);
        }
        case 'log': {
          const line = admit(aside.level, aside.text);
          if (line) addLine(line);
        }
      }
    };
    try {
      const late = `tool '${name}' timed out after ${limits.timeout} seconds`;
      const reply = await this.#requests.ask(key, body, { deadline, late, signal, nested }, onAside);
      if (reply.error) reply.error.details = desk.detailsOf(reply.error.code);
      return reply;
    } finally {
      over.abort();
    }
  }
}

async function answerCall(
  desk: HostDesk,
  { id, call, operation, payload, bytes }: Extract<Aside, { type: 'call' }>,
  worker: SandboxWorker,
  deadline: Deadline,
): Promise<void> {
  const clock = {
    hold: () => {
      deadline.hold();
      worker.answer({ type: 'hold', id, call });
    },
    release: () => deadline.release(),
  };
  try {
    const answer = await desk.answer(operation, payload, bytes, clock);
    worker.answer({ type: 'answer', id, call, ...answer });
  } catch (problem) {
    const { code, message } = toErrorData(problem);
    worker.answer({ type: 'answer', id, call, error: { code, message } });
  }
}

function jsonOf({ json, error }: Reply, { result }: Pick<Limits, 'result'>): string {
  if (error) throw new Failure(error.code, error.message);
  if (json === undefined || json.length > result)
    throw new Failure('sandbox_crashed', 'the sandbox broke its limits');
  return json;
}

function modulesOf(files: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.lua'))));
}

/** The worker ends by itself a little earlier, and can say more. */
function inSeconds(seconds: number): Deadline {
  return new Deadline(seconds * 1000 + GRACE);
}

function toArgs(args: unknown): string {
  if (!isObject(args)) return '{}';
  try {
    return JSON.stringify(args);
  } catch (problem) {
    throw new Failure('bad_request', `the arguments are not JSON: ${(problem as Error).message}`);
  }
}
