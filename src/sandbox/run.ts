// One run of a tool: its request to the sandbox, the answers to its host calls, and the report of its outcome.
//
// - No secret leaves a run: result, error, log, arguments and trace are redacted here.
// - A replay or a test asks nothing outside: its host calls are answered from a trace or a case, and its secrets are
//   names.
import type { Coverage } from '../core/coverage.ts';
import { toErrorData, type ErrorData } from '../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { namesIn } from '../core/placeholders.ts';
import type { RunTrace } from '../core/run-record.ts';
import type { CallReport } from '../core/tool.ts';
import type { LogLine, ToolResult } from '../core/call.ts';
import { CaseDispatcher } from './case-answers.ts';
import type { Deadline } from './deadline.ts';
import { HostCallDispatcher } from './host.ts';
import type { HostServices, HttpService } from './capabilities.ts';
import type { Reply } from './protocol.ts';
import { readCoverage } from './read-coverage.ts';
import { HostReplay } from './replay.ts';
import { inSeconds, jsonOf, modulesOf, toArgs } from './request-texts.ts';
import type { Requests } from './requests.ts';
import { RunLog } from './run-log.ts';
import { RunSecrets } from './run-secrets.ts';
import type { WorkerEvent, RequestBody, SandboxWorker } from './sandbox-worker.ts';
import { RunRecorder } from './trace.ts';
import type { RunRequest } from '../core/ports/tool-runner.ts';

export interface RunParts {
  services: HostServices;
  http: HttpService;
  requests: Pick<Requests, 'ask'>;
}

type HostCalled = Extract<WorkerEvent, { type: 'call' }>;

export class Run {
  readonly #request: RunRequest;
  readonly #parts: RunParts;
  readonly #started = performance.now();
  readonly #over = new AbortController();
  readonly #logs: LogLine[] = [];
  #emitted = '';
  #deadline: Deadline | undefined;
  readonly #log: RunLog;
  readonly #secrets: RunSecrets;
  readonly #recorder: RunRecorder;
  readonly #dispatcher: HostCallDispatcher | HostReplay | CaseDispatcher;

  constructor(request: RunRequest, parts: RunParts) {
    const { replay, answers, limits, grants } = request;
    this.#request = request;
    this.#parts = parts;
    this.#log = new RunLog(limits);
    this.#secrets = secretsOf(request);
    this.#recorder = new RunRecorder(this.#secrets, this.#started, request.onHostCall);
    const warn = (text: string): void => {
      this.#recorder.warned(text);
      this.#addLine('warn', text);
    };
    this.#dispatcher = answers
      ? new CaseDispatcher(answers, this.#secrets)
      : replay
        ? new HostReplay(replay, this.#secrets, warn)
        : new HostCallDispatcher(parts.services, parts.http, {
            grants,
            secrets: this.#secrets,
            limits,
            signal: this.#over.signal,
            warn,
          });
  }

  /** Never rejects when the tool fails; the failure is `outcome.error`. */
  async finish(): Promise<CallReport> {
    let reply: Reply | undefined;
    let outcome: ToolResult;
    try {
      reply = await this.#ask();
      outcome = this.#outcomeOf(reply);
    } catch (problem) {
      outcome = { error: this.#redactError(toErrorData(problem, 'sandbox_crashed')) };
    }
    this.#over.abort();
    const args = this.#argsOf(reply);
    const trace = this.#traceOf(reply, outcome.error);
    const coverage = this.#coverageOf(reply);
    return {
      outcome,
      args,
      logs: this.#logs,
      ...(this.#emitted !== '' && { emitted: this.#emitted }),
      milliseconds: performance.now() - this.#started,
      trace,
      ...(coverage && { coverage }),
    };
  }

  async #ask(): Promise<Reply> {
    const { key, name, limits, nested } = this.#request;
    const deadline = (this.#deadline = inSeconds(limits.timeout));
    const bounds = {
      deadline,
      late: `tool '${name}' timed out after ${limits.timeout} seconds`,
      signal: this.#signal(),
      nested,
    };
    this.#warnOfMissing();
    try {
      return await this.#parts.requests.ask(key, this.#body(), bounds, (event, worker) =>
        this.#hear(event, worker, deadline),
      );
    } catch (problem) {
      throw !(this.#dispatcher instanceof HostCallDispatcher) && this.#dispatcher.end
        ? this.#dispatcher.end
        : problem;
    }
  }

  #signal(): AbortSignal | undefined {
    const { signal } = this.#request;
    if (this.#dispatcher instanceof HostCallDispatcher) return signal;
    return signal ? AbortSignal.any([signal, this.#dispatcher.signal]) : this.#dispatcher.signal;
  }

  #body(): RequestBody {
    const { entry, name, source, schema, returns, args, grants, limits, replay, answers, coverage } =
      this.#request;
    const recorded = replay ? (replay.chances ?? []) : answers?.chances;
    const config = this.#secrets.expand(this.#request.config);
    const given = isObject(args) ? args : {};
    return {
      type: 'run',
      entry,
      name,
      source,
      modules: modulesOf(grants.files),
      schema: JSON.stringify(schema),
      ...(returns && { returns: JSON.stringify(returns) }),
      args: toArgs(entry === 'connector' ? { ...config, ...given } : given),
      config: JSON.stringify(config),
      env: JSON.stringify(this.#secrets.env(this.#request.config)),
      secrets: JSON.stringify(
        namesIn(this.#request.config).filter((name) => this.#secrets.names.includes(name)),
      ),
      limits,
      ...(recorded && { recorded: JSON.stringify(recorded) }),
      ...(coverage && { coverage }),
    };
  }

  #warnOfMissing(): void {
    for (const name of namesIn(this.#request.config)) {
      if (this.#secrets.names.includes(name)) continue;
      this.#addLine('warn', `the secret ${name} is not set; add it in Settings`);
    }
  }

  #hear(event: WorkerEvent, worker: SandboxWorker, deadline: Deadline): void {
    switch (event.type) {
      case 'call':
        return void this.#answerCall(event, worker, deadline);
      case 'progress': {
        const fraction = Math.min(1, Math.max(0, event.fraction || 0));
        const text = this.#secrets.redact(event.text) || undefined;
        return this.#request.onProgress?.(fraction, text, this.#recorder.now);
      }
      case 'emit': {
        const line = this.#admit('print', event.text);
        if (!line) return;
        this.#emitted += line.text;
        return this.#request.onEmit?.(line.text, this.#recorder.now);
      }
      case 'log':
        this.#addLine(event.level, event.text);
    }
  }

  async #answerCall(called: HostCalled, worker: SandboxWorker, deadline: Deadline): Promise<void> {
    const { id, call, operation, payload, bytes, hashed = false } = called;
    const record = this.#recorder.begin(operation, payload, bytes, hashed);
    const clock = {
      hold: () => {
        record.waiting(true);
        deadline.hold();
        worker.answer({ type: 'hold', id, call });
      },
      release: () => {
        record.waiting(false);
        deadline.release();
      },
    };
    try {
      const answer = await this.#dispatcher.answer(operation, payload, bytes, clock);
      worker.answer({ type: 'answer', id, call, ...answer });
      record.answered(answer);
    } catch (problem) {
      const { code, message } = toErrorData(problem);
      worker.answer({ type: 'answer', id, call, error: { code, message } });
      record.failed(problem);
    }
  }

  #outcomeOf(reply: Reply): ToolResult {
    if (!(this.#dispatcher instanceof HostCallDispatcher)) {
      const failure = this.#dispatcher.checkEnd(reply.error?.message);
      if (failure) throw failure;
    }
    if (!reply.error) {
      const json = jsonOf(reply, this.#request.limits);
      return { result: JSON.parse(this.#secrets.redact(json)) as Json };
    }
    const { code } = reply.error;
    const message = this.#placed(reply.error.message);
    const details = this.#dispatcher.detailsOf(code);
    return { error: this.#redactError({ code, message, ...(details !== undefined && { details }) }) };
  }

  /** `name:77: step 'a': …` becomes `step 'a': …`, and any other `name:77: …` becomes `name: …`. */
  #placed(message: string): string {
    const { compiled, name } = this.#request;
    const [place = ''] = /^[\w-]+:\d+: /.exec(message) ?? [];
    if (!compiled || !place.startsWith(`${name}:`)) return message;
    const said = message.slice(place.length);
    return said.startsWith("step '") ? said : `${name}: ${said}`;
  }

  #argsOf(reply: Reply | undefined): JsonObject {
    const { args, entry } = this.#request;
    // A connector's arguments include its expanded config.
    const checked = entry === 'tool' ? reply?.args : undefined;
    if (checked === undefined && this.#secrets.names.length === 0)
      return isObject(args) ? (args as JsonObject) : {};
    const redacted: unknown = JSON.parse(this.#secrets.redact(checked ?? JSON.stringify(args ?? {})));
    return isObject(redacted) ? (redacted as JsonObject) : {};
  }

  #traceOf(reply: Reply | undefined, error: ErrorData | undefined): RunTrace {
    if (this.#dispatcher instanceof HostReplay) return this.#dispatcher.trace;
    return this.#recorder.finish({ chances: reply?.chances, error, begun: this.#deadline?.begun });
  }

  #coverageOf(reply: Reply | undefined): Coverage | undefined {
    const { coverage, grants } = this.#request;
    if (!coverage || reply?.coverage === undefined) return undefined;
    return readCoverage(reply.coverage, new Set(['', ...Object.keys(grants.files)]));
  }

  #redactError({ code, message, details }: ErrorData): ErrorData {
    const error = { code, message: this.#secrets.redact(message) };
    if (details === undefined) return error;
    return { ...error, details: JSON.parse(this.#secrets.redact(JSON.stringify(details))) as Json };
  }

  #admit(level: LogLine['level'], text: string): LogLine | undefined {
    return this.#log.admit({ level, text: this.#secrets.redact(text) });
  }

  #addLine(level: LogLine['level'], text: string): void {
    const line = this.#admit(level, text);
    if (!line) return;
    this.#logs.push(line);
    this.#request.onLog?.(line, this.#recorder.logged());
  }
}

/** A replay or a test knows them by name; a case may supply values of its own. */
function secretsOf({ replay, answers, config, secrets }: RunRequest): RunSecrets {
  if (replay) return RunSecrets.standIns(replay.secrets ?? []);
  if (!answers) return new RunSecrets(secrets);
  const values = answers.secrets ?? {};
  return RunSecrets.standIns([...new Set([...namesIn(config), ...Object.keys(values)])], values);
}
