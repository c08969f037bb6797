// What the invocation path needs, and what it reports at the end of a call.
import type { JsonObject } from '../base/json.ts';
import type { RunApproval } from '../core/run-record.ts';
import type { Secret } from '../core/secrets.ts';
import type { CallReport, Tool } from '../core/tool.ts';
import type { Caller, FirstCaller } from '../core/call.ts';
import type { ReadOnly } from '../core/read-only.ts';
import type { Builtin } from './builtins.ts';
import type { Consent } from './consent.ts';
import type { CallRun } from '../core/ports/call-run.ts';
import type { CallRate } from './rate.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

export interface InvokeDeps {
  find(name: string): Tool | undefined;
  /** Returns a sentence that says why no tool of the bundle may be called; undefined if they may. */
  whyClosed(tool: Tool): string | undefined;
  builtin(name: string): Builtin | undefined;
  runner: ToolRunner;
  /** Calls a tool on a server. @throws Failure */
  callServer(run: CallRun): Promise<CallReport>;
  consent: Consent;
  /** Tells whether read-only mode is on for calls of this caller, and where. Absent: never. */
  readOnly?(first: FirstCaller): Promise<ReadOnly | undefined>;
  rate: CallRate;
  secrets(names: readonly string[]): Promise<Secret[]>;
  newId(): string;
  /** ISO 8601. */
  now(): string;
  /** Records the outcome of a call. Never throws, and no caller waits for it. */
  record(call: FinishedCall): void;
}

export interface FinishedCall {
  id: string;
  startedAt: string;
  name: string;
  /** Undefined when there is no such tool. */
  tool: Tool | undefined;
  caller: Caller;
  report: CallReport;
  approval: RunApproval | undefined;
  /** The config it ran with, when that isn't the tool's own. */
  config?: JsonObject;
}
