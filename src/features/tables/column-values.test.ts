// The type of a column, and the values of its cells.
import { expect, it } from 'vitest';
import { columnReader, hasCents } from './column-values.ts';

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
    ['12.500 €', '950 €'],
    [12500, 950],
  ],
  [
    ['1.250 KWD', '1.759 KWD'],
    [1.25, 1.759],
  ],
  [
    ['€1.759', '€1.649'],
    [1.759, 1.649],
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
    ['$5', '6 USD', '7'],
    [5, 6, 7],
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
    ['(1,200.50)', '$30', '-', 'N/A'],
    [-1200.5, 30, null, null],
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
  [['€100', '$50']],
  [['100 EUR', '50 USD', '3']],
  [['ABC123', 'ABC124']],
  [['EUR-12', 'EUR-13x']],
  [['007', '008']],
  [['SKU 001', 'SKU 002']],
  [['1', '2', 'three']],
  [['1234567890123456', '1234567890123457']],
  [['12 m', '13 m']],
  [['03/04/2026', '05/06/2026']],
  [['13/04/2026', '04/13/2026']],
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
  [
    ['03/04/2026', '12/31/2026 10:30 PM'],
    ['2026-03-04', '2026-12-31'],
  ],
  [
    ['03/04/2026', '31/12/26'],
    ['2026-04-03', '2026-12-31'],
  ],
  [
    ['15 Mar 2026', 'Mar 16, 2026', '1-Dec-26', 'n/a'],
    ['2026-03-15', '2026-03-16', '2026-12-01', null],
  ],
])('reads the dates %j', (cells, values) => {
  const { type, value } = columnReader(cells);
  expect([type, cells.map(value)]).toEqual(['date', values]);
});

it.each<[string[], boolean]>([
  [['12.50', '1,300.00', ''], true],
  [['12,50 €', '(3,00 €)'], true],
  [['12.5', '13.00'], false],
  [['12.500', '13.250'], false],
  [['12.50%'], false],
  [['12'], false],
  [[''], false],
])('tells amounts with two decimals: %j', (cells, is) => {
  expect(hasCents(cells)).toBe(is);
});
