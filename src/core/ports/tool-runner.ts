// The sandbox as its callers know it: what it runs, and what it reports.
import type { JsonObject } from '../../base/json.ts';
import type { Limits } from '../limits.ts';
import type { ObjectSchema, Schema } from '../schema.ts';
import type { HostCallRecord, OpenHostCall, RunTrace } from '../run-record.ts';
import type { Secret } from '../secrets.ts';
import type { CaseAnswers } from '../tool-case.ts';
import type { CallReport, ToolSpec } from '../tool.ts';
import type { LogLine } from '../call.ts';
import type { Grants } from './grants.ts';

export interface RunRequest {
  /** One worker per key: the tool's id and a hash of its source. */
  key: string;
  /**
   * Which function is called: `tool.execute` or `connector.scan`. `script`: the text itself runs, its arguments are global variables,
   * and its result is a `ScriptOutcome`.
   */
  entry: 'tool' | 'connector' | 'script';
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
  /** A replay: host calls, clock and random numbers are answered from it; `secrets` and all of `grants` but its files go unused. */
  replay?: RunTrace;
  /** A test: as a replay, but answered from a case. */
  answers?: CaseAnswers;
  /** Count which lines are executed. */
  coverage?: boolean;
  /** Another run waits for this one. */
  nested?: boolean;
  signal?: AbortSignal;
  /** Times are milliseconds after the start of the run. */
  onLog?(line: LogLine, at: number): void;
  /** @param fraction 0 to 1 */
  onProgress?(fraction: number, text: string | undefined, at: number): void;
  /** A piece of output before the result is there. */
  onEmit?(text: string, at: number): void;
  /** A host call was asked, and later, with its record, answered. @param place its place among them */
  onHostCall?(place: number, call: OpenHostCall | HostCallRecord): void;
}

export interface ToolRunner {
  inspect(source: string, fileName?: string, files?: Readonly<Record<string, string>>): Promise<ToolSpec>;
  /** Rejects with Failure `bad_request` when `args` do not fit. */
  validate(
    schema: ObjectSchema,
    args: unknown,
    options?: { signal?: AbortSignal; nested?: boolean },
  ): Promise<JsonObject>;
  /** Validates too, before the script is loaded. Never rejects for a tool's failure. */
  run(request: RunRequest): Promise<CallReport>;
}
