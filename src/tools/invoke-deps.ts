// What the one path of all calls needs, and what it reports when a call has ended.
import type { JsonObject } from '../base/json.ts';
import type { RunApproval } from '../core/run-record.ts';
import type { Secret } from '../core/secrets.ts';
import type { CallReport, Tool } from '../core/tool.ts';
import type { Caller } from '../core/call.ts';
import type { Builtin } from './builtins.ts';
import type { Consent } from './consent.ts';
import type { CallRun } from '../core/ports/call-run.ts';
import type { CallRate } from './rate.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

export interface InvokeDeps {
  find(name: string): Tool | undefined;
  /** Why nothing of the tool's bundle may be called; a sentence. */
  whyClosed(tool: Tool): string | undefined;
  builtin(name: string): Builtin | undefined;
  runner: ToolRunner;
  /** Performs the call of a tool that is on a server. @throws Failure */
  callServer(run: CallRun): Promise<CallReport>;
  consent: Consent;
  rate: CallRate;
  secrets(names: readonly string[]): Promise<Secret[]>;
  newId(): string;
  /** ISO 8601. */
  now(): string;
  /** Keeps what became of a call. Never throws, and nobody waits for it. */
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
  /** What it was set up with, when that is not the tool's own config. */
  config?: JsonObject;
}
