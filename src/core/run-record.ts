// What is kept of every call of a tool: who asked, what went in and out, and what is needed to run it again the same way.
import type { ErrorData } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { Caller, LogLine, ToolKind, ToolResult } from './tool.ts';

/** One host call of a run, as it was answered. Secrets appear by name. */
export interface HostCallRecord {
  /** Such as `http.request`. */
  operation: string;
  /** JSON text of what was asked. */
  payload: string;
  /** Milliseconds after the start of the run. */
  at: number;
  milliseconds: number;
  /** Bytes that the script gave and got. */
  sent: number;
  received: number;
  error?: ErrorData;
  /** Absent when it failed, or was too large to keep: such a run cannot be replayed. `bytes` is base64. */
  answer?: { json: string; bytes?: string };
}

/** What a run met that no script can foresee. With it the run can be repeated step by step. */
export interface RunTrace {
  hostCalls: HostCallRecord[];
  /** Answers of the clock and of chance, in the order in which the script asked; undefined when there were too many. */
  chances?: readonly (number | string)[];
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
  /** As the tool got them: checked, defaults filled in. Secrets appear by name. */
  args: JsonObject;
  outcome: ToolResult;
  logs: LogLine[];
  trace: RunTrace;
}

/** Which runs of a list. All that is given must hold. */
export interface RunFilter {
  tool?: string;
  caller?: Caller['kind'];
  status?: RunSummary['status'] | 'failed';
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
  /** The tool's or the bundle's id, and its name at the time. */
  of: string;
  name: string;
  /** Of a tool: its bundle's id, slug and version. */
  bundle?: string;
  slug?: string;
  version?: string;
  /** Who did it. */
  by: 'user' | 'page' | 'agent' | 'program';
  /** Which fields changed, in words. */
  note?: string;
}
