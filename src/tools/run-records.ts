// Makes the record of a call from its outcome. Long values are cut, with a note.
import type { JsonObject } from '../base/json.ts';
import type { RunApproval, RunRecord, RunSummary } from '../core/run-record.ts';
import { reportedFailure } from '../core/reported-failure.ts';
import type { CallReport, Tool } from '../core/tool.ts';
import type { Caller, ToolResult } from '../core/call.ts';
import type { FinishedCall } from './invoke-deps.ts';

/** Maximum characters of a result, and of arguments: about a hundred such records fill the space for all runs. */
const LONGEST = 256 * 1024;
/** Characters kept of a longer result. */
const BEGINNING = 16 * 1024;

export interface RecordedCall {
  /** UUIDv7, made when the call began. */
  id: string;
  /** ISO 8601. */
  startedAt: string;
  tool: RunSummary['tool'];
  config?: JsonObject;
  caller: Caller;
  report: CallReport;
  approval?: RunApproval;
  parent?: string;
  replayOf?: string;
}

/** @param bundleOf returns the slug of a tool's bundle */
export function recordOfCall(
  { id, startedAt, name, tool, caller, report, approval, config = tool?.config }: FinishedCall,
  bundleOf: (tool: Tool) => string,
  replayOf?: string,
): RunRecord {
  return toRunRecord({
    id,
    startedAt,
    tool: tool
      ? { id: tool.id, name, version: tool.spec.version, bundle: bundleOf(tool), kind: tool.kind }
      : { id: '', name, version: '', bundle: '', kind: 'lua' },
    ...(config && { config }),
    caller,
    report,
    ...(approval && { approval }),
    ...(caller.kind === 'tool' && caller.run !== undefined && { parent: caller.run }),
    ...(replayOf !== undefined && { replayOf }),
  });
}

export function toRunRecord(call: RecordedCall): RunRecord {
  const { id, startedAt, tool, config, caller, report, approval, parent, replayOf } = call;
  const outcome = shortened(report.outcome);
  const args = shortenedArgs(report.args);
  const cut = { ...outcome.cut, ...args.cut };
  const record: Omit<RunRecord, 'size'> = {
    id,
    startedAt,
    tool,
    caller,
    status: report.outcome.error?.code ?? 'ok',
    ...(reportedFailure(report.outcome) && { reportsFailure: true }),
    milliseconds: Math.round(report.milliseconds * 10) / 10,
    ...(parent !== undefined && { parent }),
    ...(replayOf !== undefined && { replayOf }),
    ...(approval && { approval }),
    ...(config && Object.keys(config).length > 0 && { config }),
    args: args.value,
    outcome: outcome.value,
    logs: report.logs,
    ...(report.emitted !== undefined && { emitted: report.emitted }),
    // A call that ran no script has an empty trace.
    trace: report.trace ?? { hostCalls: [] },
    ...(Object.keys(cut).length > 0 && { cut }),
  };
  return { ...record, size: JSON.stringify(record).length };
}

interface Cut<T> {
  value: T;
  cut?: NonNullable<RunRecord['cut']>;
}

function shortened(outcome: ToolResult): Cut<ToolResult> {
  if (outcome.error) return { value: outcome };
  const text = JSON.stringify(outcome.result);
  if (text.length <= LONGEST) return { value: outcome };
  return { value: { result: text.slice(0, BEGINNING) }, cut: { result: text.length } };
}

function shortenedArgs(args: JsonObject): Cut<JsonObject> {
  const { length } = JSON.stringify(args);
  return length <= LONGEST ? { value: args } : { value: {}, cut: { args: length } };
}
