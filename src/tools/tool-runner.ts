// The sandbox, as far as the registry knows it: what it is asked to run, and what it lets a run do.
import type { Json, JsonObject } from '../base/json.ts';
import type { Limits } from '../core/limits.ts';
import type { ObjectSchema, Schema } from '../core/schema.ts';
import type { HostCallRecord, OpenHostCall, RunTrace } from '../core/run-record.ts';
import type { Secret } from '../core/secrets.ts';
import type { Outbound } from '../core/outbound.ts';
import type { Taint } from '../core/taint.ts';
import type { CaseAnswers } from '../core/tool-case.ts';
import type { CallReport, ToolSpec } from '../core/tool.ts';
import type { Act, LogLine, ToolResult } from '../core/call.ts';

export interface RunRequest {
  /** One worker a key: tool id and hash of the source. */
  key: string;
  /** `script`: the text itself runs; its arguments are global variables, and its result is a `ScriptOutcome`. */
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
  /** This is a replay: host calls, clock and chance are answered from it, and nothing leaves the sandbox. */
  replay?: RunTrace;
  /** This is a test: host calls are answered from a case, and nothing leaves the sandbox. */
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

/** What a run may do beyond computing. */
export interface Grants {
  hosts: readonly string[];
  /** The id of its folder. */
  folder: string;
  files: Readonly<Record<string, string>>;
  writes: boolean;
  /** Once it has read text that anybody may have written, it asks before it sends anything. */
  cautious: boolean;
  /** What may leave. */
  outbound: Outbound;
  /** What was read before the run, and where what it reads is noted. */
  taint?: Taint;
  approve(act: Act, signal: AbortSignal): Promise<boolean>;
  callTool(
    name: string,
    args: Json,
    signal: AbortSignal,
    onWaiting: (waiting: boolean) => void,
  ): Promise<ToolResult>;
  /** It has no granted hosts: a person is asked about each request, wherever it goes. */
  asksToSend?: boolean;
  /** Nobody has agreed to its being run yet: a person is asked about each request, whatever was read. */
  asksFirst?: boolean;
  /** Hosts that access tokens may go to, besides those that they come from. */
  tokenHosts?: readonly string[];
  /** Where its folder is kept, when that is not with those of the tools. */
  store?: FolderStore;
  /** Sees each host call first: answers in its place, or throws a Failure; undefined: it goes on. */
  before?(
    operation: string,
    payload: Readonly<Record<string, unknown>>,
    bytes: Uint8Array | undefined,
  ): Promise<{ json: string; bytes?: Uint8Array } | undefined>;
}

/** Files by folder and path. */
export interface FolderStore {
  read(folder: string, path: string): Promise<Uint8Array | undefined>;
  /** @throws Failure `too_large` */
  write(folder: string, path: string, bytes: Uint8Array): Promise<void>;
  list(folder: string): Promise<{ path: string; size: number; modified: string }[]>;
  /** @returns whether there was one. */
  remove(folder: string, path: string): Promise<boolean>;
}

/** The sandbox, as far as the registry knows it. */
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
