// The events of a run as lines in order of time, and filtering them. Pure.
import type { HostCallRecord, OpenHostCall, RunRecord } from '../../../core/run-record.ts';
import type { CallReport } from '../../../core/tool.ts';
import type { LogLevel, ToolResult } from '../../../core/call.ts';
import { durationText } from '../../components/quantities.ts';
import { sentence } from '../../components/sentence.ts';
import { callText, subjectOf } from '../run-labels.ts';
import { language } from '../../texts/texts.ts';

export type TimelineCall = OpenHostCall | HostCallRecord;

/** A line. `id` is its index; `at` is in milliseconds since the run's start, absent when not recorded. */
export type TimelineEntry = { id: number; at?: number } & (
  | { type: 'log'; level: LogLevel; text: string }
  | { type: 'output'; text: string }
  | { type: 'progress'; fraction: number; text?: string }
  | { type: 'call'; place: number; call: TimelineCall }
  | { type: 'note'; text: string }
  | { type: 'end'; outcome: ToolResult; milliseconds: number }
);

/** The kind of a line. A failed host call is an error too. */
export type LineKind = 'debug' | 'log' | 'warn' | 'error' | 'call' | 'progress' | 'output';

/** Labels in the filter. */
export const LINE_KINDS: Record<LineKind, string> = {
  error: 'Errors',
  warn: 'Warnings',
  log: 'Log',
  debug: 'Debug',
  call: 'Host calls',
  progress: 'Progress',
  output: 'Output',
};

/** Empty for lines without a kind of their own: a successful end, and notes about the record. */
export function kindsOf(line: TimelineEntry): LineKind[] {
  switch (line.type) {
    case 'log':
      return [line.level === 'info' || line.level === 'print' ? 'log' : line.level];
    case 'call':
      return line.call.milliseconds !== undefined && line.call.error ? ['call', 'error'] : ['call'];
    case 'end':
      return line.outcome.error && line.outcome.error.code !== 'cancelled' ? ['error'] : [];
    case 'note':
      return [];
    default:
      return [line.type];
  }
}

/** The short tag before a line. */
export function tagOf(line: TimelineEntry): string {
  if (line.type === 'log') return line.level;
  if (line.type === 'end') return line.outcome.error ? 'end' : 'result';
  return line.type === 'note' ? '' : line.type;
}

/** Characters of the result repeated in the last line. */
const RESULT_SHOWN = 300;

/** The line as text, for searching and copying. */
export function textOf(line: TimelineEntry): string {
  switch (line.type) {
    case 'call':
      return `${line.call.operation} ${subjectOf(line.call)}`.trimEnd();
    case 'progress':
      return `${Math.round(line.fraction * 100)}%${line.text === undefined ? '' : ` ${line.text}`}`;
    case 'end':
      return endText(line.outcome, line.milliseconds);
    default:
      return line.text;
  }
}

function endText({ error, result }: ToolResult, milliseconds: number): string {
  const took = durationText(milliseconds);
  if (error) return error.code === 'cancelled' ? `Stopped after ${took}` : sentence(error.message);
  const text = JSON.stringify(result ?? null);
  return text.length <= RESULT_SHOWN ? text : `${text.slice(0, RESULT_SHOWN)} …`;
}

export interface LineFilter {
  /** Empty: all. */
  kinds: ReadonlySet<LineKind>;
  text: string;
}

/** Returns the lines of these kinds that contain the text, ignoring case. A host call's request is searched, too. */
export function chosen(
  lines: readonly TimelineEntry[],
  { kinds, text }: LineFilter,
): readonly TimelineEntry[] {
  const wanted = text.trim().toLowerCase();
  if (kinds.size === 0 && wanted === '') return lines;
  return lines.filter(
    (line) =>
      (kinds.size === 0 || kindsOf(line).some((kind) => kinds.has(kind))) &&
      (wanted === '' || searched(line).toLowerCase().includes(wanted)),
  );
}

function searched(line: TimelineEntry): string {
  if (line.type !== 'call') return `${tagOf(line)} ${textOf(line)}`;
  const { call } = line;
  return `${call.operation} ${call.payload} ${call.milliseconds === undefined ? '' : (call.error?.message ?? '')}`;
}

/** Counts the lines of each kind that occurs. */
export function counted(lines: readonly TimelineEntry[]): Map<LineKind, number> {
  const counts = new Map<LineKind, number>();
  for (const line of lines) for (const kind of kindsOf(line)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const order = Object.keys(LINE_KINDS) as LineKind[];
  return new Map(order.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind) ?? 0]] : [])));
}

/** `12 ms`, `1.204 s`, `75.000 s`: to the millisecond, since lines follow closely. */
export function stampText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1000 ? `${whole} ms` : `${(whole / 1000).toFixed(3)} s`;
}

/** For the clipboard: one line each, with tab-separated parts. */
export function copyText(lines: readonly TimelineEntry[]): string {
  const told = (line: TimelineEntry): string =>
    line.type === 'call' ? `${textOf(line)} (${callText(line.call)})` : textOf(line);
  return lines
    .map((line) => [line.at === undefined ? '' : stampText(line.at), tagOf(line), told(line)].join('\t'))
    .join('\n');
}

type Recorded = Pick<RunRecord, 'logs' | 'trace' | 'outcome' | 'milliseconds'>;

/** Returns the lines of a finished run from its record. Older records have no times for log lines: those come first. */
export function linesOf({ logs, trace, outcome, milliseconds }: Recorded): TimelineEntry[] {
  const { hostCalls, logTimes = [] } = trace;
  const logged = logs.map((line, index) => ({ ...at(logTimes[index]), type: 'log' as const, ...line }));
  const calls = hostCalls.map((call, place) => ({ at: call.at, type: 'call' as const, place, call }));
  // Stable: at the same time, the log line comes before the call that follows it.
  const told = [...logged, ...calls].toSorted((one, other) => (one.at ?? -1) - (other.at ?? -1));
  const last = [...noteOf(trace), endOf({ outcome, milliseconds, trace })];
  return [...told, ...last].map((line, id) => ({ ...line, id }));
}

/** Milliseconds from start to end of the run: waits for the user count, as they do for its calls. */
export function lengthOf({ milliseconds, trace }: Pick<CallReport, 'milliseconds' | 'trace'>): number {
  const ends = (trace?.hostCalls ?? []).map((call) => call.at + call.milliseconds);
  return Math.max(milliseconds, trace?.logTimes?.at(-1) ?? 0, ...ends);
}

/** Without an `id`. */
export type Untold = TimelineEntry extends infer Line
  ? Line extends TimelineEntry
    ? Omit<Line, 'id'>
    : never
  : never;

export function noteOf(trace: Pick<RunRecord['trace'], 'moreCalls'> | undefined): Untold[] {
  const more = trace?.moreCalls ?? 0;
  if (more === 0) return [];
  const calls = more === 1 ? 'One more host call' : `${more.toLocaleString(language)} more host calls`;
  return [{ type: 'note', text: `${calls} were not recorded because the log was full.` }];
}

export function endOf(report: Pick<CallReport, 'outcome' | 'milliseconds' | 'trace'>): Untold {
  const { outcome, milliseconds } = report;
  return { type: 'end', at: lengthOf(report), outcome, milliseconds };
}

function at(time: number | undefined): { at?: number } {
  return time === undefined ? {} : { at: time };
}
