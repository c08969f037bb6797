// Results of tables in words: a count with what was counted, and rows in full.
import { expect, it } from 'vitest';
import { resultWords } from './result-words.ts';

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `A-${n}`, year: 2000 + n }));

it('states the number of rows, the total, and the condition', () => {
  const result = { columns: ['rows'], rows: [{ rows: 8 }] };
  expect(resultWords(result, { of: 1200, where: 'status is new' })).toBe(
    '**8 of 1,200 rows** where status is new',
  );
  expect(resultWords({ columns: ['rows'], rows: [{ rows: 200 }] }, { of: 200 })).toBe('**200 rows**');
  // A call of any other tool can have a column with that name.
  expect(resultWords(result)).toBe('rows: **8**');
});

it('writes out rows, with unchanged numbers', () => {
  const said = resultWords(
    { columns: ['id', 'year'], rows: rows(3) },
    { of: 9, where: 'a|b is *x*', list: { count: 3 } },
  )!;
  expect(said.split('\n')).toEqual([
    '**3 of 9 rows** where a\\|b is \\*x\\*',
    '',
    '| id | year |',
    '| --- | ---: |',
    '| A-0 | 2000 |',
    '| A-1 | 2001 |',
    '| A-2 | 2002 |',
  ]);
});

it('leaves many rows to a separate table', () => {
  const wide = rows(155).map((row) => ({ ...row, a: 1, b: 2 }));
  const said = (count: number) =>
    resultWords({ columns: ['id', 'year', 'a', 'b'], rows: wide }, { of: 2000, list: { count } });
  expect(said(155)).toBe('**2,000 rows**');
  expect(said(2000)).toBe('**2,000 rows**\n\nThe first 155 are shown.');
});

it('writes out a hundred rows of two columns and notes that there are more', () => {
  const said = resultWords({ columns: ['id', 'year'], rows: rows(155) }, { of: 200, list: { count: 155 } })!;
  expect(said.split('\n').filter((line) => line.startsWith('| A-'))).toHaveLength(100);
  expect(said).toContain('The first 100 are shown. Open query_table for all.');
});

it('names the column whose values are listed', () => {
  const result = { columns: ['city'], rows: [{ city: 'Oslo' }, { city: 'Bergen' }] };
  expect(resultWords(result, { of: 9, list: { count: 2, values: 'city' } })).toMatch(
    /^city: \*\*2 different values\*\*\n/,
  );
  const one = { columns: ['city'], rows: [{ city: 'Oslo' }] };
  expect(resultWords(one, { of: 9, where: 'day is Monday', list: { count: 1, values: 'city' } })).toMatch(
    /^city: \*\*1 value\*\* where day is Monday\n/,
  );
});

it('describes a table by its size, its columns and its first rows', () => {
  const said = resultWords({ columns: ['id', 'year'], rows: rows(2) }, { of: 1200, columns: ['id', 'year'] });
  expect(said?.split('\n')).toEqual([
    '**1,200 rows** in 2 columns: id, year.',
    '',
    '| id | year |',
    '| --- | ---: |',
    '| A-0 | 2000 |',
    '| A-1 | 2001 |',
  ]);
});

it('states which rows a figure is computed from', () => {
  const computes = { of: 1200, where: 'payee is Deskwell', rows: 3 };
  const one = { columns: ['total_eur'], rows: [{ total_eur: 94.5 }] };
  expect(resultWords(one, computes)).toBe(
    'total eur: **94.5**\n\nFrom **3 of 1,200 rows** where payee is Deskwell',
  );
  const grouped = {
    columns: ['month', 'n'],
    rows: [
      { month: '2026-01', n: 1 },
      { month: '2026-02', n: 2 },
    ],
  };
  expect(resultWords(grouped, computes)).toMatch(
    /\|\n\nFrom \*\*3 of 1,200 rows\*\* where payee is Deskwell$/,
  );
  expect(resultWords(one, { of: 1200 })).toBe('total eur: **94.5**');
  const none = { columns: ['rows'], rows: [{ rows: 0 }] };
  expect(resultWords(none, { of: 1200, where: 'date is in May', rows: 0 })).toBe(
    '**No rows** where date is in May (0 of 1,200)',
  );
  const lacks = { asked: ['May'], column: 'date', first: '2026-01-02', last: '2026-03-31' };
  expect(resultWords(none, { of: 1200, where: 'date is in May', rows: 0, lacks })).toBe(
    '**No rows** where date is in May (0 of 1,200)\n\ndate ranges from 2026-01-02 to 2026-03-31.',
  );
});

it('writes amounts of money with both decimals or none', () => {
  const said = (total: number) =>
    resultWords({ columns: ['total_cost'], rows: [{ total_cost: total }] }, { of: 9, hasCents: true });
  expect([596.7, 1234.565, 12].map(said)).toEqual([
    'total cost: **596.70**',
    'total cost: **1,234.57**',
    'total cost: **12**',
  ]);
  expect(resultWords({ columns: ['average'], rows: [{ average: 4.5 }] }, { of: 9 })).toBe('average: **4.5**');
});
