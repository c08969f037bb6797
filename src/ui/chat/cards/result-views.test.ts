// The views offered for a result, and their contents.
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../base/json.ts';
import type { ToolView } from '../../../core/tool-view.ts';
import { cellText, viewsOf } from './result-views.ts';

it.each<[string, Json, string[]]>([
  ['a number', 42, ['text']],
  ['nothing', null, ['text']],
  ['an empty list', [], ['text']],
  ['a plain text', 'It is 12 degrees in Basel.', ['text']],
  ['a text with a heading', '# Basel\n\nIt is cold.', ['formatted', 'text']],
  ['a text with a list', 'Found:\n- one\n- two', ['formatted', 'text']],
  ['a text that is JSON', '{"a": 1}', ['tree', 'text']],
  ['a text that begins as JSON does', '{not json', ['text']],
  ['an object', { a: 1 }, ['tree', 'text']],
  ['a list of numbers', [1, 2], ['tree', 'text']],
  ['a list of objects', [{ a: 1 }, { b: 2 }], ['table', 'tree', 'text']],
  ['a list with other values than objects', [{ a: 1 }, 2], ['tree', 'text']],
  ['an object with one list of objects', { total: 1, rows: [{ a: 1 }] }, ['table', 'tree', 'text']],
  [
    'rows with numbers',
    [
      { a: 'x', n: 1 },
      { a: 'y', n: 2 },
    ],
    ['table', 'chart', 'tree', 'text'],
  ],
  ['rows with separate column names', { columns: ['a'], rows: [{ a: 'x' }] }, ['table', 'tree', 'text']],
  ['an object with two lists', { a: [{ a: 1 }], b: [{ b: 1 }] }, ['tree', 'text']],
])('offers the best view for %s', (_what, value, views) => {
  expect(viewsOf(value).views).toEqual(views);
});

it('makes a column for every key of any row, and no table with too many', () => {
  expect(viewsOf([{ a: 1, b: 2 }, { c: 3 }]).table).toMatchObject({ columns: ['a', 'b', 'c'] });
  const wide = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`k${index}`, index]));
  expect(viewsOf([wide]).table).toBeUndefined();
});

it('copies a text unchanged, and a value as JSON', () => {
  expect(viewsOf('{"a":1}').text).toBe('{"a":1}');
  expect(viewsOf({ a: [1] }).text).toBe('{\n  "a": [\n    1\n  ]\n}');
});

it('shows text in a cell as it is, and nested values on one line', () => {
  expect([cellText('x'), cellText(null), cellText(undefined), cellText({ a: [1] }), cellText(0)]).toEqual([
    'x',
    '',
    '',
    '{"a":[1]}',
    '0',
  ]);
});

describe('a tool’s declared view', () => {
  const rows = [
    { a: 'x', n: 1 },
    { a: 'y', n: 2 },
  ];

  it.each<[ToolView, Json, string[]]>([
    ['chart', rows, ['chart', 'table', 'tree', 'text']],
    ['tree', rows, ['tree', 'table', 'chart', 'text']],
    ['text', rows, ['text', 'table', 'chart', 'tree']],
    ['table', rows, ['table', 'chart', 'tree', 'text']],
    ['markdown', 'Plain words.', ['formatted', 'text']],
    ['text', '# Basel', ['text', 'formatted']],
  ])('comes first: %s', (view, value, views) => {
    expect(viewsOf(value, view)).toMatchObject({ views });
    expect(viewsOf(value, view).unfit).toBeUndefined();
  });

  it.each<[ToolView, Json, string[], string]>([
    ['chart', 'no rows at all', ['text'], 'chart'],
    ['chart', [{ a: 'x' }], ['table', 'tree', 'text'], 'chart'],
    ['table', { a: 1 }, ['tree', 'text'], 'table'],
    ['markdown', rows, ['table', 'chart', 'tree', 'text'], 'formatted'],
  ])('yields with a note if the value does not fit: %s', (view, value, views, unfit) => {
    expect(viewsOf(value, view)).toMatchObject({ views, unfit });
  });
});

describe('a result that requests a chart', () => {
  const rows = [
    { n: 1, day: '2026-03-01', m: 5 },
    { n: 4, day: '2026-03-02', m: 6 },
  ];

  it('is shown as a chart first, whatever the tool declares, and its table begins with the charted columns', () => {
    const shown = viewsOf({ view: 'chart', rows, kind: 'line', x: 'day', y: 'm', title: ' Visits ' }, 'text');
    expect(shown.views).toEqual(['chart', 'table', 'tree', 'text']);
    expect(shown.table).toEqual({
      rows,
      columns: ['day', 'm', 'n'],
      asked: { mark: 'line', x: 'day', y: 'm' },
      key: 'Visits',
    });
  });

  it.each<[string, Json, string[], string | undefined]>([
    ['rows of text', { view: 'chart', rows: [{ a: 'x' }, { a: 'y' }] }, ['table', 'tree', 'text'], 'chart'],
    ['no rows', { view: 'chart', rows: [] }, ['tree', 'text'], undefined],
    ['values that are not rows', { view: 'chart', rows: 'x' }, ['tree', 'text'], undefined],
    [
      'fields of the wrong kind',
      { view: 'chart', rows, kind: 'constructor', x: ['day'], y: 7, title: {} },
      ['chart', 'table', 'tree', 'text'],
      undefined,
    ],
  ])('falls back for %s', (_what, value, views, unfit) => {
    expect(viewsOf(value)).toMatchObject({ views });
    expect(viewsOf(value).unfit).toBe(unfit);
  });
});

it('colours a diff, and shows text that only resembles one unchanged', () => {
  const diff = '--- a/x.lua\n+++ b/x.lua\n@@ -1 +1 @@\n-return 1\n+return 2\n';
  const { views, formatted, text } = viewsOf(diff);
  expect(views).toEqual(['formatted', 'text']);
  expect(formatted).toContain('diff\n--- a/x.lua');
  expect(text).toBe(diff);
  expect(viewsOf('-- a\n++ b').views).toEqual(['text']);
});
