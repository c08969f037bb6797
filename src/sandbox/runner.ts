// Runs tools for the page: inspect, validate, run. Nothing is loaded before the first of them, or `warm`.
//
// - Every request settles exactly once (see requests.ts).
// - The deadline here is the only hard limit: it terminates the worker, whatever that is doing. The worker's own
//   limit comes first and can report more.
import { Failure } from '../core/errors.ts';
import type { SyntaxProblem } from '../core/finding.ts';
import type { JsonObject } from '../base/json.ts';
import { DEFAULT_LIMITS } from '../core/limits.ts';
import type { ObjectSchema } from '../core/schema.ts';
import type { CallReport, ToolSpec } from '../core/tool.ts';
import { INSPECT_SECONDS, lateToDefine, toInspectedSpec } from './inspection.ts';
import type { HostServices, HttpService } from './capabilities.ts';
import { inSeconds, jsonOf, modulesOf, toArgs } from './request-texts.ts';
import { Requests } from './requests.ts';
import { Run } from './run.ts';
import type { RunRequest } from '../core/ports/tool-runner.ts';
import { SandboxFrame, type SandboxPlace } from './sandbox-frame.ts';
import { WorkerPool } from './worker-pool.ts';

/** Seconds to check arguments outside a run. Only a hostile `pattern` takes long. */
const VALIDATE_SECONDS = 1;
/** Seconds for all files of a tool. A megabyte of Lua compiles in 0.1 s. */
const COMPILE_SECONDS = 5;

interface RunnerServices {
  services: HostServices;
  http: HttpService;
}

/** Options for a page. */
export interface LuaRunnerOptions extends RunnerServices {
  frameUrl: string;
  wasmUrl: string;
  workerUrl: string;
  /** True when the app's service worker controls the page; it then serves the frame. */
  controlled?: () => boolean;
  document?: Document;
}

/** Options for a program that keeps its workers elsewhere than in a frame. */
export interface PlacedRunnerOptions extends RunnerServices {
  /** @throws Failure `unavailable` */
  open(): Promise<SandboxPlace>;
}

export class LuaRunner {
  readonly #services: HostServices;
  readonly #http: HttpService;
  readonly #pool: WorkerPool;
  readonly #requests: Requests;

  constructor(options: LuaRunnerOptions | PlacedRunnerOptions) {
    this.#services = options.services;
    this.#http = options.http;
    this.#pool = new WorkerPool('open' in options ? options.open : () => openFrame(options));
    this.#requests = new Requests(this.#pool);
  }

  /** Opens the frame and starts a worker, so that the first call need not wait. */
  warm(): Promise<void> {
    return this.#pool.warm();
  }

  /**
   * Reads a script's own description, in a separate worker.
   * @param files shipped with it, by path: `require` finds its modules there
   * @throws Failure `bad_request` for what the author can fix (`details.about` is `schema` when a schema is at
   *   fault), otherwise `timeout`, `sandbox_crashed` or `unavailable`
   */
  async inspect(
    source: string,
    fileName = 'tool.lua',
    files: Readonly<Record<string, string>> = {},
  ): Promise<ToolSpec> {
    const late = lateToDefine(fileName);
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
    // The worker has made these checks already, but a worker that ran the script can't be trusted.
    return toInspectedSpec(jsonOf(reply, limits), fileName);
  }

  /**
   * Returns the syntax errors of these texts by path, without running them.
   * @throws Failure `timeout` when the texts are too large to parse in time, `sandbox_crashed` or `unavailable`
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
   * Returns the arguments as a tool would get them: checked, defaults filled in.
   * @throws Failure `bad_request` with the first problem
   */
  async validate(
    schema: ObjectSchema,
    args: unknown,
    { signal, nested }: { signal?: AbortSignal; nested?: boolean } = {},
  ): Promise<JsonObject> {
    const text = JSON.stringify(schema);
    const late = `checking the arguments took longer than ${VALIDATE_SECONDS} second`;
    const body = { type: 'validate', schema: text, args: toArgs(args) } as const;
    // A schema belongs to a tool, so it gets that tool's own worker.
    const bounds = { deadline: inSeconds(VALIDATE_SECONDS), late, signal, nested, twice: true };
    const reply = await this.#requests.ask(`schema ${text}`, body, bounds);
    return JSON.parse(jsonOf(reply, { result: Infinity })) as JsonObject;
  }

  /** Never rejects when the tool fails; the failure is `outcome.error`. The report contains no secret. */
  run(request: RunRequest): Promise<CallReport> {
    const parts = { services: this.#services, http: this.#http, requests: this.#requests };
    return new Run(request, parts).finish();
  }

  dispose(): void {
    this.#pool.dispose();
  }
}

function openFrame({ frameUrl, wasmUrl, workerUrl, ...page }: LuaRunnerOptions): Promise<SandboxFrame> {
  const { controlled = () => false, document = globalThis.document } = page;
  return SandboxFrame.open({ frameUrl, wasmUrl, workerUrl, controlled, document });
}
