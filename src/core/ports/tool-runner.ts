// The sandbox interface: what it runs, and what it reports.
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
   * The function to call: `tool.execute` or `connector.scan`. `script` runs the text itself: arguments are global
   * variables, and the result is a `ScriptOutcome`.
   */
  entry: 'tool' | 'connector' | 'script';
  name: string;
  source: string;
  /** The script was compiled from data. Its lines mean nothing to people, so errors name only the tool. */
  compiled?: boolean;
  schema: ObjectSchema;
  returns?: Schema;
  args: unknown;
  /** `${NAME}` stands for a secret. */
  config: JsonObject;
  /** The secrets named in the config. */
  secrets: readonly Secret[];
  limits: Limits;
  grants: Grants;
  /**
   * A replay: the recording answers host calls, clock and random numbers. `secrets` and all of `grants` except its
   * files are unused.
   */
  replay?: RunTrace;
  /** A test: as a replay, but answered by a test case. */
  answers?: CaseAnswers;
  /** Counts executed lines. */
  coverage?: boolean;
  /** Another run waits for this one. */
  nested?: boolean;
  signal?: AbortSignal;
  /** Times are milliseconds after the start of the run. */
  onLog?(line: LogLine, at: number): void;
  /** @param fraction 0 to 1 */
  onProgress?(fraction: number, text: string | undefined, at: number): void;
  /** Output before the result. */
  onEmit?(text: string, at: number): void;
  /** Called when a host call starts, and again with its record when it is answered. @param place its index */
  onHostCall?(place: number, call: OpenHostCall | HostCallRecord): void;
}

export interface ToolRunner {
  inspect(source: string, fileName?: string, files?: Readonly<Record<string, string>>): Promise<ToolSpec>;
  /** Rejects with Failure `bad_request` when `args` don't match the schema. */
  validate(
    schema: ObjectSchema,
    args: unknown,
    options?: { signal?: AbortSignal; nested?: boolean },
  ): Promise<JsonObject>;
  /** Validates as well, before loading the script. Never rejects for a failure of the tool. */
  run(request: RunRequest): Promise<CallReport>;
}
