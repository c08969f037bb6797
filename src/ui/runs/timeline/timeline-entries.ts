// What happened in a run, line by line in the order of time, and which of the lines somebody wants to see. Pure.
import type { HostCallRecord, OpenHostCall, RunRecord } from '../../../core/run-record.ts';
import type { CallReport } from '../../../core/tool.ts';
import type { LogLevel, ToolResult } from '../../../core/call.ts';
import { durationText } from '../../components/quantities.ts';
import { sentence } from '../../components/sentence.ts';
import { callText, subjectOf } from '../run-labels.ts';

export type TimelineCall = OpenHostCall | HostCallRecord;

/** One line. `id` says its place; `at` is milliseconds after the start of the run, absent where nobody wrote it down. */
export type TimelineEntry = { id: number; at?: number } & (
  | { type: 'log'; level: LogLevel; text: string }
  | { type: 'output'; text: string }
  | { type: 'progress'; fraction: number; text?: string }
  | { type: 'call'; place: number; call: TimelineCall }
  | { type: 'note'; text: string }
  | { type: 'end'; outcome: ToolResult; milliseconds: number }
);

/** What lines are told apart by. A failed host call is an error too. */
export type LineKind = 'debug' | 'log' | 'warn' | 'error' | 'call' | 'progress' | 'output';

/** As they stand in the filter. */
export const LINE_KINDS: Record<LineKind, string> = {
  error: 'Errors',
  warn: 'Warnings',
  log: 'Log',
  debug: 'Debug',
  call: 'Host calls',
  progress: 'Progress',
  output: 'Output',
};

/** None for what is no kind of its own: how the run ended well, and what is said of the record. */
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

/** The short word before a line. */
export function tagOf(line: TimelineEntry): string {
  if (line.type === 'log') return line.level;
  if (line.type === 'end') return line.outcome.error ? 'end' : 'result';
  return line.type === 'note' ? '' : line.type;
}

/** Characters of a result that the last line repeats. */
const RESULT_SHOWN = 300;

/** The line in words, as it is searched and copied. */
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

/** The lines of one of the kinds that hold the text, in whatever case. Of a host call, what was asked counts as well. */
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

/** How many lines there are of each kind, of those that there are. */
export function counted(lines: readonly TimelineEntry[]): Map<LineKind, number> {
  const counts = new Map<LineKind, number>();
  for (const line of lines) for (const kind of kindsOf(line)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const order = Object.keys(LINE_KINDS) as LineKind[];
  return new Map(order.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind) ?? 0]] : [])));
}

/** `12 ms`, `1.204 s`, `75.000 s`: to the millisecond, since lines follow each other fast. */
export function stampText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1000 ? `${whole} ms` : `${(whole / 1000).toFixed(3)} s`;
}

/** For the clipboard: a line each, its parts parted by tabs. */
export function copyText(lines: readonly TimelineEntry[]): string {
  const told = (line: TimelineEntry): string =>
    line.type === 'call' ? `${textOf(line)} (${callText(line.call)})` : textOf(line);
  return lines
    .map((line) => [line.at === undefined ? '' : stampText(line.at), tagOf(line), told(line)].join('\t'))
    .join('\n');
}

type Recorded = Pick<RunRecord, 'logs' | 'trace' | 'outcome' | 'milliseconds'>;

/** The lines of a run that is over, from its record. Older records do not say when a line of the log came: those come first. */
export function linesOf({ logs, trace, outcome, milliseconds }: Recorded): TimelineEntry[] {
  const { hostCalls, logTimes = [] } = trace;
  const logged = logs.map((line, index) => ({ ...at(logTimes[index]), type: 'log' as const, ...line }));
  const calls = hostCalls.map((call, place) => ({ at: call.at, type: 'call' as const, place, call }));
  // Stable: of one moment, the log comes before the call that follows it.
  const told = [...logged, ...calls].toSorted((one, other) => (one.at ?? -1) - (other.at ?? -1));
  const last = [...noteOf(trace), endOf({ outcome, milliseconds, trace })];
  return [...told, ...last].map((line, id) => ({ ...line, id }));
}

/** Milliseconds after the start at which the run was over: waits for a person count, as they do for its calls. */
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
  const calls = more === 1 ? 'One more host call' : `${more.toLocaleString('en')} more host calls`;
  return [{ type: 'note', text: `${calls} were not recorded because the log was full.` }];
}

export function endOf(report: Pick<CallReport, 'outcome' | 'milliseconds' | 'trace'>): Untold {
  const { outcome, milliseconds } = report;
  return { type: 'end', at: lengthOf(report), outcome, milliseconds };
}

function at(time: number | undefined): { at?: number } {
  return time === undefined ? {} : { at: time };
}
