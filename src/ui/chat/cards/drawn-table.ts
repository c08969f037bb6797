// Rows shown in the answer itself: those of an answer without a model, as a chart if useful or as a table; and those
// a tool returned as a chart.
import { chartResult } from '../../../core/chart-result.ts';
import type { ToolPart } from '../../../core/conversation.ts';
import { SHOW, type Shown, shownBy } from '../../../core/show.ts';
import { RUN_SCRIPT, scriptResultOf } from '../../../core/script-result.ts';
import { isWrittenOut, QUERY_TABLE } from '../../../core/table.ts';
import { type Table, viewsOf } from './result-views.ts';

/** Two figures need no chart; more than the maximum make it too long. */
const FEW = 3;
const MANY = 40;

/** One figure for each of several names or dates. */
export function drawnTable(calls: readonly ToolPart[]): Table | undefined {
  const { table, views } = computed(calls);
  if (!table || !views.includes('chart') || table.columns.length !== 2) return undefined;
  return table.rows.length >= FEW && table.rows.length <= MANY ? table : undefined;
}

/** The last result of these calls that requests a chart, such as a script's `view.chart`. */
export function chartAskedFor(calls: readonly ToolPart[]): Table | undefined {
  for (const { name, report } of [...calls].reverse()) {
    if (!report || report.outcome.error) continue;
    const shown = name === SHOW ? shownBy(report.args) : undefined;
    if (shown?.chart) return tableOfShown(shown);
    const value = name === RUN_SCRIPT ? scriptResultOf(report).value : report.outcome.result;
    // Called on each token of the answer, so other results are not traversed.
    if (!chartResult(value ?? null)) continue;
    const { table, views } = viewsOf(value ?? null);
    if (table?.asked && views[0] === 'chart') return table;
  }
  return undefined;
}

/** The last rows that a model asked to show as a table. */
export function tableAskedFor(calls: readonly ToolPart[]): Table | undefined {
  const call = calls.findLast(({ name, report }) => name === SHOW && report && !report.outcome.error);
  const shown = call?.report && shownBy(call.report.args);
  return shown && !shown.chart ? tableOfShown(shown) : undefined;
}

function tableOfShown({ rows, title, chart }: Shown): Table {
  return {
    rows,
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    ...(title !== undefined && { key: title }),
    ...(chart && { asked: chart }),
  };
}

/** Rows that are too many for the text of the answer. */
export function listedTable(calls: readonly ToolPart[]): Table | undefined {
  const { table } = computed(calls);
  if (!table || isWrittenOut(table)) return undefined;
  const { columns, rows } = table;
  return { columns, rows };
}

function computed([call, ...others]: readonly ToolPart[]): ReturnType<typeof viewsOf> {
  const isOne = call?.name === QUERY_TABLE && others.length === 0;
  return viewsOf((isOne && call.report?.outcome.result) || null);
}
