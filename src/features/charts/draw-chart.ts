// Draws a chart as SVG (Observable Plot). Values of the rows only ever become text.
import { shortened } from '../../base/shortened.ts';
import * as Plot from '@observablehq/plot';
import type { Json, JsonObject } from '../../base/json.ts';
import { BAR, type Chart, chartHeight, MOST_NAMES } from '../../core/chart.ts';
import { dateLabel, tickText, timeTicks } from './tick-text.ts';

/** Only the first points up to this number are drawn. */
export const MOST_POINTS = 10_000;

export interface Look {
  /** Pixels. */
  width: number;
  /** Resolved CSS colours: a saved picture has no style sheet. */
  colour: string;
  text: string;
  line: string;
  background: string;
  font: string;
  language: string;
}

export interface Drawn {
  node: SVGSVGElement | HTMLElement;
  /** Drawn over it: the values at the pointer. Its changes don't paint the lines again. */
  over?: SVGSVGElement | HTMLElement;
  /** A sentence about omitted data. */
  note?: string | undefined;
}

/** Maximum characters of a label; the tooltip has all of it. */
const LABEL = 26;

export function drawChart(chart: Chart, rows: readonly JsonObject[], look: Look): Drawn {
  const NUMBER = new Intl.NumberFormat(look.language, { maximumFractionDigits: 6 });
  const { mark, x, y } = chart;
  const isTime = (column: string): boolean => rows.every((row) => typeof row[column] !== 'number');
  const tickFormat = tickText(look.language);
  const options: Plot.PlotOptions = {
    width: look.width,
    height: chartHeight(chart, rows),
    marginTop: 24,
    insetTop: 4,
    style: {
      background: 'transparent',
      color: look.text,
      fontFamily: look.font,
      fontSize: '12px',
      overflow: 'visible',
    },
    color: { scheme: 'YlGnBu' },
  };
  const grid = { stroke: look.line, strokeOpacity: 1 };
  if (mark === 'bar') {
    const { sums, note } = sumsByName(chart, rows);
    const labels = new Map(sums.map(({ name }) => [name, shortened(String(name), LABEL)]));
    const longest = Math.max(...[...labels.values()].map((label) => label.length));
    const figures = figuresOf(sums, look.language);
    const widest = Math.max(...[...figures.values()].map((figure) => figure.length));
    return {
      note,
      node: Plot.plot({
        ...options,
        // The name of the numbers stands below their scale.
        marginBottom: 42,
        marginLeft: Math.min(look.width / 2, 16 + longest * 7),
        marginRight: 12 + widest * 7,
        x: { label: y, tickFormat, ticks: Math.max(2, Math.round(look.width / 120)) },
        y: {
          label: null,
          domain: sums.map(({ name }) => name),
          tickFormat: (name: string) => labels.get(name) ?? name,
          tickSize: 0,
        },
        marks: [
          Plot.gridX(grid),
          Plot.barX(sums, {
            y: 'name',
            x: 'sum',
            fill: look.colour,
            insetTop: 3,
            insetBottom: 3,
            rx: 3,
            title: ({ name, sum }: NameSum) => `${name}\n${NUMBER.format(sum)}`,
          }),
          Plot.text(sums, {
            y: 'name',
            x: 'sum',
            text: ({ name }: NameSum) => figures.get(name) ?? '',
            textAnchor: 'start',
            dx: 6,
            fill: look.text,
          }),
        ],
      }),
    };
  }
  const drawn = rows.slice(0, MOST_POINTS).map((row) => ({
    x: isTime(x) && mark !== 'heat' ? new Date(String(row[x])) : plain(row[x]),
    y: plain(row[y]),
    value: chart.value === undefined ? undefined : plain(row[chart.value]),
  }));
  const points = drawn.filter((point) => point.x !== null && (mark === 'histogram' || point.y !== null));
  const note =
    rows.length > MOST_POINTS
      ? `Showing the first ${NUMBER.format(MOST_POINTS)} of ${NUMBER.format(rows.length)} rows.`
      : undefined;
  // A date axis needs no label.
  const isDated = mark !== 'histogram' && mark !== 'heat' && isTime(x);
  const axes = {
    marginLeft: 64,
    x: isDated ? { label: null, tickFormat: timeTicks(look.language) } : { label: x, tickFormat },
    y: { label: y, tickFormat },
  };
  const tip = {
    tip: { format: { x: isDated ? dateLabel(look.language) : tickFormat, y: tickFormat, fill: tickFormat } },
  } as const;
  /** The tip names the columns. */
  const named = { x: { value: 'x', label: x }, y: { value: 'y', label: y } };
  const inOrder = { x: 'x', y: 'y', sort: 'x' } as const;
  switch (mark) {
    case 'histogram':
      return {
        note,
        node: Plot.plot({
          ...options,
          ...axes,
          y: { label: 'Rows', tickFormat },
          marks: [
            Plot.gridY(grid),
            Plot.rectY(
              points,
              Plot.binX({ y: 'count' }, { x: 'x', fill: look.colour, ...tip }) as Plot.RectYOptions,
            ),
            Plot.ruleY([0], { stroke: look.line }),
          ],
        }),
      };
    case 'heat': {
      const names = (key: 'x' | 'y'): string[] =>
        [...new Set(points.map((point) => String(point[key])))].slice(0, MOST_NAMES);
      return {
        note,
        node: Plot.plot({
          ...options,
          height: Math.max(200, 60 + names('y').length * BAR),
          marginLeft: 120,
          marginBottom: 56,
          x: { label: x, tickRotate: -30, domain: names('x'), tickFormat: shortened },
          y: { label: y, domain: names('y'), tickFormat: shortened },
          marks: [
            Plot.cell(
              points,
              Plot.group(
                { fill: 'sum' },
                {
                  x: ({ x: name }) => String(name),
                  y: ({ y: name }) => String(name),
                  fill: 'value',
                  inset: 1,
                  tip: { format: { fill: tickFormat } },
                },
              ) as Plot.CellOptions,
            ),
          ],
        }),
      };
    }
    case 'dot':
      return {
        note,
        node: Plot.plot({
          ...options,
          ...axes,
          marks: [
            Plot.gridX(grid),
            Plot.gridY(grid),
            Plot.dot(points, {
              ...named,
              stroke: look.colour,
              fill: look.colour,
              fillOpacity: 0.25,
              r: 3,
              ...(points.length <= 2000 && tip),
            }),
          ],
        }),
      };
    case 'area':
    case 'line': {
      const stroke = { stroke: look.colour, strokeWidth: 2 };
      const node = Plot.plot({
        ...options,
        ...axes,
        marks: [
          Plot.gridY(grid),
          ...(mark === 'area'
            ? [
                Plot.areaY(points, { ...inOrder, fill: look.colour, fillOpacity: 0.3 }),
                Plot.lineY(points, { ...inOrder, ...stroke }),
                Plot.ruleY([0], { stroke: look.line }),
              ]
            : [
                Plot.lineY(points, {
                  ...inOrder,
                  ...stroke,
                  marker: points.length <= 60 ? 'circle' : 'none',
                }),
              ]),
        ],
      });
      const over = Plot.plot({
        ...options,
        ...axes,
        x: { ...node.scale('x'), axis: null },
        y: { ...node.scale('y'), axis: null },
        marks: [Plot.tip(points, Plot.pointerX({ ...named, format: tip.tip.format }))],
      });
      return { note, node, over };
    }
  }
}

interface NameSum {
  name: string;
  sum: number;
}

/** Adds up rows with the same name into one bar. */
function sumsByName({ x, y }: Chart, rows: readonly JsonObject[]): { sums: NameSum[]; note?: string } {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = row[x] == null ? '(none)' : String(row[x]);
    sums.set(name, (sums.get(name) ?? 0) + (Number(row[y]) || 0));
  }
  const all = [...sums].map(([name, sum]) => ({ name, sum }));
  if (all.length <= MOST_NAMES) return { sums: all };
  const largest = all.sort((a, b) => Math.abs(b.sum) - Math.abs(a.sum)).slice(0, MOST_NAMES);
  return { sums: largest, note: `These are the ${MOST_NAMES} largest of ${all.length}.` };
}

/** Uses the same number of decimals for all values when these are few, as for money. */
function figuresOf(sums: readonly NameSum[], language: string): Map<string, string> {
  const decimals = Math.max(...sums.map(({ sum }) => String(sum).split('.')[1]?.length ?? 0));
  const NUMBER = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals <= 2 ? decimals : 0,
    maximumFractionDigits: Math.min(6, decimals),
  });
  return new Map(sums.map(({ name, sum }) => [name, NUMBER.format(sum)]));
}

/** Values that a chart can place: neither lists nor objects. */
function plain(value: Json | undefined): string | number | boolean | null {
  return value === undefined || typeof value === 'object' ? null : value;
}
