// What the restoring of every kind shares: the one transaction, what the person chose, and what became of each record.
import type { IDBPTransaction, StoreNames } from 'idb';
import type { BackupKind, RestoredKind } from '../../core/backup.ts';
import { isObject } from '../../base/json.ts';
import type { Schema } from '../database.ts';
import { damaged } from './zip-entries.ts';

export type RestoreTx = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>;

export interface Restoring {
  tx: RestoreTx;
  replace: boolean;
  clear: boolean;
  /** The person says that the file is their own, and it was sealed with their passphrase. */
  trust: boolean;
  /** Waits for something outside of the database without losing the transaction. */
  outside<T>(work: Promise<T>): Promise<T>;
  note(sentence: string): void;
}

/** The records of a kind, a part at a time. */
export type Parts = AsyncIterable<readonly unknown[]>;

export type Tally = Omit<RestoredKind, 'kind'>;

/** What may be done with a record, given whether there is one like it here: undefined leaves the one that is here. */
export function verdict(
  { replace }: Restoring,
  tally: Tally,
  exists: boolean,
): 'add' | 'replace' | undefined {
  if (exists && !replace) {
    tally.kept += 1;
    return undefined;
  }
  if (exists) tally.replaced += 1;
  else tally.added += 1;
  return exists ? 'replace' : 'add';
}

/**
 * An object whose named fields are texts.
 * @throws Failure `bad_request`
 */
export function objectWith<Field extends string>(
  record: unknown,
  kind: BackupKind,
  ...texts: Field[]
): Record<string, unknown> & Record<Field, string> {
  if (!isObject(record)) throw broken(kind);
  const wrong = texts.find((field) => typeof record[field] !== 'string');
  if (wrong !== undefined) throw broken(kind, wrong);
  return record as Record<string, unknown> & Record<Field, string>;
}

/** Absent, or an object of nothing but texts. */
export function areTexts(value: unknown): boolean {
  return (
    value === undefined || (isObject(value) && Object.values(value).every((text) => typeof text === 'string'))
  );
}

export function broken(kind: BackupKind, field?: string): Error {
  const where = field === undefined ? '' : ` (${field})`;
  return damaged(`one of its ${kind} is not what Perilune writes${where}`);
}

/**
 * A transaction ends by itself as soon as nothing is asked of it: so something is asked of it, again and again, until
 * the work outside is done.
 */
export async function keepingOpen<T>(tx: RestoreTx, work: Promise<T>): Promise<T> {
  let over = false;
  const done = work.finally(() => (over = true));
  done.catch(() => undefined);
  const settings = tx.objectStore('settings');
  // Given up when the transaction is: it was aborted from outside.
  while (!over) await settings.getKey('');
  return done;
}
