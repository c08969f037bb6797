// Computes figures over many runs: calls per day, and for each tool its calls, failures and durations. Pure.
import { groupBy } from '../../../base/group-by.ts';
import { outcomeOf, type RunSummary } from '../../../core/run-record.ts';

/** Durations are in milliseconds, of successful runs; undefined when there are none. */
export interface ToolFigures {
  tool: string;
  runs: number;
  failed: number;
  median?: number;
  slowest?: number;
}

export interface RunFigures {
  runs: number;
  failed: number;
  median?: number;
  /** Local dates, `2026-11-23`, oldest first, including days without a run in between. */
  days: { day: string; runs: number; failed: number }[];
  /** Most calls first. */
  tools: ToolFigures[];
}

type Run = Pick<RunSummary, 'startedAt' | 'status' | 'reportsFailure' | 'milliseconds'> & {
  tool: { name: string };
};

/** Of a longer period, only the end is kept. */
const MOST_DAYS = 366;

/** A run the user stopped did not fail. */
export function summariseRuns(runs: readonly Run[]): RunFigures {
  const byTool = groupBy(runs, ({ tool }) => tool.name);
  const tools = [...byTool].map(([tool, own]) => ({ tool, ...figuresOf(own) }));
  return {
    ...figuresOf(runs),
    days: daysOf(runs),
    tools: tools.sort((a, b) => b.runs - a.runs || (a.tool < b.tool ? -1 : 1)),
  };
}

function figuresOf(runs: readonly Run[]): Omit<ToolFigures, 'tool'> {
  const times = runs
    .filter((run) => outcomeOf(run) === 'ok')
    .map(({ milliseconds }) => milliseconds)
    .sort((a, b) => a - b);
  const figures = { runs: runs.length, failed: runs.filter(failed).length };
  if (times.length === 0) return figures;
  return { ...figures, median: times[Math.floor((times.length - 1) / 2)]!, slowest: times.at(-1)! };
}

function daysOf(runs: readonly Run[]): RunFigures['days'] {
  const byDay = groupBy(runs, ({ startedAt }) => dayOf(new Date(startedAt)));
  const [first, last] = [[...byDay.keys()].sort()[0], [...byDay.keys()].sort().at(-1)];
  if (first === undefined || last === undefined) return [];
  const days: RunFigures['days'] = [];
  // Noon, so that a day of 23 hours is not skipped.
  for (const day = new Date(`${last}T12:00`); days.length < MOST_DAYS; day.setDate(day.getDate() - 1)) {
    const name = dayOf(day);
    const own = byDay.get(name) ?? [];
    days.unshift({ day: name, runs: own.length, failed: own.filter(failed).length });
    if (name === first) break;
  }
  return days;
}

function failed(run: Run): boolean {
  const outcome = outcomeOf(run);
  return outcome !== 'ok' && outcome !== 'cancelled';
}

function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}
