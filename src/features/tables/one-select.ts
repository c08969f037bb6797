// One SELECT and nothing else: checks the text of a query, and explains SQLite's refusals.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { Failure } from '../../core/errors.ts';

export interface SqlLimits {
  rows: number;
  /** Maximum characters of the result. */
  text: number;
  milliseconds: number;
}

export const ONLY_READ = 'only a single SELECT is allowed: tables in the library can’t be changed';

const LONGEST_SQL = 20_000;
const QUOTED = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** SQLite runs the first statement and ignores the rest: here the rest is an error. */
export function oneStatement(sql: string): string {
  if (sql.length > LONGEST_SQL)
    throw new Failure('too_large', `SQL can have at most ${LONGEST_SQL} characters`);
  const text = sql.trim().replace(/[;\s]+$/, '');
  if (text === '') throw new Failure('bad_request', 'the SQL is empty');
  if (text.replaceAll(QUOTED, '').includes(';')) throw new Failure('bad_request', ONLY_READ);
  return text;
}

export function failureOf(error: unknown, capi: Sqlite3Static['capi'], { milliseconds }: SqlLimits): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const code = (error as { resultCode?: number }).resultCode;
  if (code === capi.SQLITE_INTERRUPT) {
    return new Failure('timeout', `the query took longer than ${milliseconds / 1000} seconds; request less`);
  }
  const changes = code === capi.SQLITE_AUTH || /^.*\bcannot modify\b/.test(error.message);
  if (changes) return new Failure('bad_request', ONLY_READ);
  if (code === capi.SQLITE_NOMEM || code === capi.SQLITE_TOOBIG) {
    return new Failure('too_large', 'the query exceeded its memory limit; request less');
  }
  return new Failure(
    'bad_request',
    error.message.replace(/^SQLITE_\w+(?:\[\d+\])?: (?:sqlite3 result code \d+: )?/, ''),
  );
}
