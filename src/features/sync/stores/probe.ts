// Tests a new storage before sync relies on it.
import { Failure } from '../../../core/errors.ts';
import type { SyncStore } from './store.ts';

/** The server does not know the condition of a write; some refuse it instead of ignoring it. */
const UNKNOWN_CONDITION = new Set([400, 501]);

/**
 * Checks that files can be listed, written and read.
 * @returns whether new files need a look first, because the server does not keep an existing file
 * @throws Failure that says what to do
 */
export async function needsLook(store: SyncStore): Promise<boolean> {
  await store.list('devices');
  const probe = 'devices/probe';
  const bytes = new TextEncoder().encode('A test by Perilune. You can delete this file.');
  await store.replace(probe, bytes);
  const read = await store.read(probe, bytes.length * 2);
  if (read?.length !== bytes.length) {
    throw new Failure('bad_output', 'The server returned a different file from the one just written.');
  }
  try {
    return await store.create(probe, bytes);
  } catch (error) {
    const status = error instanceof Failure ? (error.details as { status?: number })?.status : undefined;
    if (status === undefined || !UNKNOWN_CONDITION.has(status)) throw error;
    return true;
  }
}
