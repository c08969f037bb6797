// The built-in `show`: draws a model's rows as a chart or a table in its answer. The screen draws them from the
// arguments of the call.
import { askedChart, type Chart } from '../core/chart.ts';
import { Failure } from '../core/errors.ts';
import { SHOW, shownBy } from '../core/show.ts';
import type { JsonObject } from '../base/json.ts';
import type { Builtin } from './builtins.ts';

/** As many as a model can write, and a person read. */
const MOST_ROWS = 1000;
const KINDS = ['table', 'bar', 'line', 'area', 'scatter', 'histogram', 'heatmap'];

export function showTool(): Builtin {
  return {
    name: SHOW,
    description:
      'Show rows to the user in your answer, as a chart or a table that can be sorted and saved. Use it for figures that are better seen than read, and do not repeat them in words.',
    parameters: {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          items: { type: 'object' },
          minItems: 1,
          maxItems: MOST_ROWS,
          description:
            'The data, one object a row with the same keys: [{"month": "2026-01", "sales": 120}]. Dates in ISO 8601',
        },
        kind: { type: 'string', enum: KINDS, description: 'How to show it. Without it, what fits best' },
        x: { type: 'string', description: 'The key along the bottom' },
        y: { type: 'string', description: 'The key up the side' },
        value: { type: 'string', description: 'The key of the colour, in a heat map' },
        title: { type: 'string', description: 'A short title' },
      },
      required: ['rows'],
    },
    execute: async (args) => show(args),
  };
}

/** @throws Failure `bad_request` that tells the model what to do instead */
export function show(args: JsonObject): JsonObject {
  const shown = shownBy(args);
  if (!shown) throw new Failure('bad_request', 'rows must be a list of objects, one a row');
  const { rows, chart } = shown;
  if (!chart) return { shown: 'table', rows: rows.length };
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const drawn = askedChart(chart, columns, rows);
  if (!drawn)
    throw new Failure(
      'bad_request',
      'these rows can’t be drawn: a chart needs two rows and a column of numbers. Give numbers without units, or use kind "table"',
    );
  return { shown: 'chart', ...said(drawn), rows: rows.length };
}

function said({ mark, x, y, value }: Chart): JsonObject {
  return { kind: mark, x, y, ...(value !== undefined && { value }) };
}
