// A call that was admitted, checked and approved, as whoever performs it sees it: a script in the sandbox, a built-in, a server.
import type { ToolCallState } from '../conversation.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { HostCallRecord, OpenHostCall } from '../run-record.ts';
import type { Outbound } from '../outbound.ts';
import type { Taint } from '../taint.ts';
import type { Tool } from '../tool.ts';
import type { Act, Caller, FirstCaller, LogLine, ToolResult } from '../call.ts';
import type { Answer } from './approval.ts';

/** How a call goes, while it does. Times are milliseconds after the start of the run. */
export interface RunObserver {
  onState?(state: ToolCallState): void;
  onLog?(line: LogLine, at: number): void;
  /** @param fraction 0 to 1 */
  onProgress?(fraction: number, text: string | undefined, at: number): void;
  /** A piece of output before the result is there. */
  onEmit?(text: string, at: number): void;
  /** A host call was asked, and later, with its record, answered. @param place its place among them */
  onHostCall?(place: number, call: OpenHostCall | HostCallRecord): void;
}

export interface CallRun {
  id: string;
  tool: Tool;
  /** What it was called by. */
  name: string;
  /** Copied and frozen; checked where the tool is a built-in or was approved. */
  args: JsonObject;
  /** Of the tool, with what this call sets above it. */
  config: JsonObject;
  caller: Caller;
  first: FirstCaller;
  /** Another run waits for this one. */
  nested: boolean;
  signal: AbortSignal;
  /** What was read so far; what this run reads is added to it. */
  taint: Taint;
  /** What may leave; the calls that it makes share it. */
  outbound: Outbound;
  observer: RunObserver;
  /** Nobody has agreed to the call itself yet: the first question about what it sends stands for both, and must be asked. */
  asksFirst: boolean;
  /**
   * Checks a result made elsewhere against what the tool says of it.
   * @returns why it could not be checked. @throws Failure `bad_output`
   */
  checkResult(result: unknown): Promise<string | undefined>;
  /** Asks a person. Answers no when `signal` aborts. The clock of the call stands meanwhile. */
  ask(act: Act, signal: AbortSignal): Promise<Answer>;
  callTool(
    name: string,
    args: Json,
    signal: AbortSignal,
    onWaiting: (waiting: boolean) => void,
  ): Promise<ToolResult>;
}

/** As much of a call as a server of tools needs. */
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
