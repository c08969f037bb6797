// An admitted, checked and approved call, as its executor sees it: a script in the sandbox, a built-in, a server.
import type { ToolCallState } from '../conversation.ts';
import type { JsonObject } from '../../base/json.ts';
import type { HostCallRecord, OpenHostCall } from '../run-record.ts';
import type { Outbound } from '../outbound.ts';
import type { Taint } from '../taint.ts';
import type { Tool } from '../tool.ts';
import type { Act, Caller, FirstCaller, LogLine } from '../call.ts';
import type { Answer } from './approval.ts';
import type { CallTool } from './call-tool.ts';

/** Progress of a call. Times are milliseconds after the start of the run. */
export interface RunObserver {
  onState?(state: ToolCallState): void;
  onLog?(line: LogLine, at: number): void;
  /** @param fraction 0 to 1 */
  onProgress?(fraction: number, text: string | undefined, at: number): void;
  /** Output before the result. */
  onEmit?(text: string, at: number): void;
  /** Called when a host call starts, and again with its record when it is answered. @param place its index */
  onHostCall?(place: number, call: OpenHostCall | HostCallRecord): void;
}

export interface CallRun {
  id: string;
  tool: Tool;
  /** The name it was called by. */
  name: string;
  /** Copied and frozen; checked if the tool is a built-in or was approved. */
  args: JsonObject;
  /** Config of the tool, with overrides of this call. */
  config: JsonObject;
  caller: Caller;
  first: FirstCaller;
  /** Another run waits for this one. */
  nested: boolean;
  signal: AbortSignal;
  /** What was read so far; the run adds what it reads. */
  taint: Taint;
  /** What may leave; shared with nested calls. */
  outbound: Outbound;
  observer: RunObserver;
  /** The call itself is not approved yet. The first question about what it sends covers both, and must be asked. */
  asksFirst: boolean;
  /**
   * Checks a result made elsewhere against the tool's result schema.
   * @returns why it could not be checked. @throws Failure `bad_output`
   */
  checkResult(result: unknown): Promise<string | undefined>;
  /** Asks a person. Resolves to a refusal when `signal` aborts. The call's clock pauses meanwhile. */
  ask(act: Act, signal: AbortSignal): Promise<Answer>;
  callTool: CallTool;
}

/** The part of a call that a tool server needs. */
export type ServerRun = Pick<
  CallRun,
  | 'tool'
  | 'name'
  | 'args'
  | 'first'
  | 'signal'
  | 'taint'
  | 'outbound'
  | 'asksFirst'
  | 'observer'
  | 'checkResult'
  | 'ask'
>;
