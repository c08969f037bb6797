// What is kept of every call of a tool: who asked, what went in and out, and what is needed to run it again the same way.
import { isAnyOf, type AnyOf } from './any-of.ts';
import type { ErrorData } from './errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Caller, LogLine, ToolResult } from './call.ts';
import type { ToolKind } from './tool-kinds.ts';

/** A stretch of a run, in milliseconds; `at` counts from its start. */
export interface Span {
  at: number;
  milliseconds: number;
}

/** One host call of a run, as it was answered. Secrets appear by name. A text that was cut ends with its length and a checksum. */
export interface HostCallRecord {
  /** Such as `http.request`. */
  operation: string;
  /** JSON text of what was asked. */
  payload: string;
  /** What went beside it: the body of a request, the text of a file. */
  body?: string;
  /** Milliseconds after the start of the run. */
  at: number;
  milliseconds: number;
  /** Bytes that the script gave and got; of JSON, its characters. */
  sent: number;
  received: number;
  error?: ErrorData;
  /** Absent when it failed, or was too large to keep: such a run cannot be replayed. `bytes` is base64. */
  answer?: { json: string; bytes?: string };
  /** Lines that the host wrote into the log of the run meanwhile. */
  warnings?: string[];
  /** The run was over before it was answered; `error` is how the run ended. */
  open?: true;
  /** When a person was being asked: no part of the work. */
  waits?: Span[];
  /** Something had been hashed in a run with secrets: a replay knows names instead of values, and gets other digests. */
  hashed?: true;
}

/** A host call that is not answered yet, as a run tells of it while it goes on. */
export type OpenHostCall = Pick<HostCallRecord, 'operation' | 'payload' | 'at'> & {
  milliseconds?: undefined;
};

/** What a run met that no script can foresee. With it the run can be repeated step by step. */
export interface RunTrace {
  hostCalls: HostCallRecord[];
  /** Host calls that came after there was no more room. */
  moreCalls?: number;
  /** Answers of the clock and of chance, in the order in which the script asked; undefined when there were too many. */
  chances?: readonly string[];
  /** Names of the secrets that it was given. */
  secrets?: readonly string[];
  /** Milliseconds after the start of the run: when there was a sandbox for it, and when each line of its log came. */
  ready?: number;
  logTimes?: readonly number[];
  /** What else was known of the failure that it ended with. */
  failure?: Pick<ErrorData, 'code' | 'details'>;
}

export interface RunApproval {
  answer: 'yes' | 'no';
  /** Asked a person now, or answered by an earlier yes. */
  scope: 'once' | 'chat' | 'version';
  /** Milliseconds that the call waited for a person. */
  waited: number;
}

/** The line of a run in a list. */
export interface RunSummary {
  /** UUIDv7: later runs sort after earlier ones. */
  id: string;
  /** ISO 8601. */
  startedAt: string;
  /** `id` and `version` say which text ran. */
  tool: { id: string; name: string; version: string; bundle: string; kind: ToolKind };
  caller: Caller;
  /** `ok`, or the code of the error. */
  status: 'ok' | ErrorData['code'];
  milliseconds: number;
  /** The call that this one was made by. */
  parent?: string;
  /** The run that this one replays. */
  replayOf?: string;
  approval?: RunApproval;
  /** Characters that the whole record takes. */
  size: number;
}

export interface RunRecord extends RunSummary {
  /** What it was set up with; a secret appears as `${NAME}`. */
  config?: JsonObject;
  /** As the tool got them: checked, defaults filled in. Secrets appear by name. */
  args: JsonObject;
  outcome: ToolResult;
  logs: LogLine[];
  /** What it gave out before its result, with `context.emit`. */
  emitted?: string;
  trace: RunTrace;
  /**
   * Characters of what was too long to keep as it was: of such a result the beginning is kept, as a text, and nothing of
   * such arguments.
   */
  cut?: { result?: number; args?: number };
}

/** Which runs of a list. All that is given must hold; of a list, any. */
export interface RunFilter {
  /** The id of one version of a tool, or a name. */
  tool?: AnyOf<string>;
  /** The run that they were called by. */
  parent?: AnyOf<string>;
  caller?: AnyOf<Caller['kind']>;
  status?: AnyOf<RunSummary['status'] | 'failed'>;
  /** ISO 8601, inclusive. */
  since?: string;
  until?: string;
}

/** One change to a tool or a bundle. */
export interface ChangeRecord {
  /** UUIDv7. */
  id: string;
  /** ISO 8601. */
  at: string;
  what: 'created' | 'changed' | 'removed' | 'restored' | 'enabled' | 'disabled' | 'deleted';
  subject: 'tool' | 'bundle';
  /** A bundle's id, or `<bundle id>/<slug>` of a tool with all its versions; and its name at the time. */
  of: string;
  name: string;
  version?: string;
  /** Who did it. */
  by: 'user' | 'page' | 'agent' | 'program';
  /** Which fields changed, in words. */
  note?: string;
}

/** Why a run cannot be replayed, as a sentence; undefined when it can be. */
export function whyNotReplayable({
  tool,
  trace,
  cut,
}: Pick<RunRecord, 'tool' | 'trace' | 'cut'>): string | undefined {
  if (tool.kind === 'builtin') return 'A built-in tool has no script to replay.';
  if (cut?.args !== undefined) return 'Its arguments were too large to record.';
  if (trace.moreCalls !== undefined) return 'It made more host calls than a run log can store.';
  if (trace.hostCalls.some(({ answer, error }) => !answer && !error))
    return 'Its host calls returned more data than a run log can store.';
  if (trace.chances === undefined)
    return 'The clock and random values it used were not recorded: it never ran, was stopped, or used more values than a run log can store.';
  return undefined;
}

/** What a person asked for in a chat was called by the chat. */
export function callerKind(caller: Caller): Caller['kind'] {
  return caller.kind === 'user' && caller.conversation !== undefined ? 'agent' : caller.kind;
}

export function matches(run: RunSummary, filter: RunFilter): boolean {
  const { tool, caller, status, parent, since, until } = filter;
  return (
    (isAnyOf(tool, run.tool.id) || isAnyOf(tool, run.tool.name)) &&
    isAnyOf(caller, callerKind(run.caller)) &&
    (isAnyOf(status, run.status) || (run.status !== 'ok' && isAnyOf(status, 'failed'))) &&
    isAnyOf(parent, run.parent) &&
    (since === undefined || run.startedAt >= since) &&
    (until === undefined || run.startedAt <= until)
  );
}

/** A line of a file in JSON Lines. */
export function runLine(run: RunRecord): string {
  return `${JSON.stringify(run)}\n`;
}
