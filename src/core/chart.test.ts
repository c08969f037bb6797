// How a chart is chosen for rows, and how it can be changed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import {
  askedChart,
  asMark,
  bestChart,
  type Chart,
  chartColumns,
  marksFor,
  xColumns,
  yColumns,
} from './chart.ts';

const columnsOf = (rows: readonly JsonObject[]): string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];

it.each<[string, JsonObject[], object | undefined]>([
  [
    'names with a number',
    [
      { country: 'Spain', total: 3 },
      { country: 'Norway', total: 5 },
    ],
    { mark: 'bar', x: 'country', y: 'total' },
  ],
  [
    'months with a number',
    [
      { month: '2026-01', total: 3 },
      { month: '2026-02', total: 5 },
    ],
    { mark: 'bar', x: 'month', y: 'total' },
  ],
  [
    'moments with a number',
    [
      { at: '2026-01-01T10:00:00Z', n: 1 },
      { at: '2026-01-01T11:00:00Z', n: 2 },
    ],
    { mark: 'bar', x: 'at', y: 'n' },
  ],
  [
    'two numbers',
    [
      { a: 1, b: 2 },
      { a: 2, b: 4 },
    ],
    { mark: 'dot', x: 'a', y: 'b' },
  ],
  ['one number', [{ a: 1 }, { a: 2 }], { mark: 'histogram', x: 'a' }],
  [
    'a gap',
    [
      { a: 'x', b: 1 },
      { a: 'y', b: null },
      { a: 'z', b: 2 },
    ],
    { mark: 'bar', x: 'a', y: 'b' },
  ],
  ['texts only', [{ a: 'x' }, { a: 'y' }], undefined],
  ['numbers as texts', [{ a: '1' }, { a: '2' }], undefined],
  ['one row', [{ country: 'Spain', total: 3 }], undefined],
  ['no rows', [], undefined],
])('%s', (_what, rows, chart) => {
  const best = bestChart(columnsOf(rows), rows);
  if (chart) expect(best).toMatchObject(chart);
  else expect(best).toBeUndefined();
});

it('draws many dates as a line', () => {
  const rows = Array.from({ length: 30 }, (_, day) => ({
    day: `2026-03-${String(day + 1).padStart(2, '0')}`,
    n: day,
  }));
  expect(bestChart(['day', 'n'], rows)).toEqual({ mark: 'line', x: 'day', y: 'n' });
});

it('offers only kinds that can be drawn from the columns', () => {
  const value = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.constant(null),
    fc.boolean(),
    fc.constant('2026-03-01'),
  );
  const row = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (given) => {
      const rows = given as JsonObject[];
      const columns = columnsOf(rows);
      const best = bestChart(columns, rows);
      const kinds = chartColumns(columns, rows);
      if (!best) return;
      for (const mark of marksFor(kinds)) {
        const chart = asMark(mark, best, kinds);
        expect(xColumns(mark, kinds)).toContain(chart.x);
        expect(yColumns(mark, kinds)).toContain(chart.y);
        if (mark !== 'histogram') expect(chart.x).not.toBe(chart.y);
        if (mark === 'heat') expect(kinds.numbers).toContain(chart.value);
      }
      expect(marksFor(kinds)).toContain(best.mark);
    }),
  );
});

it.each<[string, Partial<Chart>, object]>([
  ['kind and columns', { mark: 'area', x: 'day', y: 'm' }, { mark: 'area', x: 'day', y: 'm' }],
  ['only a column that another kind can take', { x: 'n', y: 'm' }, { mark: 'line', x: 'n', y: 'm' }],
  ['missing columns', { mark: 'bar', x: 'nope', y: '__proto__' }, { mark: 'bar', x: 'city', y: 'n' }],
  ['a heat map', { mark: 'heat', x: 'day', y: 'city', value: 'm' }, { x: 'day', y: 'city', value: 'm' }],
  ['nothing', {}, { mark: 'bar', x: 'day', y: 'n' }],
])('draws the requested chart as far as it can: %s', (_what, asked, drawn) => {
  const rows = [
    { day: '2026-03-01', city: 'Oslo', n: 1, m: 5 },
    { day: '2026-03-02', city: 'Bergen', n: 4, m: 6 },
  ];
  expect(askedChart(asked, columnsOf(rows), rows)).toMatchObject(drawn);
});

it('draws nothing without numbers, whatever chart was requested', () => {
  const rows = [{ a: 'x' }, { a: 'y' }];
  expect(askedChart({ mark: 'bar', x: 'a', y: 'a' }, ['a'], rows)).toBeUndefined();
});
