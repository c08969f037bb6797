// Finished runs: recorded, looked up, replayed from their record or repeated. Loads with the first call.
import { Failure } from '../core/errors.ts';
import { reportedFailure } from '../core/reported-failure.ts';
import type { RunFilter, RunRecord, RunSummary } from '../core/run-record.ts';
import { isCompiled } from '../core/tool-kinds.ts';
import { limitsOf, type CallReport, type Tool } from '../core/tool.ts';
import type { Caller } from '../core/call.ts';
import type { FinishedCall } from './invoke-deps.ts';
import { noGrants } from '../core/ports/no-grants.ts';
import { recordOfCall } from './run-records.ts';
import { scriptOf } from './runnable.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

/** The store of run records. */
export interface RunStore {
  /** Never rejects: no call fails because its record can't be saved. */
  add(record: RunRecord): Promise<void>;
  list(
    filter?: RunFilter,
    page?: { limit?: number; pageToken?: string },
  ): Promise<{ runs: RunSummary[]; nextPageToken?: string }>;
  get(id: string): Promise<RunRecord | undefined>;
  remove(ids: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  /** Removes records beyond the limits of age and number. */
  sweep(): Promise<unknown>;
  /** JSON Lines. */
  export(filter?: RunFilter): AsyncIterable<string>;
  onChange(listener: () => void): () => void;
}

export interface RunsDeps {
  store: RunStore;
  usage: { count(tool: readonly [bundle: string, slug: string], failed: boolean, at: string): void };
  tools: {
    get(reference: string): Tool | undefined;
    infoOf(tool: Tool): { bundle: string };
    call(name: string, args: unknown, options: { caller: Caller; signal?: AbortSignal }): Promise<CallReport>;
  };
  runner: Pick<ToolRunner, 'run'>;
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

/** The result of a replay, and its differences from the record: empty when all is the same. */
export interface Replay {
  run: string;
  report: CallReport;
  differences: ('result' | 'logs')[];
}

export class Runs {
  readonly #deps: RunsDeps;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
  }

  get store(): Omit<RunStore, 'add'> {
    return this.#deps.store;
  }

  /** Never throws, and no caller waits for it. */
  record(call: FinishedCall, replayOf?: string): void {
    const { startedAt, tool, report } = call;
    const { store, usage, tools } = this.#deps;
    if (tool && !replayOf) {
      usage.count(
        [tool.bundle, tool.slug],
        (report.outcome.error ?? reportedFailure(report.outcome)) !== undefined,
        startedAt,
      );
    }
    const record = recordOfCall(call, (of) => tools.infoOf(of).bundle, replayOf);
    void store.add(record);
  }

  /** @throws Failure `not_found` */
  async get(id: string): Promise<RunRecord> {
    const record = await this.#deps.store.get(id);
    if (!record) throw new Failure('not_found', `no run with the id: ${id}; it may have expired`);
    return record;
  }

  /**
   * Replays the same version with the recorded host answers, clock and random values. No person is asked, and nothing
   * leaves the sandbox.
   * @throws Failure `not_found` for an unknown run, or when its version is gone; `bad_request` for a run without a
   *   script, or with too much missing from its record
   */
  async replay(id: string, caller: Caller, signal?: AbortSignal): Promise<Replay> {
    const record = await this.get(id);
    if (record.tool.kind === 'builtin') {
      throw new Failure('bad_request', 'a built-in tool has no script to replay; run it again');
    }
    const tool = this.#deps.tools.get(record.tool.id);
    if (!tool || tool.spec.version !== record.tool.version) {
      throw new Failure(
        'not_found',
        `version ${record.tool.version} of tool '${record.tool.name}' is no longer installed, so its run can’t be replayed`,
      );
    }
    refuseCutArgs(record);
    const startedAt = this.#deps.now();
    const { spec, files } = tool;
    const report = await this.#deps.runner.run({
      key: `replay:${tool.id}`,
      entry: tool.kind === 'connector' ? 'connector' : 'tool',
      name: tool.name,
      source: await scriptOf(tool),
      compiled: isCompiled(tool.kind),
      schema: spec.parameters,
      returns: spec.returns,
      args: record.args,
      config: record.config ?? {},
      secrets: [],
      limits: limitsOf(tool),
      grants: noGrants({ files }),
      replay: record.trace,
      signal,
    });
    const run = this.#deps.newId();
    this.record(
      { id: run, startedAt, name: record.tool.name, tool, caller, report, approval: undefined },
      record.id,
    );
    return { run, report, differences: differencesOf(record, report) };
  }

  /**
   * Makes the same call again for real, with the current version and all checks.
   * @throws Failure `not_found`; `bad_request` when the arguments were too long to keep
   */
  async repeat(id: string, caller: Caller, signal?: AbortSignal): Promise<CallReport> {
    const record = await this.get(id);
    refuseCutArgs(record);
    // A connector may have been scanned with the settings of a feed.
    const settings = record.tool.kind === 'connector' ? record.config : undefined;
    const options = { caller, ...(signal && { signal }), ...(settings && { settings }) };
    return this.#deps.tools.call(record.tool.name, record.args, options);
  }
}

function refuseCutArgs({ cut }: RunRecord): void {
  if (cut?.args === undefined) return;
  throw new Failure('bad_request', 'the arguments of this run were too long to record; call the tool again');
}

function differencesOf(record: RunRecord, { outcome, logs }: CallReport): Replay['differences'] {
  const result = record.cut?.result === undefined && !same(outcome, record.outcome);
  return [...(result ? (['result'] as const) : []), ...(same(logs, record.logs) ? [] : (['logs'] as const))];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
