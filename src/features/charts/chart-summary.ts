// Describes a chart in a sentence, for screen readers.
import type { JsonObject } from '../../base/json.ts';
import type { Chart, ChartMark } from '../../core/chart.ts';

export const MARK_NAMES: Readonly<Record<ChartMark, string>> = {
  bar: 'Bar chart',
  line: 'Line chart',
  area: 'Area chart',
  dot: 'Scatter plot',
  histogram: 'Histogram',
  heat: 'Heat map',
};

export function chartSummary(
  { mark, x, y, value }: Chart,
  rows: readonly JsonObject[],
  language: string,
): string {
  const NUMBER = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const figure = value ?? (mark === 'histogram' ? x : y);
  const of =
    mark === 'histogram' ? figure : mark === 'heat' ? `${figure} by ${x} and ${y}` : `${figure} by ${x}`;
  const numbered = rows.filter((row) => typeof row[figure] === 'number');
  if (numbered.length === 0) return `${MARK_NAMES[mark]} of ${of}.`;
  const at = (row: JsonObject): string => {
    const number = NUMBER.format(row[figure] as number);
    return mark === 'histogram' || mark === 'heat' ? number : `${number} (${String(row[x])})`;
  };
  const by = (sign: 1 | -1): JsonObject =>
    numbered.reduce((best, row) =>
      sign * ((row[figure] as number) - (best[figure] as number)) > 0 ? row : best,
    );
  return `${MARK_NAMES[mark]} of ${of}: ${NUMBER.format(numbered.length)} values from ${at(by(-1))} to ${at(by(1))}.`;
}
