// The type of a column, and the values of its cells.
import { expect, it } from 'vitest';
import { columnReader } from './column-values.ts';

it.each<[string[], unknown[]]>([
  [
    ['1,200.50', '€ 80.00', '19.5'],
    [1200.5, 80, 19.5],
  ],
  [
    ['1.234,50 €', '-3,00 €', ''],
    [1234.5, -3, null],
  ],
  [
    ['CHF 12.00', 'CHF 1’000.50'],
    [12, 1000.5],
  ],
  [
    ['-$5.20', '$1,000'],
    [-5.2, 1000],
  ],
  [
    ['100 kr', '2 500 kr'],
    [100, 2500],
  ],
  [
    ['12 %', '7.5%'],
    [12, 7.5],
  ],
  [
    ['3', '−4'],
    [3, -4],
  ],
])('reads the numbers %j', (cells, values) => {
  const { type, value } = columnReader(cells);
  expect([type, cells.map(value)]).toEqual(['number', values]);
});

it.each([
  [['INV-12', 'INV-13']],
  [['ABC123', 'ABC124']],
  [['EUR-12', 'EUR-13x']],
  [['007', '008']],
  [['SKU 001', 'SKU 002']],
  [['1', '2', 'three']],
  [['1234567890123456', '1234567890123457']],
  [['12 m', '13 m']],
  [['', '']],
])('reads the text %j', (cells) => {
  const { type, value } = columnReader(cells);
  expect([type, cells.map(value)]).toEqual(['text', cells.map((cell) => (cell === '' ? null : cell))]);
});

it.each<[string[], unknown[]]>([
  [
    ['2026-03-01', '2026-12-31T10:00:00Z'],
    ['2026-03-01', '2026-12-31'],
  ],
  [
    ['1.3.2026', '31.12.2026'],
    ['2026-03-01', '2026-12-31'],
  ],
])('reads the dates %j', (cells, values) => {
  const { type, value } = columnReader(cells);
  expect([type, cells.map(value)]).toEqual(['date', values]);
});
