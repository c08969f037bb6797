// The worker in the sandbox frame: checks arguments, runs scripts and checks results, for one tool only. It starts
// from a blob in an opaque origin, so everything it needs is in this file or comes by message.
import { Failure, toErrorData } from '../../core/errors.ts';
import type { SyntaxProblem } from '../../core/finding.ts';
import type { JsonObject } from '../../base/json.ts';
import type { LogLevel } from '../../core/call.ts';
import { toInspectedSpec } from '../inspection.ts';
import type { Answer, FromWorker, HoldMessage, Reply, Request, ToWorker, WorkerParts } from '../protocol.ts';
import { RunLog } from '../run-log.ts';
import { compileWith } from './compile.ts';
import { findSyntaxProblem } from './syntax-problem.ts';
import { checkSchema, Validator } from './validate.ts';
import { LuaVm, type Host, type HostAnswer, type Job } from './vm.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Milliseconds between two progress messages: a screen shows no more. */
const PROGRESS_INTERVAL = 33;

const prelude = Object.entries(
  import.meta.glob<string>('./prelude/*.lua', { query: '?raw', import: 'default', eager: true }),
)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, source]) => ({ name, source }));

interface PendingCall {
  resolve(answer: HostAnswer): void;
  reject(failure: Failure): void;
  held: boolean;
}

class RunQueue {
  readonly #port: MessagePort;
  readonly #vm: LuaVm;
  readonly #validator = new Validator();
  readonly #calls = new Map<number, PendingCall>();
  #lastCall = 0;

  constructor(port: MessagePort, vm: LuaVm) {
    this.#port = port;
    this.#vm = vm;
    port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
      if (data.type === 'answer') this.#settleCall(data);
      else if (data.type === 'hold') this.#holdCall(data);
      else void this.#reply(data);
    };
    this.#post({ type: 'ready' });
  }

  async #reply(request: Request): Promise<void> {
    const reply: Reply = { type: 'reply', id: request.id, spent: false };
    try {
      reply.json = await this.#answer(request, reply);
    } catch (problem) {
      reply.error = toErrorData(problem, 'sandbox_crashed');
      if (reply.error.code === 'sandbox_crashed') reply.spent = true;
    }
    reply.spent ||= this.#vm.spent;
    this.#post(reply);
    // The reply is on its way: from here on, nothing delays it.
    if (!reply.spent) this.#vm.prepare();
  }

  async #answer(request: Request, reply: Reply): Promise<string> {
    switch (request.type) {
      case 'validate':
        return JSON.stringify(this.#args(request));
      case 'inspect': {
        const modules = JSON.parse(request.modules) as Record<string, string>;
        const nothing = { args: '', config: '', env: '' };
        const json = await this.#execute(request.id, { ...request, ...nothing, modules, mode: 'inspect' });
        const spec = toInspectedSpec(json, request.name);
        reply.about = 'schema';
        checkSchema(spec.parameters, 'parameters');
        if (spec.returns) checkSchema(spec.returns, 'returns');
        delete reply.about;
        return json;
      }
      case 'compile':
        return JSON.stringify(await this.#compile(JSON.parse(request.sources) as Record<string, string>));
      case 'run': {
        const args = JSON.stringify(this.#args(request));
        reply.args = args;
        const modules = JSON.parse(request.modules) as Record<string, string>;
        const job: Job = { ...request, ...notesOf(request), modules, mode: request.entry, args };
        const json = await this.#executeNoting(request.id, job, reply);
        if (request.returns === undefined) return json;
        return JSON.stringify(this.#validator.result(request.returns, JSON.parse(json)));
      }
    }
  }

  async #compile(sources: Record<string, string>): Promise<SyntaxProblem[]> {
    const problems: SyntaxProblem[] = [];
    for (const [file, source] of Object.entries(sources)) {
      const problem = await findSyntaxProblem(file, source, (text) => compileWith(this.#vm, text));
      if (problem) problems.push(problem);
    }
    return problems;
  }

  #args({ schema, args }: { schema: string; args: string }): JsonObject {
    return this.#validator.args(schema, JSON.parse(args));
  }

  async #executeNoting(id: number, job: Job, reply: Reply): Promise<string> {
    try {
      return await this.#execute(id, job);
    } finally {
      const { chances, coverage } = this.#vm;
      if (chances) reply.chances = JSON.stringify(chances);
      if (coverage) reply.coverage = JSON.stringify(coverage);
    }
  }

  async #execute(id: number, job: Job): Promise<string> {
    const outcome = await this.#vm.run(job, this.#hostOf(id, job));
    if (outcome.error) throw new Failure(outcome.error.code, outcome.error.message);
    return outcome.json;
  }

  #hostOf(id: number, { limits }: Job): Host {
    const log = new RunLog(limits);
    let shown = -Infinity;
    return {
      call: (operation, payload, bytes, hashed) =>
        new Promise((resolve, reject) => {
          const call = ++this.#lastCall;
          this.#calls.set(call, { resolve, reject, held: false });
          const more = { ...(bytes && { bytes }), ...(hashed && { hashed }) };
          this.#post({ type: 'call', id, call, operation, payload, ...more });
        }),
      log: (level, text) => {
        const line = log.admit({ level: level as LogLevel, text });
        if (line) this.#post({ type: 'log', id, ...line });
      },
      progress: (fraction, text) => {
        const now = performance.now();
        if (now - shown < PROGRESS_INTERVAL && fraction < 1) return;
        shown = now;
        this.#post({ type: 'progress', id, fraction, text });
      },
      emit: (text) => {
        const line = log.admit({ level: 'print', text });
        if (line) this.#post({ type: 'emit', id, text: line.text });
      },
    };
  }

  #settleCall({ call, json, bytes, error }: Answer): void {
    const pending = this.#calls.get(call);
    if (!pending) return;
    this.#calls.delete(call);
    if (pending.held) this.#vm.release();
    if (error) pending.reject(new Failure(error.code, error.message));
    else pending.resolve({ json: json ?? 'null', bytes });
  }

  #holdCall({ call }: HoldMessage): void {
    const pending = this.#calls.get(call);
    if (!pending || pending.held) return;
    pending.held = true;
    this.#vm.hold();
  }

  #post(message: FromWorker): void {
    this.#port.postMessage(message);
  }
}

function notesOf(run: Extract<Request, { type: 'run' }>): {
  secrets: readonly string[];
  recorded: readonly string[] | undefined;
} {
  const env = JSON.parse(run.env) as Record<string, string>;
  const names = JSON.parse(run.secrets) as string[];
  return {
    secrets: names.map((name) => env[name] ?? ''),
    recorded: run.recorded === undefined ? undefined : (JSON.parse(run.recorded) as string[]),
  };
}

self.onmessage = async ({ data, ports: [port] }: MessageEvent<WorkerParts>) => {
  if (port) new RunQueue(port, await LuaVm.load(prelude, data.wasm));
};
