// The record of every tool call: who called it, input and output, and the data needed to replay it.
import { isAnyOf, type AnyOf } from './any-of.ts';
import type { ErrorData } from './errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Caller, LogLine, ToolResult } from './call.ts';
import type { ToolKind } from './tool-kinds.ts';

/** A period of a run, in milliseconds; `at` counts from its start. */
export interface Span {
  at: number;
  milliseconds: number;
}

/**
 * One host call of a run, with its answer. Secrets appear by name. A truncated text ends with its length and a
 * checksum.
 */
export interface HostCallRecord {
  /** Such as `http.request`. */
  operation: string;
  /** JSON text of the request. */
  payload: string;
  /** Sent beside the payload: the body of a request, the text of a file. */
  body?: string;
  /** Milliseconds after the start of the run. */
  at: number;
  milliseconds: number;
  /** Bytes that the script sent and received; for JSON, its characters. */
  sent: number;
  received: number;
  error?: ErrorData;
  /** Absent when it failed, or was too large to keep: such a run can't be replayed. `bytes` is base64. */
  answer?: { json: string; bytes?: string };
  /** Lines that the host wrote into the run's log meanwhile. */
  warnings?: string[];
  /** The run ended before the answer; `error` is how the run ended. */
  open?: true;
  /** Periods when a person was being asked; not counted as work. */
  waits?: Span[];
  /** Something had been hashed in a run with secrets: a replay has names instead of values, so its digests differ. */
  hashed?: true;
}

/** A host call that is not answered yet, as reported during a run. */
export type OpenHostCall = Pick<HostCallRecord, 'operation' | 'payload' | 'at'> & {
  milliseconds?: undefined;
};

/** The non-deterministic inputs of a run. With them the run can be repeated step by step. */
export interface RunTrace {
  hostCalls: HostCallRecord[];
  /** Number of later host calls that did not fit into the record. */
  moreCalls?: number;
  /** Answers of the clock and random numbers, in the order requested; undefined when there were too many. */
  chances?: readonly string[];
  /** Names of the secrets that it received. */
  secrets?: readonly string[];
  /** Milliseconds after the start of the run: when the sandbox was ready, and when each log line was written. */
  ready?: number;
  logTimes?: readonly number[];
  /** Further data of the failure that ended it. */
  failure?: Pick<ErrorData, 'code' | 'details'>;
}

export interface RunApproval {
  answer: 'yes' | 'no';
  /** Approved now, or covered by an earlier approval. */
  scope: 'once' | 'chat' | 'version';
  /** Milliseconds that the call waited for a person. */
  waited: number;
}

/** A run as shown in a list. */
export interface RunSummary {
  /** UUIDv7: later runs sort after earlier ones. */
  id: string;
  /** ISO 8601. */
  startedAt: string;
  /** `id` and `version` identify the text that ran. */
  tool: { id: string; name: string; version: string; bundle: string; kind: ToolKind };
  caller: Caller;
  /** `ok`, or the code of the error. */
  status: 'ok' | ErrorData['code'];
  /** The script ran, and its result reports a failure: `{ success = false, error = "…" }`. The status is then `ok`. */
  reportsFailure?: true;
  milliseconds: number;
  /** The run that made this call. */
  parent?: string;
  /** The run that this one replays. */
  replayOf?: string;
  approval?: RunApproval;
  /** Length of the whole record, in characters. */
  size: number;
}

export interface RunRecord extends RunSummary {
  /** Config of the run; a secret appears as `${NAME}`. */
  config?: JsonObject;
  /** As the tool received them: checked, with defaults filled in. Secrets appear by name. */
  args: JsonObject;
  outcome: ToolResult;
  logs: LogLine[];
  /** Output before its result, from `context.emit`. */
  emitted?: string;
  trace: RunTrace;
  /**
   * Original length in characters of a value that was too long: only the beginning of a result is kept, as a text,
   * and nothing of arguments.
   */
  cut?: { result?: number; args?: number };
}

/** Filter of a list of runs. All fields must match; a list matches any of its values. */
export interface RunFilter {
  /** Id of one version of a tool, or a name. */
  tool?: AnyOf<string>;
  /** The run that called them. */
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
  /** Id of a bundle, or `<bundle id>/<slug>` for a tool with all its versions; and its name at the time. */
  of: string;
  name: string;
  version?: string;
  /** Who made the change. */
  by: 'user' | 'page' | 'agent' | 'program';
  /** The changed fields, in words. */
  note?: string;
}

/** Returns why a run can't be replayed, as a sentence; undefined when it can. */
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

/** Counts a call that a person requests in a chat as called by the chat. */
export function callerKind(caller: Caller): Caller['kind'] {
  return caller.kind === 'user' && caller.conversation !== undefined ? 'agent' : caller.kind;
}

/** The status shown for a run. A result that reports a failure counts as failed. */
export function outcomeOf({
  status,
  reportsFailure,
}: Pick<RunSummary, 'status' | 'reportsFailure'>): RunSummary['status'] {
  return reportsFailure ? 'tool_error' : status;
}

export function matches(run: RunSummary, filter: RunFilter): boolean {
  const { tool, caller, status, parent, since, until } = filter;
  const outcome = outcomeOf(run);
  return (
    (isAnyOf(tool, run.tool.id) || isAnyOf(tool, run.tool.name)) &&
    isAnyOf(caller, callerKind(run.caller)) &&
    (isAnyOf(status, outcome) || (outcome !== 'ok' && isAnyOf(status, 'failed'))) &&
    isAnyOf(parent, run.parent) &&
    (since === undefined || run.startedAt >= since) &&
    (until === undefined || run.startedAt <= until)
  );
}

/** Returns a line of JSON Lines. */
export function runLine(run: RunRecord): string {
  return `${JSON.stringify(run)}\n`;
}
