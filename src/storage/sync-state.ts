// Where sync keeps what it knows of this device's records, among the settings. A record that it knows and no longer finds
// counts as removed by the user, on all devices.
import type { IDBPObjectStore, StoreNames } from 'idb';
import type { Schema } from './database.ts';

/** What the user has set up. */
export const SYNC_CONFIG = 'sync.config';

export function syncKeys(): IDBKeyRange {
  return IDBKeyRange.bound('sync.', 'sync.\uffff');
}

/**
 * Makes sync forget the records of this device, because they were replaced.
 * @returns whether it knew any
 */
export async function forgetRecords(
  settings: IDBPObjectStore<Schema, StoreNames<Schema>[], 'settings', 'readwrite'>,
): Promise<boolean> {
  const keys = (await settings.getAllKeys(syncKeys())).filter((key) => key !== SYNC_CONFIG);
  for (const key of keys) await settings.delete(key);
  return keys.length > 0;
}
