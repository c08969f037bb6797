// Tables in SQLite, in memory: the original rows for the grid, typed values for SQL.
//
// - A query can only read: everything but SELECT, functions and recursion is refused when the statement is prepared.
// - It ends at its deadline, or at its limits of rows and text. No value exceeds `VALUE`.
import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { Failure } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ColumnType, TableColumn } from '../../core/table.ts';
import { columnReader, hasCents, isNumbering, isPercent, isYesNo } from './column-values.ts';
import { failureOf, ONLY_READ, oneStatement, type SqlLimits } from './one-select.ts';
import { readRecords, readTables } from './read-tables.ts';
import { columnNames, quoted } from './sql-names.ts';
import { summaryRows } from './summary-rows.ts';
import { makeValues, VALUES } from './value-table.ts';

export interface LoadedTable {
  heading: string;
  columns: TableColumn[];
  rows: number;
  /** How many of these repeat others, such as a row of totals. Queries leave them out. */
  summaries: number;
}

export interface RowsWanted {
  /** Matches rows with this text in a cell, ignoring case. */
  filter: string;
  sort?: { column: number; descending: boolean };
}

export interface SqlAnswer {
  columns: string[];
  rows: JsonObject[];
  truncated: boolean;
}

/** An SQL name, and the table it stands for. */
export interface NamedTable {
  name: string;
  document: string;
  table: number;
}

interface Kept {
  heading: string;
  sql: string;
  columns: TableColumn[];
  /** As written in the document. */
  rows: string[][];
  starts: Float64Array;
  /** Positions of rows with totals. */
  summaries: number[];
  /** The SQL name of the table of its values, once it is made. */
  values?: string;
}

/** Columns per table: SQLite allows 2,000. */
const COLUMNS = 500;
/** Bytes of one value. */
const VALUE = 1_000_000;
const MEMORY = 1_000_000_000;
/** SQLite VM steps between two deadline checks. */
const STEPS = 20_000;
const TYPES: Record<ColumnType, string> = { number: 'NUMERIC', date: 'TEXT', text: 'TEXT' };

export class TableStore {
  readonly #sqlite: Sqlite3Static;
  readonly #db: Database;
  readonly #documents = new Map<string, Kept[]>();
  /** Row numbers of the last view of a table, in display order. */
  #view: { key: string; rowids: Float64Array } | undefined;
  #tables = 0;
  /** Of the current query. */
  #deadline: number | undefined;

  constructor(sqlite: Sqlite3Static) {
    this.#sqlite = sqlite;
    this.#db = new sqlite.oo1.DB(':memory:', 'c');
    this.#db.exec(`PRAGMA hard_heap_limit=${MEMORY}`);
    this.#guard(sqlite);
    sqlite.capi.sqlite3_limit(this.#db.pointer!, sqlite.capi.SQLITE_LIMIT_LENGTH, VALUE);
  }

  /** @param document its key, which differs for another text */
  load(document: string, body: string): LoadedTable[] {
    const loaded = this.#documents.get(document) ?? this.#read(document, body);
    return loaded.map(({ heading, columns, rows, summaries }) => ({
      heading,
      columns,
      rows: rows.length,
      summaries: summaries.length,
    }));
  }

  unload(document: string): void {
    for (const { sql, values } of this.#documents.get(document) ?? []) {
      this.#db.exec(`DROP TABLE ${sql}`);
      if (values !== undefined) this.#db.exec(`DROP TABLE ${values}`);
    }
    this.#documents.delete(document);
    this.#view = undefined;
  }

  /** A range of a table's rows, sorted and filtered, and the total number. */
  rows(document: string, table: number, wanted: RowsWanted, from: number, count: number) {
    const { rows } = this.#kept(document, table);
    const rowids = this.#order(document, table, wanted);
    const shown = rowids.subarray(from, from + count);
    return {
      total: rowids.length,
      rows: Array.from(shown, (rowid) => ({ index: rowid - 1, cells: rows[rowid - 1]! })),
    };
  }

  /** For each numeric column of the filtered rows: count, sum, minimum and maximum. Percentages have no sum. */
  totals(document: string, table: number, wanted: RowsWanted): (Totals | null)[] {
    const { columns, sql, summaries } = this.#kept(document, table);
    const where = this.#where(columns, wanted.filter);
    const data = withoutRows(summaries, where.sql === '' ? 'WHERE' : 'AND');
    return columns.map(({ name, type, isPercent: hasNoSum }) => {
      if (type !== 'number' || hasNoSum) return null;
      const column = quoted(name);
      const [row] = this.#db.exec({
        sql: `SELECT count(${column}), total(${column}), min(${column}), max(${column}) FROM ${sql}${where.sql}${data}`,
        bind: where.bind,
        returnValue: 'resultRows',
      }) as unknown as [number, number, number | null, number | null][];
      const [values, sum, least, most] = row!;
      return values === 0 ? null : { count: values, sum, least: least!, most: most! };
    });
  }

  /** First and last row that overlap a range of the text, by position in the file. Undefined when none does. */
  rowsAt(document: string, table: number, start: number, end: number): [number, number] | undefined {
    const { starts } = this.#kept(document, table);
    const first = starts.findIndex((at) => at >= start);
    let last = starts.findIndex((at) => at >= end);
    if (last < 0) last = starts.length;
    return first < 0 || first >= last ? undefined : [first, last - 1];
  }

  query(sql: string, names: readonly NamedTable[], limits: SqlLimits): SqlAnswer {
    const made = this.#name(names, sql.includes(VALUES));
    try {
      return this.#run(sql, limits);
    } finally {
      for (const name of made) this.#db.exec(`DROP VIEW temp.${name}`);
    }
  }

  #read(document: string, body: string): Kept[] {
    const read = readTables(body);
    const kept = (read.length > 0 ? read : readRecords(body)).map(({ heading, header, rows, starts }) => {
      const width = Math.min(
        COLUMNS,
        rows.reduce((most, { length }) => Math.max(most, length), header.length),
      );
      const names = columnNames(header, width);
      const summaries = summaryRows(rows, width);
      const data = summaries.length > 0 ? rows.filter((_, at) => !summaries.includes(at)) : rows;
      const readers = names.map((_, column) => columnReader(cellsIn(data, column)));
      const columns = names.map((name, column): TableColumn => ({
        name,
        type: readers[column]!.type,
        ...(isYesNo(cellsIn(data, column)) && { isYesNo: true as const }),
        ...(readers[column]!.type === 'number' &&
          isPercent(cellsIn(data, column)) && { isPercent: true as const }),
        ...(readers[column]!.type === 'number' &&
          hasCents(cellsIn(data, column)) && { hasCents: true as const }),
        ...(column === 0 && isNumbering(cellsIn(data, column)) && { isNumbering: true as const }),
      }));
      const sql = `table_${++this.#tables}`;
      this.#db.exec(
        `CREATE TABLE ${sql} (${columns.map(({ name, type }) => `${quoted(name)} ${TYPES[type]}`).join(', ')})`,
      );
      this.#insert(sql, width, rows, (row) =>
        readers.map((reader, column) => reader.value(row[column] ?? '')),
      );
      return { heading, sql, columns, rows, starts: Float64Array.from(starts), summaries };
    });
    this.#documents.set(document, kept);
    return kept;
  }

  #insert(
    sql: string,
    width: number,
    rows: readonly string[][],
    values: (row: string[]) => (number | string | null)[],
  ): void {
    const statement = this.#db.prepare(`INSERT INTO ${sql} VALUES (${Array(width).fill('?').join(', ')})`);
    try {
      this.#db.transaction(() => {
        for (const row of rows) statement.bind(values(row)).stepReset();
      });
    } finally {
      statement.finalize();
    }
  }

  #order(document: string, table: number, wanted: RowsWanted): Float64Array {
    const key = JSON.stringify([document, table, wanted]);
    if (this.#view?.key === key) return this.#view.rowids;
    const { sql, columns, rows } = this.#kept(document, table);
    const { sort, filter } = wanted;
    const where = this.#where(columns, filter);
    const column = sort && columns[sort.column];
    if (!column && filter === '') {
      const rowids = Float64Array.from({ length: rows.length }, (_, index) => index + 1);
      this.#view = { key, rowids };
      return rowids;
    }
    // Empty cells sort last in both directions.
    const name = column && quoted(column.name);
    const nocase = column?.type === 'text' ? ' COLLATE NOCASE' : '';
    const order = name
      ? ` ORDER BY ${name} IS NULL, ${name}${nocase}${sort!.descending ? ' DESC' : ''}, rowid`
      : '';
    const found: number[] = [];
    const statement = this.#db.prepare(`SELECT rowid FROM ${sql}${where.sql}${order}`);
    try {
      if (where.bind.length > 0) statement.bind(where.bind);
      while (statement.step()) found.push(statement.get(0) as number);
    } finally {
      statement.finalize();
    }
    const rowids = Float64Array.from(found);
    this.#view = { key, rowids };
    return rowids;
  }

  #where(columns: readonly TableColumn[], filter: string): { sql: string; bind: string[] } {
    if (filter === '') return { sql: '', bind: [] };
    const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`;
    const any = columns.map(({ name }) => `${quoted(name)} LIKE ?1 ESCAPE '\\'`).join(' OR ');
    return { sql: ` WHERE (${any})`, bind: [pattern] };
  }

  #kept(document: string, table: number): Kept {
    const kept = this.#documents.get(document)?.[table];
    if (!kept) throw new Failure('not_found', 'this table is no longer open; open the document again');
    return kept;
  }

  /** @param hasValues also names the values of `data` */
  #name(names: readonly NamedTable[], hasValues: boolean): string[] {
    const taken = new Set<string>();
    return names.flatMap(({ name, document, table }) => {
      if (taken.has(name.toLowerCase())) return [];
      taken.add(name.toLowerCase());
      const kept = this.#kept(document, table);
      const data = withoutRows(kept.summaries, 'WHERE');
      this.#db.exec(`CREATE TEMP VIEW ${quoted(name)} AS SELECT * FROM ${kept.sql}${data}`);
      if (name !== 'data' || !hasValues) return [quoted(name)];
      kept.values ??= makeValues(this.#db, kept);
      this.#db.exec(`CREATE TEMP VIEW ${VALUES} AS SELECT * FROM ${kept.values}`);
      return [quoted(name), VALUES];
    });
  }

  #run(sql: string, limits: SqlLimits): SqlAnswer {
    this.#deadline = performance.now() + limits.milliseconds;
    try {
      return this.#collect(sql, limits);
    } catch (error) {
      throw failureOf(error, this.#sqlite.capi, limits);
    } finally {
      this.#deadline = undefined;
    }
  }

  /** Restricts queries to reading and to their deadline. This class's own statements are exempt. */
  #guard({ capi }: Sqlite3Static): void {
    const allowed = new Set<number>([
      capi.SQLITE_SELECT,
      capi.SQLITE_READ,
      capi.SQLITE_FUNCTION,
      capi.SQLITE_RECURSIVE,
    ]);
    const may = (action: number): boolean => this.#deadline === undefined || allowed.has(action);
    const isOver = (): boolean => this.#deadline !== undefined && performance.now() > this.#deadline;
    const pointer = this.#db.pointer!;
    const none = 0 as never;
    capi.sqlite3_set_authorizer(
      pointer,
      (_, action) => (may(action) ? capi.SQLITE_OK : capi.SQLITE_DENY),
      none,
    );
    capi.sqlite3_progress_handler(pointer, STEPS, () => (isOver() ? 1 : 0), none);
  }

  #collect(sql: string, limits: SqlLimits): SqlAnswer {
    const statement = this.#db.prepare(oneStatement(sql));
    try {
      if (statement.columnCount === 0) throw new Failure('bad_request', ONLY_READ);
      const columns = columnNames(statement.getColumnNames(), statement.columnCount);
      const rows: JsonObject[] = [];
      let text = 0;
      while (statement.step()) {
        if (rows.length >= limits.rows || text > limits.text) return { columns, rows, truncated: true };
        const row = Object.fromEntries(
          columns.map((name, column) => [name, jsonValue(statement.get(column))]),
        );
        text += JSON.stringify(row).length;
        rows.push(row);
      }
      return { columns, rows, truncated: false };
    } finally {
      statement.finalize();
    }
  }
}

export interface Totals {
  count: number;
  sum: number;
  least: number;
  most: number;
}

function withoutRows(positions: readonly number[], link: 'WHERE' | 'AND'): string {
  return positions.length === 0 ? '' : ` ${link} rowid NOT IN (${positions.map((at) => at + 1).join(', ')})`;
}

function* cellsIn(rows: readonly (readonly string[])[], column: number): Iterable<string> {
  for (const row of rows) yield row[column] ?? '';
}

function jsonValue(value: unknown): string | number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : '[binary]';
}
