// The different values of a table's texts, in lower case: a word of a question is looked up in these, not in each row.
import type { Database } from '@sqlite.org/sqlite-wasm';
import type { TableColumn } from '../../core/table.ts';
import { quoted } from './sql-names.ts';

/** Their SQL name beside `data`. No table of a document is named so. */
export const VALUES = quoted('data values');

interface Source {
  sql: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  summaries: readonly number[];
}

/**
 * Makes the table of values: the position and name of the column, the value in lower case and as written, and how many
 * rows have it.
 */
export function makeValues(db: Database, { sql, columns, rows, summaries }: Source): string {
  const name = `${sql}_values`;
  db.exec(`CREATE TABLE ${name} (p INTEGER, c TEXT, v TEXT, o TEXT, n INTEGER)`);
  const hidden = new Set(summaries);
  const insert = `INSERT INTO ${name} SELECT ?1, ?2, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?3)`;
  db.transaction(() => {
    for (const [place, { name: column, type }] of columns.entries()) {
      if (type !== 'text') continue;
      const counts = new Map<string, number>();
      for (const [at, row] of rows.entries()) {
        const cell = row[place] ?? '';
        if (cell !== '' && !hidden.has(at)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
      }
      for (const batch of batchesOf(counts)) db.exec({ sql: insert, bind: [place, column, batch] });
    }
  });
  db.exec(`CREATE INDEX ${name}_v ON ${name} (v)`);
  return name;
}

/** Characters of one batch, well below the limit of a value. */
const BATCH = 300_000;

/** JSON lists of values: one statement for many is far faster than one for each. */
function* batchesOf(counts: ReadonlyMap<string, number>): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const [cell, count] of counts) {
    const text = JSON.stringify([cell.toLowerCase(), cell, count]);
    // Nobody asks for a cell of that length by all its words.
    if (text.length > BATCH) continue;
    batch.push(text);
    length += text.length;
    if (length < BATCH) continue;
    yield `[${batch.join(',')}]`;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}
