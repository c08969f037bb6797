// Results that say how to draw them: plain data, or an error with its line for invalid ones.
import { expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

it('returns the rows with the requested options, and drops the rest', async () => {
  const { result } = await trial.body(
    `local rows = { { day = '2026-03-01', n = 1 } }
    return view.chart { rows = rows, kind = 'line', x = 'day', y = 'n', title = 'Visits', colour = 'red' }`,
  );
  expect(result).toEqual({
    view: 'chart',
    kind: 'line',
    x: 'day',
    y: 'n',
    title: 'Visits',
    rows: [{ day: '2026-03-01', n: 1 }],
  });
  expect((await trial.body('return view.chart { rows = {} }')).result).toEqual({ view: 'chart', rows: [] });
});

it.each([
  ['view.chart()', "bad argument #1 to 'view.chart' (table expected, got nil)"],
  ['view.chart { }', 'view.chart: rows must be a list of tables, got nil'],
  ["view.chart { rows = {}, kind = 'pie' }", 'view.chart: kind must be bar, line, area, scatter'],
  ['view.chart { rows = {}, x = 1 }', 'view.chart: x must be a string, got number'],
])('refuses %s', async (call, message) => {
  const { message: told } = await trial.body(`return ${call}`);
  expect(told).toContain(message);
  expect(told).toMatch(/^t:\d+: /);
});
