// The drawings of the built-in `show`, and its advice to a model whose rows can't be drawn.
import { expect, it } from 'vitest';
import { shownBy } from '../core/show.ts';
import { show } from './show.ts';

const rows = [
  { city: 'Oslo', n: 1 },
  { city: 'Bergen', n: 4 },
];

it('says what it shows', () => {
  expect(show({ rows, kind: 'bar', x: 'city', y: 'n' })).toEqual({
    shown: 'chart',
    kind: 'bar',
    x: 'city',
    y: 'n',
    rows: 2,
  });
  expect(show({ rows })).toMatchObject({ shown: 'chart', kind: 'bar' });
  expect(show({ rows, kind: 'table' })).toEqual({ shown: 'table', rows: 2 });
});

it('rejects a chart of texts with advice to the model', () => {
  expect(() => show({ rows: [{ city: 'Oslo', n: 'one' }], kind: 'bar' })).toThrow('a column of numbers');
  expect(() => show({ rows: ['Oslo', 'Bergen'] })).toThrow('list of objects');
  expect(() => show({ rows: 'Oslo' })).toThrow('list of objects');
});

it('keeps the title, and takes no code', () => {
  expect(shownBy({ rows, title: ' Cities ', kind: 'line', x: 'n', onclick: 'alert(1)' })).toEqual({
    rows,
    title: 'Cities',
    chart: { mark: 'line', x: 'n' },
  });
});
