// Shared by the restoration of every kind: the single transaction, the person's choices, and the result for each
// record.
import type { IDBPTransaction, StoreNames } from 'idb';
import type { BackupKind, RestoredKind } from '../../core/backup.ts';
import type { RestoreNote } from '../../core/restore-notes.ts';
import { isObject } from '../../base/json.ts';
import type { Schema } from '../database.ts';
import { damaged } from './zip-entries.ts';

export type RestoreTx = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>;

export interface Restoring {
  tx: RestoreTx;
  replace: boolean;
  clear: boolean;
  /** The person says that the file is their own, and it was encrypted with their passphrase. */
  trust: boolean;
  /** Waits for work outside the database without losing the transaction. */
  outside<T>(work: Promise<T>): Promise<T>;
  note(note: RestoreNote): void;
}

/** The records of a kind, one part at a time. */
export type Parts = AsyncIterable<readonly unknown[]>;

export type Tally = Omit<RestoredKind, 'kind'>;

/** Returns what to do with a record, depending on whether it exists here; undefined leaves the existing one. */
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
 * Returns an object whose named fields are texts.
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

/** Accepts an absent value, or an object with only texts. */
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
 * Keeps a transaction open, which otherwise ends as soon as it has no request, by making requests until the outside
 * work is done.
 */
export async function keepingOpen<T>(tx: RestoreTx, work: Promise<T>): Promise<T> {
  let over = false;
  const done = work.finally(() => (over = true));
  done.catch(() => undefined);
  const settings = tx.objectStore('settings');
  // Ends too when the transaction was aborted from outside.
  while (!over) await settings.getKey('');
  return done;
}
