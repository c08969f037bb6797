// Reads a file of the storage, never more of it than Perilune writes in its place.
import { Failure } from '../../../core/errors.ts';
import { HEADER, largestOf } from '../log/files.ts';
import { NotReadable } from '../../../storage/age-files.ts';
import { TooLarge, type SyncStore } from '../stores/store.ts';

/** @throws NotReadable when it is too large to be the file */
export async function readFile(store: SyncStore, path: string): Promise<Uint8Array | undefined> {
  try {
    return await store.read(path, largestOf(path).sealed);
  } catch (error) {
    if (error instanceof TooLarge) throw new NotReadable(error.message);
    throw error;
  }
}

/** @throws Failure when it is too large to be one */
export async function readHeader(store: SyncStore): Promise<Uint8Array | undefined> {
  try {
    return await readFile(store, HEADER);
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    throw new Failure('bad_request', 'The key file in the storage is damaged. Nothing was changed.');
  }
}
