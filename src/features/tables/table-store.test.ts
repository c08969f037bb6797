// Table queries: what they may read, what they may not do, and their limits.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { beforeAll, expect, it } from 'vitest';
import { extractCsv } from '../../knowledge/extract/csv.ts';
import type { SqlLimits } from './one-select.ts';
import { TableStore } from './table-store.ts';

const CSV = `Order,City,Net price,Date,Note
FM-1,Oslo,"1,200.50",2026-03-01,"a|b * c"
FM-2,Bergen,€ 80.00,2026-03-02,
FM-3,Oslo,19.50,2026-04-01,_x_
`;
const LIMITS: SqlLimits = { rows: 100, text: 100_000, milliseconds: 2_000 };
let sqlite: Awaited<ReturnType<typeof sqlite3InitModule>>;
beforeAll(async () => (sqlite = await sqlite3InitModule()));

function orders(csv = CSV) {
  const store = new TableStore(sqlite);
  const tables = store.load('d', extractCsv(csv).body);
  const query = (sql: string, limits: Partial<SqlLimits> = {}) =>
    store.query(
      sql,
      [
        { name: 'data', document: 'd', table: 0 },
        { name: 'orders', document: 'd', table: 0 },
      ],
      {
        ...LIMITS,
        ...limits,
      },
    );
  return { store, tables, query };
}

it('detects column types, and computes with their values', () => {
  const { tables, query } = orders();
  expect(tables).toEqual([
    {
      heading: '',
      rows: 3,
      summaries: 0,
      columns: [
        { name: 'Order', type: 'text' },
        { name: 'City', type: 'text' },
        { name: 'Net price', type: 'number', hasCents: true },
        { name: 'Date', type: 'date' },
        { name: 'Note', type: 'text' },
      ],
    },
  ]);
  expect(query(`SELECT city, sum("Net price") AS total FROM data GROUP BY city ORDER BY total DESC`)).toEqual(
    {
      columns: ['City', 'total'],
      rows: [
        { City: 'Oslo', total: 1220 },
        { City: 'Bergen', total: 80 },
      ],
      truncated: false,
    },
  );
  expect(query(`SELECT strftime('%m', Date) m, count(*) n FROM orders GROUP BY 1`).rows).toEqual([
    { m: '03', n: 2 },
    { m: '04', n: 1 },
  ]);
  expect(query(`SELECT Note FROM data`).rows).toEqual([{ Note: 'a|b * c' }, { Note: null }, { Note: '_x_' }]);
});

it.each([
  'DELETE FROM data',
  'DROP TABLE table_1',
  'UPDATE table_1 SET City = 1',
  'CREATE TABLE x (a)',
  "ATTACH 'file:x' AS other",
  'PRAGMA hard_heap_limit=0',
  'VACUUM',
  'SELECT 1; DELETE FROM table_1',
  'BEGIN',
  'WITH x AS (SELECT 1) DELETE FROM table_1',
  'EXPLAIN DELETE FROM table_1',
])('refuses %s, and keeps the rows', (sql) => {
  const { query } = orders();
  expect(() => query(sql)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  expect(query('SELECT count(*) AS n FROM data').rows).toEqual([{ n: 3 }]);
});

it.each([
  [
    'never ends',
    'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c',
    'timeout',
  ],
  ['requests a value of a gigabyte', 'SELECT length(zeroblob(1000000000))', 'too_large'],
  ['is not SQL', 'SELEC 1', 'bad_request'],
  ['is empty', ' ; ', 'bad_request'],
  ['is endless text', `SELECT '${'x'.repeat(30_000)}'`, 'too_large'],
])('ends a query that %s, and answers the next one', (_, sql, code) => {
  const { query } = orders();
  expect(() => query(sql, { milliseconds: 200 })).toThrow(expect.objectContaining({ code }));
  expect(query('SELECT 1 AS one').rows).toEqual([{ one: 1 }]);
});

it('lists existing columns for an unknown one, and truncates long results', () => {
  const { query } = orders();
  expect(() => query('SELECT colour FROM data')).toThrow('no such column: colour');
  const many = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 500) SELECT x FROM c';
  const { rows, truncated } = query(many);
  expect([rows.length, truncated]).toEqual([100, true]);
});

it('sorts, filters and sums the rows of a grid as written in the document', () => {
  const { store } = orders();
  const all = { filter: '' };
  expect(store.rows('d', 0, all, 1, 2)).toMatchObject({ total: 3, rows: [{ index: 1 }, { index: 2 }] });
  const dear = { filter: '', sort: { column: 2, descending: true } };
  expect(store.rows('d', 0, dear, 0, 3).rows.map(({ cells }) => cells[2])).toEqual([
    '1,200.50',
    '€ 80.00',
    '19.50',
  ]);
  const oslo = { filter: 'oslo' };
  expect(store.rows('d', 0, oslo, 0, 10).rows.map(({ cells }) => cells[0])).toEqual(['FM-1', 'FM-3']);
  expect(store.totals('d', 0, oslo)[2]).toEqual({ count: 2, sum: 1220, least: 19.5, most: 1200.5 });
  const { store: shares } = orders('Team,Share,Goals\nRed,40%,3\nBlue,35%,4\n');
  expect(shares.totals('d', 0, { filter: '' })).toMatchObject([null, null, { sum: 7 }]);
  // A percent sign is searched literally.
  expect(store.rows('d', 0, { filter: '%' }, 0, 10).total).toBe(0);
});

it('reads tables with a very long header, whose rows are lists', () => {
  const names = Array.from({ length: 40 }, (_, i) => `A long name of a column ${i}`);
  const rows = [1, 2, 3].map((row) =>
    names.map((_, i) => (i === 1 && row === 2 ? '' : String(row * i))).join(','),
  );
  const { tables, query } = orders(`${names.join(',')}\n${rows.join('\n')}`);
  expect(tables).toMatchObject([{ rows: 3 }]);
  expect(tables[0]?.columns.map(({ name }) => name)).toEqual(names);
  expect(
    query(`SELECT sum("A long name of a column 39") AS s, count("A long name of a column 1") AS n FROM data`)
      .rows,
  ).toEqual([{ s: 39 * 6, n: 2 }]);
});

it('finds the rows of a passage', () => {
  const { store } = orders();
  const { body } = extractCsv(CSV);
  const at = body.indexOf('| FM-2');
  expect(store.rowsAt('d', 0, at, at + 5)).toEqual([1, 1]);
  expect(store.rowsAt('d', 0, 0, body.length)).toEqual([0, 2]);
});

it('merges repeated headers into one table, and splits at headings', () => {
  const rows = Array.from({ length: 400 }, (_, i) => `${i},name ${i}`).join('\n');
  const { tables } = orders(`Number,Name\n${rows}`);
  expect(tables).toMatchObject([{ rows: 400, columns: [{ type: 'number' }, { type: 'text' }] }]);
  const store = new TableStore(sqlite);
  const sheet = '| a | b |\n| --- | --- |\n| 1 | 2 |';
  const loaded = store.load(
    'w',
    `## May\n\n${sheet}\n\n${sheet}\n\n## June\n\n${sheet}\n\n\`\`\`\n${sheet}\n\`\`\``,
  );
  expect(loaded.map(({ heading, rows: count }) => [heading, count])).toEqual([
    ['May', 2],
    ['June', 1],
  ]);
});
