// The values of a table, as words are looked up in them.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { expect, it } from 'vitest';
import { extractCsv } from '../../knowledge/extract/csv.ts';
import { computedFrom } from './compute.test-support.ts';
import { TableStore } from './table-store.ts';
import { VALUES } from './value-table.ts';

const CSV = 'city,status,n\nÖsterby,Offen,1\nösterby,Offen,2\nOslo,"it\'s ""new""",3\nTotal,,6\n';

it('holds each text once, in lower case, without totals', async () => {
  const store = new TableStore(await sqlite3InitModule());
  store.load('d', extractCsv(CSV).body);
  const names = [{ name: 'data', document: 'd', table: 0 }];
  const limits = { rows: 100, text: 10_000, milliseconds: 1_000 };
  const found = store.query(`SELECT c, v, o, n FROM ${VALUES} ORDER BY p, v, o`, names, limits);
  expect(found.rows.map((row) => Object.values(row))).toEqual([
    ['city', 'oslo', 'Oslo', 1],
    ['city', 'österby', 'Österby', 1],
    ['city', 'österby', 'österby', 1],
    ['status', 'it\'s "new"', 'it\'s "new"', 1],
    ['status', 'offen', 'Offen', 2],
  ]);
  store.unload('d');
  store.load('d', extractCsv(CSV).body);
  expect(store.query('SELECT count(*) AS n FROM data', names, limits).rows).toEqual([{ n: 3 }]);
});

it('finds values with letters other than English ones in any case', async () => {
  expect((await computedFrom('How many rows are in Österby?', { places: CSV }))?.rows).toEqual([{ rows: 2 }]);
});
